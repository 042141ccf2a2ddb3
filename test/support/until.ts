// Waits for a condition, and names the condition that was not met. Checks again after a pause, in
// which other tasks get the processor.

const PAUSE_MS = 5
/** The longer the wait, the longer the pauses: most looks are queries, which cost others time. */
const PAUSE_MOST_MS = 50
const PAUSE_GROWS = 1.1
const TRIES = 1_215

export const moment = (pauseMs = PAUSE_MS) =>
  new Promise<void>(resolve => setTimeout(resolve, pauseMs))

/** Checks until the condition is true; rejects after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await untilFound(what, async () => (await isSo()) || null)
}

/** Looks until it finds something, and resolves with it; rejects after a minute. */
export async function untilFound<Found>(
  what: string,
  look: () => Promise<Found | null>,
): Promise<Found> {
  let pauseMs = PAUSE_MS
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await look()
    if (found !== null) return found
    await moment(pauseMs)
    pauseMs = Math.min(pauseMs * PAUSE_GROWS, PAUSE_MOST_MS)
  }
  throw new Error(`never so: ${what}`)
}
