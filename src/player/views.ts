// What a player may see: rounds and games as play messages. Events are shown only once the bet is
// confirmed and its result is revealed.

import type { Grant } from '../core/grant.ts'
import { type Currency, formatAmount } from '../core/money.ts'
import type { BetLadder, GameDefinition, Outcome } from '../games/engine/contract.ts'
import {
  countChoicesOfSpin,
  DEADLINE_REQUEST,
  isDecidedByDeadline,
  type Round,
  type RoundIntent,
  type RoundProgress,
} from '../round/round.ts'
import {
  type Elsewhere,
  PLAY_ERRORS,
  type ServerMessage,
  type SideMessage,
} from '../wire/play-answers.ts'
import type { BetView, GameView } from '../wire/play-game.ts'
import type { FreeSpinsView, FreeSpinView, RoundView } from '../wire/play-round.ts'

type Status = RoundView['status']

/** The round's status as the player sees it. */
export function statusOf(p: RoundProgress): Status {
  switch (p.state) {
    case 'debit_pending':
    case 'reconciliation_required':
      return 'pending'
    case 'in_progress':
      return p.awaiting ? 'awaiting' : 'crediting'
    case 'credit_pending':
      return 'crediting'
    case 'settled':
      return 'settled'
    case 'rejected':
    case 'cancelled':
      return 'rejected'
  }
}

/**
 * Grants around a round: the one that it is a spin of, and the one that the next spin in its game
 * will use.
 */
export interface GrantsInView {
  own: Grant | null
  due: Grant | null
}

/** The round now; `outcome` is the result after all its choices. */
export function viewRound(round: Round, outcome: Outcome, own: Grant | null): RoundView {
  const { intent, progress } = round
  const status = statusOf(progress)
  const visible = status !== 'pending' && status !== 'rejected'
  return viewPlayed(intent, own, {
    status,
    events: visible ? outcome.events : [],
    winUnits: visible ? progress.winUnits : 0,
    winMinor: visible ? progress.winMinor : 0n,
    // A choice made with the spin would reveal that there is a win.
    choices: visible ? progress.choices : progress.choices.slice(countChoicesOfSpin(round)),
    awaiting: status === 'awaiting' ? outcome.awaiting : null,
    decidedForPlayer: isDecidedByDeadline(round),
  })
}

/** The result of a command whose round is not over yet. */
export function encodeOutcome(
  round: Round,
  outcome: Outcome,
  grants: GrantsInView,
  requestId: string,
): string {
  return encodeMessage({
    type: 'outcome',
    requestId,
    ...viewShown(round, outcome, grants),
  })
}

/** The end of a round whose outcome was already sent. */
export function encodeSettled(round: Round, { own, due }: GrantsInView, requestId: string): string {
  return encodeMessage({
    type: 'settled',
    requestId,
    roundId: round.intent.roundId,
    ...balanceOf(round),
    freeSpin: viewFreeSpin(own),
    freeSpins: viewFreeSpins(due),
  })
}

/** The round as a message: the answer to `requestId`, or a push without a request. */
export function encodeRound(
  round: Round,
  outcome: Outcome,
  grants: GrantsInView,
  requestId?: string,
): string {
  return encodeMessage({
    type: 'round',
    ...(requestId === undefined ? {} : { requestId }),
    ...viewShown(round, outcome, grants),
  })
}

/** The fields that a round's outcome and its answer have in common. */
function viewShown(round: Round, outcome: Outcome, { own, due }: GrantsInView) {
  return {
    ...balanceOf(round),
    round: viewRound(round, outcome, own),
    freeSpins: viewFreeSpins(due),
  }
}

/** The last balance that the wallet reported with this round. */
export function balanceOf({ progress }: Round) {
  const { betConfirmedAtMs, winConfirmedAtMs, refundConfirmedAtMs } = progress
  return viewBalance(
    progress.balanceAfterMinor,
    refundConfirmedAtMs ?? winConfirmedAtMs ?? betConfirmedAtMs,
  )
}

function viewBalance(balanceMinor: bigint | null, balanceAt: number | null) {
  if (balanceMinor === null) return { balance: null, balanceAt: null }
  return { balance: formatAmount(balanceMinor), balanceAt }
}

/**
 * A command's answer from when the round had fewer choices than now, for a repeat of the command:
 * `outcome` is the result at that time. A later choice exists, so the round was waiting for it.
 */
