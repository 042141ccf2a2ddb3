// The floor of a write to the ledger: our own statements through postgres.js, by hand or in the
// simplest group commit. No refusals, no deadlines.

import postgres from 'postgres'
import { ONE_PLAN } from '../../src/ledger/database/pool.ts'
import {
  finishRoundsQuery,
  openRoundsQuery,
  type RoundsQuery,
} from '../../src/ledger/rounds/round-statements.ts'
import type { Round } from '../../src/round/round.ts'

/** As text: postgres.js leaves out a start-up parameter that is false. */
const OFF = 'off' as unknown as boolean

/**
 * Writes rounds of different players in one statement. Two connections: one batch of each kind is
 * under way.
 */
export function openBareLedger(databaseUrl: string) {
  const sql = postgres(databaseUrl, {
    max: 2,
    connection: { ...ONE_PLAN, synchronous_commit: 'on', enable_seqscan: OFF },
    onnotice: () => {},
  })
  async function write({ text, values }: RoundsQuery, rows: number): Promise<void> {
    const written = await sql.unsafe(text, values as never[], { prepare: true })
    if (written.length !== rows) throw new Error(`${written.length} of ${rows} rows were written`)
  }
  return {
    open: (rounds: readonly Round[]) =>
      write(openRoundsQuery(rounds.map(openingOf)), rounds.length),
    finish: (rounds: readonly Round[]) => write(finishRoundsQuery(rounds), rounds.length),
    close: () => sql.end(),
  }
}

const openingOf = (round: Round) => ({ round, entitlementsRevision: 0n })

/** Rows added while a batch is written form the next one. */
export function groupCommit(
  write: (rounds: readonly Round[]) => Promise<void>,
): (round: Round) => Promise<void> {
  const waiting: { round: Round; done: () => void; fail: (error: unknown) => void }[] = []
  let isWriting = false
  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, 100)
      try {
        await write(batch.map(({ round }) => round))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isWriting = false
  }
  return round =>
    new Promise((done, fail) => {
      waiting.push({ round, done, fail })
      if (isWriting) return
      isWriting = true
      setImmediate(() => void writeAll())
    })
}
