// How a round that owes something is shown: what it owes, why, and who tries next and when. Shows no key and
// no outcome that its player has not seen; computes nothing that a node acts on.

import type { Pool } from 'pg'
import { formatAmount } from '../../core/money.ts'
import { isMonth, monthOfRound } from '../../core/month.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { findArchived } from '../../ledger/archive/months.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { findKnownRound, type KnownRound } from '../../ledger/rounds/rounds-owed.ts'
import { nextAttempt, owedBy } from '../../round/owed.ts'

/** ISO 8601; null where there is no time. */
export const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export type RoundRecord = ReturnType<typeof asRecord>

export function asRecord(known: KnownRound) {
  const { round, touchedAtMs, readAtMs } = known
  const { intent, progress } = round
  const next = nextAttempt(round, touchedAtMs, readAtMs)
  return {
    round_id: intent.roundId,
    project_id: known.projectId,
    player_id: known.playerId,
    game: intent.gameId,
    currency: intent.currency,
    stake: formatAmount(intent.stakeMinor),
    win: formatAmount(progress.winMinor),
    state: progress.state,
    owes: owesOf(known),
    age_s: Math.round((readAtMs - intent.createdAtMs) / 1000),
    created_at: at(intent.createdAtMs),
    touched_at: at(touchedAtMs),
    attempts: progress.attempts,
    failure: known.lastFailure,
    own_failure: known.ownFailure,
    own_failures: known.ownFailures,
    driver: next === null ? null : next.driver,
    next_attempt_at: at(next?.atMs ?? firstNotification(known)),
  }
}

/** What the round owes first, then its notifications. */
export function owesOf({ round, notifications }: KnownRound): string[] {
  const owed = owedBy(round)
  const told = notifications.map(({ event }) => `${event} notification`)
  return owed === null ? told : [owed, ...told]
}

function firstNotification({ notifications }: KnownRound): number | null {
  const times = notifications.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt))
  return times.length === 0 ? null : Math.min(...times)
}

/** Why it is not over, in one line. */
export function printCause({ failure, own_failure, owes }: RoundRecord): string {
  if (owes[0] === 'owner') return `set aside: ${own_failure}`
  if (owes[0] === 'decision') return 'waits for its player'
  if (own_failure !== null) return own_failure
  if (failure === null) return 'no failure is known'
  return `${failure.operation}: ${failure.cause}, ${failure.text} (${failure.failures} times)`
}

/** Who tries next, and when. */
export function printNext({ driver, next_attempt_at, owes }: RoundRecord): string {
  if (owes.length === 0) return '-'
  if (driver === 'node') return `a node at ${next_attempt_at}`
  if (driver === 'nobody') return 'the recovery job'
  return next_attempt_at === null ? 'nobody' : `the recovery job at ${next_attempt_at}`
}

/** The round, and the database that has it. Throws SetupProblem where there is none. */
export async function requireRound(
  pools: PlayerDatabases<Pool>,
  roundId: string,
): Promise<{ pool: Pool; known: KnownRound }> {
  const found = await pools.findById(roundId, async pool => {
    const known = await findKnownRound(pool, roundId)
    return known === null ? null : { pool, known }
  })
  return found ?? refuseUnknown(pools, roundId)
}

/** Says where the round went, when its month was archived. */
export async function refuseUnknown(pools: PlayerDatabases<Pool>, roundId: string): Promise<never> {
  const month = monthOfRound(roundId)
  const archived = isMonth(month)
    ? await Promise.all(pools.carriers.map(pool => findArchived(pool, month)))
    : []
  const files = archived.flatMap(each => (each?.droppedAt ? [each.file] : []))
  if (files.length === 0) throw new SetupProblem(`There is no round ${roundId}.`)
  throw new SetupProblem(
    `Round ${roundId} is not in the ledger: ${month} is archived in ${files.join(', ')}. Look there with "ledger read --round" or "replay --archive".`,
  )
}
