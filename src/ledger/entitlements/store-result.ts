// The answer to storing what an operator may name by an external id: stored, or refused because the
// project has used that id. Never tells whom it was used for.

export type StoreResult = { kind: 'stored' } | { kind: 'refused'; cause: 'duplicate-external-id' }

/** @param rowCount of an INSERT that does nothing on a conflict of the external id */
export function readStoreResult(rowCount: number | null): StoreResult {
  return rowCount === 1 ? { kind: 'stored' } : { kind: 'refused', cause: 'duplicate-external-id' }
}
