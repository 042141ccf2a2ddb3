// How a round that owes something is shown: what it owes, why, and who tries next and when. Shows
// no key and no outcome that the player has not seen; computes nothing that a node acts on.

import type { Pool } from 'pg'
import { lookUpRound, nextTryOf, owesOf, whereabouts } from '../../admin/rounds/known-round.ts'
import { formatAmount } from '../../core/money.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import type { KnownRound } from '../../ledger/rounds/unfinished-rounds.ts'

/** ISO 8601; null for no time. */
export const at = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

export type RoundRecord = ReturnType<typeof asRecord>

export function asRecord(known: KnownRound) {
  const { round, touchedAtMs, readAtMs } = known
  const { intent, progress } = round
  const next = nextTryOf(known)
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
    driver: next.driver,
    next_attempt_at: at(next.atMs),
  }
}

/** Why the round is not over, in one line. */
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

/** The round and its database. Throws SetupProblem if there is no such round. */
export async function requireRound(
  pools: PlayerDatabases<Pool>,
  roundId: string,
): Promise<{ pool: Pool; known: KnownRound }> {
  const found = await lookUpRound(pools, roundId)
  return found.kind === 'found' ? found : refuseUnknown(pools, roundId)
}

/** Reports where the round is now, if its month was archived. */
export async function refuseUnknown(pools: PlayerDatabases<Pool>, roundId: string): Promise<never> {
  const place = await whereabouts(pools, roundId)
  if (place.kind === 'unknown') throw new SetupProblem(`There is no round ${roundId}.`)
  throw new SetupProblem(
    `Round ${roundId} is not in the ledger: ${place.month} is archived in ` +
      `${place.files.join(', ')}. Look there with "ledger read --round" or "replay --archive".`,
  )
}
