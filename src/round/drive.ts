// The driving of a round: does what is owed and applies the answer, until nothing is owed now.
// Resuming after a loss is the same loop. Apart from it, only decisions, cancels and retries move a
// round, through `move`.

import type { RoundDeps } from './deps.ts'
import { afterEvent, type DriverEvent, mayAbandon } from './driver-state.ts'
import { OVERTAKEN, type Overtaken, performEffect } from './effects.ts'
import { applyInput, isOutcomeKnown, nextEffect, type RoundInput, resumeRound } from './machine.ts'
import { scheduleRetry } from './retry-delay.ts'
import { isCallOwed, type Round } from './round.ts'
import {
  abandonRound,
  drawHeld,
  type RoundInPlay,
  type RoundsOfPlayer,
} from './rounds-of-player.ts'
import { noteFailure } from './set-aside.ts'

/**
 * How often a driver follows another one that moved its round, before it leaves the round to that
 * one.
 */
const DRIVER_CONFLICTS = 3

/**
 * Called again when the drive continues after another driver moved the round. The drive does not
 * wait for it.
 */
export type OnOutcome = (round: Round) => void

/**
 * Another driver moved the round every time this driver read it, so the round is left to the
 * others.
 */
export class DriverConflict extends Error {
  override readonly name = 'DriverConflict'

  constructor({ driven }: RoundInPlay) {
    super(`round ${driven.round.intent.roundId} is moved by others again and again`)
  }
}

/**
 * Drives the round as far as possible now. If another driver moved it meanwhile, the ledger's row
 * is read and driven on. Throws when a store fails; the ledger's row is then unchanged.
 * @param onOutcome called once the result is final, nothing can undo it, and wallet calls are still
 * to come
 */
export function drive(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  onOutcome?: OnOutcome,
): Promise<void> {
  return asDriver(deps, state, play, async () => {
    for (let followed = 0; followed <= DRIVER_CONFLICTS; followed++) {
      if ((await driveOn(deps, state, play, onOutcome)) === 'rested') return
      await follow(deps, play)
    }
    throw new DriverConflict(play)
  })
}

/**
 * Drives a round whose retry is due. If another driver has moved the round, it is left to that
 * driver for another delay: two nodes that took the round from each other at every retry would
 * never send anything.
 */
export function driveRetry(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
): Promise<void> {
  return asDriver(deps, state, play, async () => {
    if ((await driveOn(deps, state, play)) === 'rested') return
    await follow(deps, play)
    if (isCallOwed(play.driven.round)) return scheduleRetry(deps, state, play)
    if ((await driveOn(deps, state, play)) === 'rested') return
    throw new DriverConflict(play)
  })
}

/** Applies an input that is not the answer to an effect: a decision, a cancel, a retry. */
export function move(play: RoundInPlay, input: RoundInput): void {
  play.driven = applyInput(play.driven, input)
}

/** Does the saves and closes that are owed now, and stops at any other effect. */
export async function writeOwed(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
): Promise<'written' | 'overtaken'> {
  for (;;) {
    const effect = nextEffect(play.driven)
    if (effect.type !== 'save' && effect.type !== 'close') return 'written'
    const input = await performEffect(deps, state, play.driven.round, effect)
    if (isOvertaken(input)) return 'overtaken'
    move(play, input)
  }
}

/**
 * Runs work on the round; if the work fails, the round is left to its scheduled retry. Without a
 * retry, the next command or the recovery job resumes it from the ledger.
 */
export async function orAbandon<Answer>(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    const { round, driver } = play.driven
    const { roundId } = round.intent
    if (mayAbandon(driver)) abandonRound(state, roundId, round.progress.version)
    else if (driver.work !== 'retry-scheduled') state.rounds.delete(roundId)
    deps.observe.fault(error, round, play.cancelRequestId)
    await noteFailure(deps, state, play.driven, error)
    throw error
  }
}

async function asDriver(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  work: () => Promise<void>,
): Promise<void> {
  note(play, { type: 'drive-began' })
  try {
    await orAbandon(deps, state, play, work)
  } finally {
    note(play, { type: 'drive-ended' })
  }
}

async function driveOn(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  onOutcome?: OnOutcome,
): Promise<'rested' | 'overtaken'> {
  for (;;) {
    const effect = nextEffect(play.driven)
    if (effect.type === 'rest') {
      rest(deps, state, play, effect.until)
      return 'rested'
    }
    const { round } = play.driven
    if (onOutcome !== undefined && isOutcomeKnown(round, effect)) onOutcome(round)
    const { roundId } = round.intent
    const input = await deps.atWork(roundId, () =>
      performEffect(deps, state, round, effect, play.cancelRequestId),
    )
    if (isOvertaken(input)) return 'overtaken'
    deps.atWork(roundId, () => move(play, input))
  }
}

function rest(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  play: RoundInPlay,
  until: 'retry' | 'player' | 'done',
): void {
  if (until === 'retry') scheduleRetry(deps, state, play)
  if (until !== 'done') return
  const { round } = play.driven
  state.rounds.delete(round.intent.roundId)
  // Its grant may have ended meanwhile, so what is due next is read again.
  if (round.intent.freeSpin !== null) state.known = null
  deps.observe.roundEnded(round)
}

async function follow({ ledger, atWork }: RoundDeps, play: RoundInPlay): Promise<void> {
  const { playerKey, roundId } = play.driven.round.intent
  const found = await ledger.findRound(playerKey, roundId)
  if (found === null) throw new Error('a round disappeared from the ledger')
  const { round } = resumeRound(found)
  const event: DriverEvent = { type: 'overtaken', isCallOwed: isCallOwed(round) }
  play.driven = { round, driver: afterEvent(play.driven.driver, event) }
  play.outcome = atWork(roundId, () => drawHeld(play.game, round))
}

function note(play: RoundInPlay, event: DriverEvent): void {
  play.driven = { ...play.driven, driver: afterEvent(play.driven.driver, event) }
}

function isOvertaken(answer: RoundInput | Overtaken): answer is Overtaken {
  return answer === OVERTAKEN
}
