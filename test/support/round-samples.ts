// Rounds for the tests of the round machine: one intent, and rounds brought to a state by the
// machine's own moves, never by hand.

import type { WalletAnswer } from '../../src/core/wallet-operation.ts'
import { OPENED_HERE } from '../../src/round/driver-state.ts'
import {
  applyInput,
  type DrivenRound,
  type RoundInput,
  resumeRound,
} from '../../src/round/machine.ts'
import { type Drawn, openRound, type Round } from '../../src/round/round.ts'

export const ROUND_ID = '0190a8e2-7f3a-7b1c-8d5e-2a4c6e8f0a1b'
export const STAKE = 1_000n
export const WIN = 2_500n

export const accepted = (balanceMinor = 5_000n): WalletAnswer => ({
  kind: 'accepted',
  balanceMinor,
})
export const refused: WalletAnswer = { kind: 'refused', code: 'INSUFFICIENT_FUNDS' }
export const unknown: WalletAnswer = { kind: 'unknown', reason: 'timeout', detail: 'no answer' }

export const loses: Drawn = { winUnits: 0, winMinor: 0n, awaiting: false }
export const pays: Drawn = { winUnits: 50, winMinor: WIN, awaiting: false }
export const waits: Drawn = { winUnits: 50, winMinor: WIN, awaiting: true }

/** The ledger's row of a round just opened. */
export function planned(drawn: Drawn): Round {
  return openRound(
    {
      roundId: ROUND_ID,
      playerKey: '7',
      sequence: 1n,
      requestId: 'spin-1',
      sessionId: '0190a8e2-0000-7000-8000-000000000001',
      gameId: 'some-game',
      gameVersion: '1',
      gameMode: 'base',
      currency: 'EUR',
      betTerms: '{"level":1}',
      baseStakeMinor: STAKE,
      stakeMinor: STAKE,
      seed: new Uint8Array(32),
      levelBps: null,
      levelSource: null,
      freeSpin: null,
      appliedTarget: null,
      createdAtMs: 1_000,
    },
    drawn,
  )
}

/** A round just opened, in the process that opened it. */
export function opened(drawn: Drawn): DrivenRound {
  return held(planned(drawn))
}

/** A round in the process that wrote it. */
export function held(round: Round): DrivenRound {
  return { round, driver: OPENED_HERE }
}

/** The round after these inputs, in this order. */
export function after(round: DrivenRound, ...inputs: RoundInput[]): DrivenRound {
  return inputs.reduce(applyInput, round)
}

/** A round read from the ledger again: what was only in memory is unknown. */
export function reloaded({ round }: DrivenRound): DrivenRound {
  return resumeRound(round)
}

export const input = {
  betAccepted: { type: 'bet-answered', answer: accepted(), atMs: 1_100 },
  betRefused: { type: 'bet-answered', answer: refused, atMs: 1_100 },
  betUnknown: { type: 'bet-answered', answer: unknown, atMs: 1_100 },
  revealed: { type: 'reveal-decided', as: 'revealed', atMs: 1_200 },
  cancelledBefore: { type: 'reveal-decided', as: 'cancelled', atMs: 1_200 },
  revealLost: { type: 'reveal-lost', isHeld: false },
  revealUnsure: { type: 'reveal-lost', isHeld: true },
  reloaded: { type: 'reloaded' },
  unanswered: { type: 'unanswered' },
  started: { type: 'notified', event: 'start', atMs: 1_300 },
  finished: { type: 'notified', event: 'finish', atMs: 1_900 },
  winAccepted: { type: 'win-answered', answer: accepted(7_500n), atMs: 1_500 },
  winUnknown: { type: 'win-answered', answer: unknown, atMs: 1_500 },
  refundAccepted: { type: 'refund-answered', answer: accepted(), atMs: 1_700 },
  refundUnknown: { type: 'refund-answered', answer: unknown, atMs: 1_700 },
  collects: { type: 'decided', option: 'collect', requestId: 'd-1', drawn: pays, atMs: 1_400 },
  gambles: { type: 'decided', option: 'red', requestId: 'd-2', drawn: waits, atMs: 1_400 },
  busts: { type: 'decided', option: 'black', requestId: 'd-3', drawn: loses, atMs: 1_400 },
  cancelledByOperator: { type: 'cancelled', reason: 'operator_cancel', atMs: 1_600 },
  cancelledByPolicy: { type: 'cancelled', reason: 'bet_unconfirmed', atMs: 1_600 },
  retry: { type: 'retry' },
  setAside: { type: 'set-aside' },
  saved: { type: 'saved' },
  closed: { type: 'closed', isOutdated: false },
  closedOutdated: { type: 'closed', isOutdated: true },
} as const satisfies Record<string, RoundInput>
