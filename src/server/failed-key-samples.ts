// Reports wrong keys in samples: a count and a few callers for each period, so that a flood of them
// fills neither the log nor the audit log. Holds no key.

import type { FailedKey } from '../operator/failed-keys.ts'

/**
 * Wrong keys are written to the log and the audit log at most once in this time, with up to
 * FAILED_KEY_SAMPLE_CALLERS of their callers.
 */
const FAILED_KEY_SAMPLE_MS = 10_000
export const FAILED_KEY_SAMPLE_CALLERS = 10

export interface FailedKeySample {
  /** Wrong keys in this period. */
  count: number
  /**
   * The first callers, at most FAILED_KEY_SAMPLE_CALLERS, each once, with the id of its last call.
   */
  callers: Pick<FailedKey, 'address' | 'projectId' | 'requestId'>[]
}

export interface FailedKeySamples {
  add(failed: FailedKey): void
  /** Reports what is gathered so far. */
  flush(): Promise<void>
}

/** @param report takes a sample, at most every FAILED_KEY_SAMPLE_MS; must not reject */
export function createFailedKeySamples(
  report: (sample: FailedKeySample) => Promise<void>,
): FailedKeySamples {
  let count = 0
  let callers = new Map<string, FailedKeySample['callers'][number]>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (count === 0) return
    const sample = { count, callers: [...callers.values()] }
    count = 0
    callers = new Map()
    await report(sample)
  }

  return {
    add({ address, projectId, requestId }) {
      count++
      const name = `${address} ${projectId}`
      if (callers.has(name) || callers.size < FAILED_KEY_SAMPLE_CALLERS) {
        callers.set(name, { address, projectId, requestId })
      }
      timer ??= setTimeout(() => void flush(), FAILED_KEY_SAMPLE_MS).unref()
    },
    flush,
  }
}
