// What a node meets at a database whose place is being moved, or was moved away: every write is
// refused, and nothing of it was done. The same work succeeds once the node has the new address.

import { setTimeout as sleep } from 'node:timers/promises'

/** The SQLSTATE of `refuse_closed_place` in sql/0102-places.sql. */
const PLACE_CLOSED = 'RH001'
/** A place is closed for a fraction of a second; a round under way waits longer than that. */
const CLOSED_WAIT_MS = 5_000
const CLOSED_LOOK_MS = 20

function isPlaceClosed(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === PLACE_CLOSED
}

/** Does the work again, as long as it is refused because the place is closed. */
export async function whenOpen<Result>(
  work: () => Promise<Result>,
  waitMs: number = CLOSED_WAIT_MS,
): Promise<Result> {
  let untilMs: number | null = null
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isPlaceClosed(error)) throw error
      untilMs ??= performance.now() + waitMs
      if (performance.now() > untilMs) throw error
      await sleep(CLOSED_LOOK_MS)
    }
  }
}
