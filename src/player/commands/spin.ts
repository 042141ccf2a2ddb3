// spin and free-spin: a new round, or the answer to one that is already open. Each attempt either
// answers the player or clears one obstacle.

import { isPast } from '../../core/expiry.ts'
import { uuidTimeMs } from '../../core/identifiers.ts'
import { WALLET_DEADLINE_MS } from '../../limits.ts'
import { closeRound, endOf } from '../../round/close.ts'
import { recallPlayer, reloadPlayer } from '../../round/known-player.ts'
import { openNewRound } from '../../round/open.ts'
import type { CheckedSpin } from '../../round/plan.ts'
import { isCallOwed, isOver, type Round } from '../../round/round.ts'
import {
  findOpenRound,
  forgetRound,
  isAbandoned,
  type RoundInPlay,
} from '../../round/rounds-of-player.ts'
import { resumeFromLedger } from '../../round/set-aside.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { PlayErrorCode } from '../../wire/play-answers.ts'
import { answerDuringRound, driveCommand, refuseUnlessAccepted, repeatAnswer } from '../answers.ts'
import type { PlayerDeps } from '../deps.ts'
import { findDueGrant, recallEntitlements } from '../entitlements.ts'
import type { PlayerState } from '../player-state.ts'
import { checkSpin, offeredMaximum, type SpinMessage } from '../spin-rules.ts'
import { encodeError, viewFreeSpins } from '../views.ts'

/** Attempts to open a round: each clears one obstacle (a lost player state, an ended session). */
const OPENING_ATTEMPTS = 6
/**
 * A round that holds an open-round slot and has no row in the ledger may still be on its way there
 * for this long: far longer than the batches before it and its own take, and short enough for a
 * player whose node died in between.
 */
const UNWRITTEN_ROUND_MS = 2_000

/** The result of an attempt: the answer, or an obstacle was cleared. */
type Attempt = { kind: 'answered'; answer: string } | { kind: 'cleared' }

const CLEARED: Attempt = { kind: 'cleared' }
const answered = (answer: string): Attempt => ({ kind: 'answered', answer })

export async function spin(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  message: SpinMessage,
): Promise<string> {
  const { requestId } = message
  const open = findOpenRound(state, session.gameId)
  if (open !== null && (await isCurrent(deps, open))) {
    return answerDuringRound(deps, state, open, requestId)
  }
  if (open !== null) forgetRound(state, open.driven.round.intent.roundId)
  let isFresh = false
  for (let attempt = 0; attempt < OPENING_ATTEMPTS; attempt++) {
    const checked = await check(deps, state, session, message)
    if (checked.kind === 'passed') {
      const result = await tryOpening(deps, state, session, checked.spin)
      if (result.kind === 'answered') return result.answer
      continue
    }
    if (isFresh || !DEPENDS_ON_ENTITLEMENTS.includes(checked.code)) {
      return refuseSpin(deps, state, session, requestId, checked.code)
    }
    isFresh = true
    await reloadPlayer(deps, state)
  }
  return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
}

/** Refusals that are final only if the entitlements in this memory are those of the ledger. */
const DEPENDS_ON_ENTITLEMENTS: readonly PlayErrorCode[] = [
  'FREE_SPINS_ACTIVE',
  'FREE_SPINS_OVER',
  'PROJECT_BET_LIMIT',
  'PLAYER_BLOCKED',
]

/** False: another node has moved the round since this memory read it. */
async function isCurrent({ ledger }: PlayerDeps, { driven }: RoundInPlay): Promise<boolean> {
  const { intent, progress } = driven.round
  const recorded = await ledger.findRound(intent.playerKey, intent.roundId)
  return recorded?.progress.version === progress.version
}

async function check(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  message: SpinMessage,
): Promise<ReturnType<typeof checkSpin>> {
  const { projectId } = state.player
  const game = deps.findGame(session.gameId)
  if (game === undefined) return { kind: 'refused', code: 'PROJECT_GAME_DISABLED' }
  const newRounds = deps.newRounds(projectId, game)
  if (newRounds !== 'allowed') return { kind: 'refused', code: NOT_ALLOWED[newRounds] }
  const { settings } = await deps.findProject(projectId)
  const entitlements = await recallEntitlements(deps, state, session)
  const offered = state.offers.find(({ sessionId }) => sessionId === session.sessionId)
  const offeredMaxMinor =
    offered === undefined ? offeredMaximum(game, session, settings, entitlements) : offered.maxMinor
  const ground = { game, session, settings, entitlements, offeredMaxMinor, nowMs: deps.nowMs() }
  const checked = checkSpin(ground, message)
  if (checked.kind === 'passed' && !deps.wallet.hasRoom(projectId)) {
    return { kind: 'refused', code: 'WALLET_BUSY' }
  }
  return checked
}

/** A lane that cannot say now whether a round is paused will be able to in a moment. */
const NOT_ALLOWED = { paused: 'GAME_PAUSED', unknown: 'BUSY' } as const satisfies Record<
  string,
  PlayErrorCode
>

