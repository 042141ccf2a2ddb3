// Waits for what comes about by itself, and says what did not.

const TRIES = 600
const PAUSE_MS = 50

/** Asks again until it is so; rejects after half a minute. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isSo()) return
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`never so: ${what}`)
}
