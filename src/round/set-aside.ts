// A round that fails repeatedly for a reason of our own is set aside: it becomes
// `reconciliation_required`, no longer holds its game's open-round slot and is never driven again.
// Its record stays as it is, for the platform's owner. Never sets aside a round whose refund is
// owed: that is tried for ever.

import { FAILURES_BEFORE_ASIDE } from '../limits.ts'
import type { RoundDeps } from './deps.ts'
import { applyInput, canSetAside, type DrivenRound, resumeRound } from './machine.ts'
import { kindOfFailure } from './own-failure.ts'
import type { Round } from './round.ts'
import { forgetRound, holdRead, type RoundInPlay, type RoundsOfPlayer } from './rounds-of-player.ts'

/**
 * Counts a failure around the round; the last failure that is allowed of one kind sets it aside.
 * Never throws.
 */
export async function noteFailure(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  driven: DrivenRound,
  error: unknown,
): Promise<void> {
  const kind = kindOfFailure(error)
  if (kind === null) return
  const { round } = driven
  try {
    const failures = await deps.ledger.noteFailure(round.intent, kind)
    if (failures >= FAILURES_BEFORE_ASIDE && canSetAside(driven)) {
      await setAside(deps, state, driven, kind)
    }
  } catch (fault) {
    deps.observe.fault(fault, round)
  }
}

async function setAside(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  driven: DrivenRound,
  kind: string,
): Promise<void> {
  const { round } = applyInput(driven, { type: 'set-aside' })
  const { roundId, gameId } = round.intent
  const isSaved = await saveAside(deps, round)
  forgetRound(state, roundId)
  if (!isSaved) return
  deps.observe.setAside(round, kind)
  // Its count toward target outcomes is read again.
  await deps.redisState.closeRound(state.player, gameId, roundId, 'undone')
}

/**
 * Saves it with everything this memory holds of it; if a column refuses that, with the ledger's row
 * as it is. False: another driver moved the round since, and nothing was changed.
 */
async function saveAside({ ledger }: RoundDeps, round: Round): Promise<boolean> {
  try {
    return (await ledger.save(round)).kind === 'saved'
  } catch (error) {
    if (kindOfFailure(error) === null) throw error
    return ledger.setAside(round.intent)
  }
}

/**
 * Holds a round read from the ledger. A round that cannot be drawn again has failed for a reason of
 * our own.
 */
export async function resumeFromLedger(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  round: Round,
): Promise<RoundInPlay> {
  try {
    return deps.atWork(round.intent.roundId, () => holdRead(state, deps, round))
  } catch (error) {
    deps.observe.fault(error, round)
    await noteFailure(deps, state, resumeRound(round), error)
    throw error
  }
}
