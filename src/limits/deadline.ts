// Limits how long a piece of work is waited for. The work itself continues.

/**
 * False when the work was not done in time; it continues and its result is ignored. Rejects when it
 * failed in time.
 */
export async function withDeadline(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
