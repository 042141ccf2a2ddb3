// Deletes records whose retention time is over, and creates the tables of the coming months, in the
// background: small batches with pauses between them, one node at a time, so that play is not
// affected.

import { setTimeout as pause } from 'node:timers/promises'
import { RETENTION_BATCH_ROWS, RETENTION_EVERY_MS, RETENTION_PAUSE_MS } from '../limits.ts'

export interface RetentionDeps {
  /** Creates the tables of the coming months; returns how many. */
  makeMonths(): Promise<number>
  /** Each deletes one batch and returns the number of rows; keyed by what it deletes. */
  deletions: Readonly<Record<string, () => Promise<number>>>
  onDeleted(what: string, rows: number): void
  /** Runs `work` when this node holds the lease; otherwise does nothing. */
  underLease(work: () => Promise<void>): Promise<void>
  onFault(error: unknown): void
}

export interface RetentionJob {
  /** One batch of each now; true when there may be more. */
  run(): Promise<boolean>
  stop(): Promise<void>
}

export function startRetentionJob(deps: RetentionDeps): RetentionJob {
  const stopping = new AbortController()

  async function run(): Promise<boolean> {
    let isMore = false
    await deps.underLease(async () => {
      await deps.makeMonths().catch(deps.onFault)
      for (const [what, deleteBatch] of Object.entries(deps.deletions)) {
        if (stopping.signal.aborted) return
        const rows = await deleteBatch()
        if (rows > 0) deps.onDeleted(what, rows)
        isMore ||= rows >= RETENTION_BATCH_ROWS
      }
    })
    return isMore
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const isMore = await run().catch(deps.onFault)
      await wait(isMore === true ? RETENTION_PAUSE_MS : RETENTION_EVERY_MS)
    }
  }

  /** Ends early when the job is stopped. */
  async function wait(ms: number): Promise<void> {
    await pause(ms, null, { signal: stopping.signal, ref: false }).catch(() => {})
  }

  const running = goOn()
  return {
    run,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
