// The answer to storing what an operator may name by an external id: stored, or refused because the
// project has used that id. Never tells whom it was used for.

export type StoreResult =
  /** `id`: the platform's, under which it was stored. */
  { kind: 'stored'; id: string } | { kind: 'refused'; cause: 'duplicate-external-id' }

/** @param rowCount of an INSERT that does nothing where the id is taken */
export function readStoreResult(rowCount: number | null, id: string): StoreResult {
  return rowCount === 1
    ? { kind: 'stored', id }
    : { kind: 'refused', cause: 'duplicate-external-id' }
}