export function encodeEarlierRound(
  { intent, progress }: Round,
  outcome: Outcome,
  choiceCount: number,
  winMinor: bigint,
  grants: GrantsInView,
  requestId: string,
): string {
  const { balanceAfterBetMinor, betConfirmedAtMs } = progress
  return encodeMessage({
    type: 'round',
    requestId,
    ...viewBalance(balanceAfterBetMinor, betConfirmedAtMs),
    round: viewPlayed(intent, grants.own, {
      status: 'awaiting',
      events: outcome.events,
      winUnits: outcome.winUnits,
      winMinor,
      choices: progress.choices.slice(0, choiceCount),
      awaiting: outcome.awaiting,
      decidedForPlayer: progress.choiceRequestIds[choiceCount - 1] === DEADLINE_REQUEST,
    }),
    freeSpins: viewFreeSpins(grants.due),
  })
}

type Played = Pick<
  RoundView,
  'status' | 'events' | 'winUnits' | 'choices' | 'awaiting' | 'decidedForPlayer'
>

function viewPlayed(
  intent: RoundIntent,
  own: Grant | null,
  played: Played & { winMinor: bigint },
): RoundView {
  return {
    roundId: intent.roundId,
    gameMode: intent.gameMode,
    currency: intent.currency,
    bet: JSON.parse(intent.betTerms) as RoundView['bet'],
    stake: formatAmount(intent.stakeMinor),
    baseStake: formatAmount(intent.baseStakeMinor),
    freeSpin: viewFreeSpin(own),
    status: played.status,
    events: played.events,
    winUnits: played.winUnits,
    win: formatAmount(played.winMinor),
    choices: played.choices,
    awaiting: played.awaiting,
    decidedForPlayer: played.decidedForPlayer,
  }
}

function viewFreeSpin(own: Grant | null): FreeSpinView | null {
  if (own === null) return null
  const { grantId, played, total, totalWinMinor } = own
  return { grantId, played, total, totalWin: formatAmount(totalWinMinor) }
}

export function viewFreeSpins(due: Grant | null): FreeSpinsView | null {
  if (due === null) return null
  return {
    grantId: due.grantId,
    bet: JSON.parse(due.betTerms) as FreeSpinsView['bet'],
    stake: formatAmount(due.betMinor),
    total: due.total,
    remaining: due.remaining,
    totalWin: formatAmount(due.totalWinMinor),
    expiresAt: due.expiresAtMs,
  }
}

export function viewGame(game: GameDefinition, currency: Currency): GameView {
  const { id, name, provider, version, layout, symbols, winsBy, lines, modes, mechanics } = game
  const named = { id, name, provider, version, layout, symbols, winsBy, lines, modes, mechanics }
  const { unitsPerBet, maxWinBets, defaultOption, rules } = game
  return {
    ...named,
    unitsPerBet,
    maxWinBets,
    defaultOption,
    fullBoardBets: rules.holdAndWin?.fullBoardBets ?? null,
    scattersForFreeGames: rules.freeGames?.scattersToTrigger ?? null,
    cascadeMultipliers: [...rules.cascadeMultipliers],
    bets: viewBets(game.bets, currency),
  }
}

function viewBets(bets: BetLadder, currency: Currency): BetView {
  switch (bets.kind) {
    case 'denomination':
      return { ...bets, denominationsMinor: bets.denominationsMinor[currency].map(String) }
    case 'coin':
      return { ...bets, coinsMinor: bets.coinsMinor[currency].map(String) }
    case 'level':
      return { ...bets, baseStakeMinor: String(bets.baseStakeMinor[currency]) }
  }
}

export function encodeMessage(message: ServerMessage | SideMessage | Elsewhere): string {
  return JSON.stringify(message)
}

type PlayError = Extract<ServerMessage, { type: 'error' }>

export function encodeError(
  requestId: string | null,
  code: PlayError['code'],
  options: { retry?: boolean; message?: string; freeSpins?: FreeSpinsView | null } = {},
): string {
  return encodeMessage({
    type: 'error',
    requestId,
    code,
    message: options.message ?? PLAY_ERRORS[code] ?? code,
    retry: options.retry ?? false,
    ...(options.freeSpins === undefined ? {} : { freeSpins: options.freeSpins }),
  })
}
