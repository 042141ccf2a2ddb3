// A recorded round as the play messages that its player received, or would have received: each
// command with its answers, drawn again from seed and choices. For the platform's own people; must
// never reach a player.

import type { Grant } from '../../core/grant.ts'
import { formatAmount } from '../../core/money.ts'
import { playRulesOf } from '../../core/play-rules.ts'
import { DEFAULT_SETTINGS } from '../../core/project-settings.ts'
import { COLLECT, type Decision } from '../../games/engine/contract.ts'
import {
  encodeEarlierRound,
  encodeMessage,
  encodeOutcome,
  encodeRound,
  encodeSettled,
  type GrantsInView,
  viewGame,
} from '../../player/views.ts'
import { drawnOf, drawOutcome } from '../../round/outcome.ts'
import {
  countChoicesOfSpin,
  debitMinor,
  type Round,
  type RoundProgress,
} from '../../round/round.ts'
import type { DrawnAgain } from './drawn-again.ts'
import type { ReplayFeed } from './schema.ts'

type Step = ReplayFeed['steps'][number]

/** @param grant of a free spin, in its present state */
export function makeReplayFeed(round: Round, drawn: DrawnAgain, grant: Grant | null): ReplayFeed {
  const { intent, progress } = round
  const { currency } = intent
  const grants = { own: grant, due: null }
  const { beforeMinor, afterMinor } = balancesOf(round)
  return {
    roundId: intent.roundId,
    gameId: intent.gameId,
    gameVersion: intent.gameVersion,
    gameMode: intent.gameMode,
    createdAt: new Date(intent.createdAtMs).toISOString(),
    currency,
    stakeMinor: intent.stakeMinor.toString(),
    winMinor: progress.winMinor.toString(),
    balanceBeforeMinor: beforeMinor?.toString() ?? null,
    balanceAfterMinor: afterMinor?.toString() ?? null,
    shown: shownOf(progress),
    matches: drawn.matches,
    welcome: said({
      type: 'welcome',
      requestId: 'replay',
      mode: 'TEST_ONLY',
      sessionId: intent.sessionId,
      expiresAt: 0,
      currency,
      language: 'en',
      clientLanguage: 'en',
      balance: formatAmount(beforeMinor ?? 0n),
      balanceAt: intent.createdAtMs,
      game: viewGame(drawn.game, currency),
      round: null,
      decided: null,
      freeSpins: null,
      paused: false,
      playRules: playRulesOf(DEFAULT_SETTINGS),
      sessionPlay: null,
    }),
    steps: [...earlierSteps(round, drawn, grants), lastStep(round, drawn, grants)],
  }
}

/**
 * As the wallet reported them with the round; the balance before the bet is computed from the one
 * after it.
 */
export function balancesOf({ intent, progress }: Round): {
  beforeMinor: bigint | null
  afterMinor: bigint | null
} {
  const { balanceAfterBetMinor, balanceAfterMinor } = progress
  const beforeMinor =
    balanceAfterBetMinor === null ? null : balanceAfterBetMinor + debitMinor(intent)
  return { beforeMinor, afterMinor: balanceAfterMinor }
}

/**
 * Whether the result was shown to the player. The reveal decision reaches the ledger with the next
 * save, so it may still be missing for a round that is not over.
 */
export function shownOf({ state }: Pick<RoundProgress, 'state'>): ReplayFeed['shown'] {
  switch (state) {
    case 'in_progress':
    case 'credit_pending':
    case 'settled':
      return 'yes'
    case 'rejected':
    case 'cancelled':
      return 'no'
    case 'debit_pending':
    case 'reconciliation_required':
      return 'unknown'
  }
}

/** Every command but the last: after each of them the round waited for its player. */
function earlierSteps(round: Round, { game }: DrawnAgain, grants: GrantsInView): Step[] {
  const { intent, progress } = round
  let asked: Decision | null = null
  const withSpin = countChoicesOfSpin(round)
  return progress.choices.slice(withSpin).map((_, each) => {
    const index = withSpin + each
    const outcome = drawOutcome(game, intent, progress.choices.slice(0, index))
    const { winMinor } = drawnOf(game, intent.baseStakeMinor, outcome)
    const requestId = requestOf(round, index)
    const command = commandOf(round, index, asked)
    asked = outcome.awaiting
    const answer = encodeEarlierRound(round, outcome, index, winMinor, grants, requestId)
    return { command, answers: [said(answer)] }
  })
}

/**
 * What the player receives with the last command: the round in its recorded state, or its end as it
 * would have been if it never got that far.
 */
function lastStep(round: Round, { game, outcome }: DrawnAgain, grants: GrantsInView): Step {
  const { intent, progress } = round
  const count = progress.choices.length
  const isSpin = count === countChoicesOfSpin(round)
  const before = isSpin ? null : drawOutcome(game, intent, progress.choices.slice(0, -1))
  const command = commandOf(round, count, before?.awaiting ?? null)
  const requestId = requestOf(round, count)
  if (progress.state === 'settled') {
    const crediting = { ...progress, state: 'credit_pending' as const }
    const untilWin = { ...crediting, balanceAfterMinor: progress.balanceAfterBetMinor }
    const first = encodeOutcome({ intent, progress: untilWin }, outcome, grants, requestId)
    return { command, answers: [said(first), said(encodeSettled(round, grants, requestId))] }
  }
  const isOwed = progress.state === 'in_progress' || progress.state === 'credit_pending'
  const state = outcome.awaiting === null ? 'settled' : 'in_progress'
  const shown = isOwed ? progress : { ...progress, state, awaiting: outcome.awaiting !== null }
  const answer = encodeRound(
    { intent, progress: shown as RoundProgress },
    outcome,
    grants,
    requestId,
  )
  return { command, answers: [said(answer)] }
}

/** The request id of the round's command at this index, the spin first. */
function requestOf({ intent, progress }: Round, index: number): string {
  return index === 0 ? intent.requestId : progress.choiceRequestIds[index - 1]!
}

/** @param asked the decision that the command answers; null: the command is the spin */
function commandOf(round: Round, index: number, asked: Decision | null): Step['command'] {
  const { intent, progress } = round
  const requestId = requestOf(round, index)
  const { roundId } = intent
  if (asked === null) {
    if (intent.freeSpin !== null) {
      return { type: 'free-spin', requestId, grantId: intent.freeSpin.grantId }
    }
    const bet = JSON.parse(intent.betTerms) as Extract<Step['command'], { type: 'spin' }>['bet']
    return { type: 'spin', requestId, bet, mode: intent.gameMode }
  }
  const option = progress.choices[index - 1]!
  if (asked.kind === 'choice') return { type: 'choose', requestId, roundId, option }
  if (option === COLLECT) return { type: 'collect', requestId, roundId }
  return { type: 'gamble', requestId, roundId, option }
}

/** The message as a client decodes it. */
function said<Message>(message: string | Parameters<typeof encodeMessage>[0]): Message {
  const text = typeof message === 'string' ? message : encodeMessage(message)
  return JSON.parse(text) as Message
}
