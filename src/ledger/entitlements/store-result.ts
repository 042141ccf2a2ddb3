// The result of storing a grant or target with an external id: stored, or refused because the
// project has already used that id. Never reveals for whom it was used.

export type StoreResult =
  /** `id`: the platform's id, under which it was stored. */
  { kind: 'stored'; id: string } | { kind: 'refused'; cause: 'duplicate-external-id' }

/** @param rowCount of an INSERT that does nothing if the id exists */
export function readStoreResult(rowCount: number | null, id: string): StoreResult {
  return rowCount === 1
    ? { kind: 'stored', id }
    : { kind: 'refused', cause: 'duplicate-external-id' }
}
