// Waits for a condition, and names the condition that was not met. Checks again after a pause, in
// which other tasks get the processor.

const PAUSE_MS = 5
const TRIES = 12_000

export const moment = () => new Promise<void>(resolve => setTimeout(resolve, PAUSE_MS))

/** Checks until the condition is true; rejects after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await untilFound(what, async () => (await isSo()) || null)
}

/** Looks until it finds something, and resolves with it; rejects after a minute. */
export async function untilFound<Found>(
  what: string,
  look: () => Promise<Found | null>,
): Promise<Found> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await look()
    if (found !== null) return found
    await moment()
  }
  throw new Error(`never so: ${what}`)
}
