// Waits for what comes about by itself, and says what did not. Looks again after a pause, in which others
// get the processor.

const PAUSE_MS = 5
const TRIES = 12_000

export const moment = () => new Promise<void>(resolve => setTimeout(resolve, PAUSE_MS))

/** Asks again until it is so; rejects after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isSo()) return
    await moment()
  }
  throw new Error(`never so: ${what}`)
}