async function tryOpening(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  checked: CheckedSpin,
): Promise<Attempt> {
  const { requestId } = checked
  const opening = await openNewRound(deps, state, session, checked)
  switch (opening.kind) {
    case 'opened':
      return answered(await driveCommand(deps, state, session, opening.play, requestId))
    case 'slot-taken':
      return answerSlotTaken(deps, state, session.gameId, opening.roundId, requestId)
    case 'outdated':
      await reloadPlayer(deps, state)
      return CLEARED
    case 'too-soon':
      return answered(await refuseUnlessAccepted(deps, state, requestId, 'SPIN_TOO_SOON'))
    case 'not-allowed':
      return answered(
        await refuseUnlessAccepted(deps, state, requestId, NOT_ALLOWED[opening.cause]),
      )
    case 'session-refused':
      return readmit(deps, state, session, opening.cause, requestId)
    case 'request-repeated': {
      const recorded = await repeatAnswer(deps, state, requestId)
      return recorded === null ? CLEARED : answered(recorded)
    }
  }
}

/**
 * Redis does not have the session, or refuses it, which an outdated Redis replica may do wrongly,
 * so the ledger decides. Cleared: the session is valid, and was written to Redis again.
 */
async function readmit(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  cause: 'no-session' | 'revoked' | 'expired',
  requestId: string,
): Promise<Attempt> {
  const row = await deps.ledger.findSession(session.sessionId)
  if (row?.tokenVersion !== session.tokenVersion) {
    return answered(encodeError(requestId, 'UNAUTHORIZED'))
  }
  if (isPast(row.expiresAtMs, deps.nowMs())) {
    return answered(await refuseUnlessAccepted(deps, state, requestId, 'SESSION_EXPIRED'))
  }
  if (cause === 'revoked') await reloadPlayer(deps, state)
  await deps.redisState.putSession(state.player, row.sessionId, row.expiresAtMs, row.tokenVersion)
  return CLEARED
}

/**
 * Redis holds a round as open that this memory does not have: it is in the ledger, or was never
 * written.
 */
async function answerSlotTaken(
  deps: PlayerDeps,
  state: PlayerState,
  gameId: string,
  roundId: string,
  requestId: string,
): Promise<Attempt> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRound(playerKey, roundId)
  if (round === null && isBeingWritten(deps, state, roundId)) {
    return answered(encodeError(requestId, 'BUSY', { retry: true }))
  }
  if (round === null || isOver(round)) {
    forgetRound(state, roundId)
    await freeStaleSlot(deps, state, gameId, roundId, round)
    return CLEARED
  }
  if (isDrivenElsewhere(deps, state, round)) {
    const isRepeated = round.intent.requestId === requestId
    return answered(
      isRepeated
        ? encodeError(requestId, 'BUSY', { retry: true })
        : await refuseUnlessAccepted(deps, state, requestId, 'ROUND_OPEN'),
    )
  }
  return answered(
    await answerDuringRound(deps, state, await resumeFromLedger(deps, state, round), requestId),
  )
}

async function freeStaleSlot(
  deps: PlayerDeps,
  state: PlayerState,
  gameId: string,
  roundId: string,
  round: Round | null,
): Promise<void> {
  if (round?.progress.state !== 'settled') {
    const how = round === null ? 'unwritten' : 'undone'
    // A round that the ledger does not have may be one that it lost, so what Redis remembers of it
    // is kept.
    const end = round === null ? undefined : endOf(round)
    await deps.redisState.closeRound(state.player, gameId, roundId, how, end)
  } else if ((await closeRound(deps, state, round)) === 'level-stepped') {
    await reloadPlayer(deps, state)
  }
}

/** A recent slot that was not taken here: the node that took it may be writing the round now. */
function isBeingWritten({ nowMs }: PlayerDeps, { abandoned }: PlayerState, roundId: string) {
  const isAbandonedHere = abandoned.some(each => each.roundId === roundId)
  return !isAbandonedHere && nowMs() - uuidTimeMs(roundId) < UNWRITTEN_ROUND_MS
}

/**
 * A recent round that owes the wallet a call: the node that opened it is still driving it, and two
 * drivers would collide.
 */
function isDrivenElsewhere({ nowMs }: PlayerDeps, state: PlayerState, round: Round): boolean {
  if (isAbandoned(state, round)) return false
  return isCallOwed(round) && nowMs() - round.intent.createdAtMs < WALLET_DEADLINE_MS
}

/**
 * The refusal of a spin includes the free spins that are due next, so that the client can follow.
 */
async function refuseSpin(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  requestId: string,
  code: PlayErrorCode,
): Promise<string> {
  if (code !== 'FREE_SPINS_ACTIVE' && code !== 'FREE_SPINS_OVER') {
    return refuseUnlessAccepted(deps, state, requestId, code)
  }
  const recorded = await repeatAnswer(deps, state, requestId)
  if (recorded !== null) return recorded
  const freeSpins = viewFreeSpins(await findDueGrant(deps, state, session))
  return encodeError(requestId, code, { freeSpins })
}
