// The wallet callbacks as webhooks of the document: the purpose of each, and examples. The schemas
// are in wallet-callbacks.

import type { TSchema } from 'typebox'
import { transactionId, type WalletMethod } from '../../core/wallet-operation.ts'
import { BALANCE_PACE_MS } from '../../limits.ts'
import { SummaryOk, WalletError } from '../wallet-callbacks.ts'
import { CREDENTIALS, GRANT_ID, ROUND_ID, SESSION_ID } from './examples.ts'

export interface Callback {
  summary: string
  description: string
  /** Default: an answer with the balance, or an error. */
  answers?: readonly TSchema[]
  /** By name: bodies without `method`. */
  examples: Readonly<Record<string, object>>
  exampleAnswers: Readonly<Record<string, object>>
}

const PLAYER = { api_key: CREDENTIALS.api_key, player_id: 'p-77', session_id: SESSION_ID }
const COMMON = { ...PLAYER, currency: 'EUR', game: 'lucky-lanterns', timestamp: 1767225600 }
const ROUND = { round_id: ROUND_ID, time: 1767225600 }
const OK = { status: 'ok', balance: 120.5, currency: 'EUR' }
const FREE_SPINS = {
  is_freespins: true,
  freespins: { grant_id: GRANT_ID, external_id: 'welcome-77', nominal_bet: 0.5, remaining: 9 },
}

const money = (operation: 'bet' | 'win' | 'refund', amount: number, more: object = {}) => ({
  ...COMMON,
  amount,
  meta: { transaction: transactionId(operation, ROUND_ID), ...ROUND, ...more },
})

export const CALLBACKS: Readonly<Record<WalletMethod, Callback>> = {
  session_info: {
    summary: 'Ask for the balance',
    description:
      'At launch, as the connection test of the admin panel, and (ours) when the player asks for ' +
      `the balance between rounds, at most once in ${BALANCE_PACE_MS / 1_000} seconds per ` +
      'session. Nothing changes.',
    examples: { session_info: PLAYER },
    exampleAnswers: { ok: OK },
  },
  bet: {
    summary: 'Debit a bet',
    description:
      'Before a paid round. `INSUFFICIENT_FUNDS` (HTTP 200) rejects the round and nothing is ' +
      'debited. Any answer other than `ok` leaves the outcome unknown: the same body is sent ' +
      'again until the bet is confirmed, refused, or cancelled and refunded. A bet of 0 with ' +
      '`is_freespins` is a free spin: accept it. More codes refuse a bet for good in a project ' +
      'that has them switched on (ours, see `message`).',
    examples: { bet: money('bet', 2.5), free_spin: money('bet', 0, FREE_SPINS) },
    exampleAnswers: {
      ok: OK,
      refused: { status: 'error', message: 'INSUFFICIENT_FUNDS', balance: 0.4, currency: 'EUR' },
      cancelled: { status: 'error', message: 'TRANSACTION_CANCELLED' },
      refused_for_good: { status: 'error', message: 'PLAYER_BLOCKED' },
    },
  },
  win: {
    summary: 'Credit a win',
    description:
      'Only if the round pays. Repeated until the wallet answers ok, also after the session ' +
      'has expired (ours): a win belongs to a confirmed bet, so there is no reason to refuse ' +
      'it.',
    examples: { win: money('win', 12.5), free_spin: money('win', 1.2, FREE_SPINS) },
    exampleAnswers: { ok: OK },
  },
  round_info: {
    summary: 'A round starts or finishes',
    description:
      'Order of a paid round: `bet`, `round_info` (start), `win` if it pays, `round_info` ' +
      '(finish). It moves no money, may arrive late, and is repeated for a day, unless the ' +
      'platform is set to repeat longer (ours).',
    examples: {
      start: { ...COMMON, meta: { event: 'start', ...ROUND } },
      forced: { ...COMMON, forced: true, meta: { event: 'finish', ...ROUND } },
    },
    exampleAnswers: { ok: OK },
  },
  refund: {
    summary: 'Give a bet back',
    description:
      'An unconfirmed bet was cancelled, or the operator cancelled the round. If the bet was ' +
      'debited, credit it back once; if it never arrived, record its id as cancelled, answer ok, ' +
      'and refuse the bet if it arrives later. Repeated until the wallet answers ok.',
    examples: { refund: money('refund', 2.5, { original_transaction: `bet-${ROUND_ID}` }) },
    exampleAnswers: { ok: OK },
  },
  freespins_finished: {
    summary: 'A grant of free spins is finished',
    description:
      'Once per grant, after its last started round. The wins have been credited by `win`. ' +
      'Answer `status: ok`; it is repeated until then, after 10 s x 2^attempts, at most 1 hour.',
    answers: [SummaryOk, WalletError],
    examples: {
      freespins_finished: {
        api_key: CREDENTIALS.api_key,
        grant_id: GRANT_ID,
        external_id: 'welcome-77',
        player_id: 'p-77',
        currency: 'EUR',
        game: 'lucky-lanterns',
        timestamp: 1_767_225_900,
        status: 'used',
        total: 10,
        played: 10,
        bet: '0.50',
        total_win: '7.35',
        finished_at: '2026-01-01T00:05:00.000Z',
      },
    },
    exampleAnswers: { ok: { status: 'ok' } },
  },
}
