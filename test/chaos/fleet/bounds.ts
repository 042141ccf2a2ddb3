// The bounds of a fleet: what players may feel of an event, and what must be right after the run.
// docs/reliability.md has the same table. To each time comes that for which the event itself stops
// the players. Reads figures only.

import type { FleetEvent } from './events.ts'
import type { FleetResult } from './result.ts'
import type { TimedEvent } from './timeline.ts'

/**
 * The longest wait for a result. A failover takes six seconds here, and a wallet that loses two
 * answers of one bet seven more; the rest is for a machine that does other work.
 */
export const SPIN_MAX_MS = 20_000
/** From the start of an event until the first player plays again. */
export const FIRST_MAX_MS = 6_000
/** The same until the last player does: it may have waited for the longest spin first. */
export const EVERY_MAX_MS = 25_000
/** Between two results of one player: the longest spin, a pause, a new connection. */
export const PAUSE_MAX_MS = 30_000
/**
 * Failed tries of one player from an event to the next, connections lost and repeats that succeed
 * included: a client repeats at most once a second once it has begun to wait.
 */
export const ERRORS_MAX = 40
/** By `BUSY`, the players of a place that moves: the place is closed for a moment. */
export const MOVE_REFUSED_MAX_MS = 1_000
/** Without any event. The median wait, with wallets that go wrong in four calls of a hundred. */
export const CALM_SPIN_MS = 2_000
/**
 * A wallet that loses two answers of one bet keeps its player waiting for up to seven seconds, in
 * which the client repeats seven times.
 */
export const CALM_ERRORS_MAX = 8
/** Of a round without decisions. */
export const SAVES_A_ROUND = 1.2

/** The first event of every run: nothing happens. */
export const CALM = 'calm'

type Judged = Pick<FleetResult, 'events' | 'saves' | 'calmSpinMs' | 'differences'> & {
  run: Pick<FleetResult['run'], 'violations' | 'lostRounds'>
}

export function findProblems(judged: Judged, wanted: readonly string[]): string[] {
  const { run, events, saves, calmSpinMs, differences } = judged
  const missed = [CALM, ...wanted].slice(events.length)
  const { withoutDecisions } = saves
  return [
    ...events.flatMap(findFelt),
    ...past('median of the spins without any event', calmSpinMs, CALM_SPIN_MS),
    ...(missed.length > 0 ? [`${missed.join(', ')}: not come to`] : []),
    ...(run.violations > 0 ? [`${run.violations} violations`] : []),
    ...(run.lostRounds > 0 ? [`${run.lostRounds} acknowledged rounds lost`] : []),
    ...(differences.length > 0
      ? [`${differences.length} differences found by separate means: ${differences[0]}`]
      : []),
    ...(withoutDecisions > SAVES_A_ROUND ? [`${withoutDecisions.toFixed(2)} saves a round`] : []),
  ]
}

/** What players felt of one event. */
function findFelt(event: TimedEvent): string[] {
  const { name, stoppedMs, failure, firstMs, everyMs, missing, longest, pause, refused, errors } =
    event
  if (failure !== null) return [`${name} went wrong: ${failure}`]
  const of = ({ player }: { player: number | null }) => `of player ${player}`
  const errorsMax = name === CALM ? CALM_ERRORS_MAX : ERRORS_MAX
  const isPast = errors.value > errorsMax
  const refusedMs = name === ('places-move' satisfies FleetEvent) ? refused.value : null
  return [
    ...(firstMs === null ? [`${name}: no player played again`] : []),
    ...past(`${name}: the first player plays again`, firstMs, FIRST_MAX_MS + stoppedMs),
    ...(everyMs === null && firstMs !== null
      ? [`${name}: these players did not play again: ${missing.join(', ')}`]
      : []),
    ...past(`${name}: every player plays again`, everyMs, EVERY_MAX_MS + stoppedMs),
    ...past(`${name}: a spin ${of(longest)}`, longest.value, SPIN_MAX_MS + stoppedMs),
    ...past(`${name}: the next result ${of(pause)}`, pause.value, PAUSE_MAX_MS + stoppedMs),
    ...past(`${name}: refused, ${of(refused)}`, refusedMs, MOVE_REFUSED_MAX_MS),
    ...(isPast ? [`${name}: ${errors.value} errors ${of(errors)}, at most ${errorsMax}`] : []),
  ]
}

function past(what: string, ms: number | null, mostMs: number): string[] {
  if (ms === null || ms <= mostMs) return []
  return [`${what} after ${(ms / 1000).toFixed(1)} s, at most ${(mostMs / 1000).toFixed(0)} s`]
}
