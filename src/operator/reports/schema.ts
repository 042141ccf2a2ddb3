// The report methods of POST /gameActions.do: requests and answers. Source: operator API,
// "Reporting methods". What the specification leaves open is marked "ours".

import { type Static, type TSchema, Type } from 'typebox'
import { CURRENCIES } from '../../core/money.ts'
import { BET_REFUSALS } from '../../core/wallet-operation.ts'
import { type Column, inOrder } from '../../ledger/reports/column.ts'
import { GGR_COLUMNS, PLAYER_COLUMNS } from '../../ledger/reports/report-columns.ts'
import {
  REPORT_CURSOR_MAX_CHARS,
  REPORT_PERIOD_DAYS_DEFAULT,
  REPORT_PERIOD_DAYS_MAX,
  REPORT_PLAYERS_DEFAULT,
  REPORT_PLAYERS_MAX,
  REPORT_ROUNDS_DEFAULT,
  REPORT_ROUNDS_MAX,
} from '../../limits/reports.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { currency, gameAction, ok, playerId } from '../common-schema.ts'
import { WALLET_CAUSES } from '../errors.ts'

const onlyPlayer = Type.Optional(playerId('any', 'Only this player.'))
const symbol = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  description: 'Only this game. A game without rounds gives no rows, published or not (ours).',
})
const onlyCurrency = Type.Enum([...CURRENCIES], { description: 'Only this currency.' })
const end = (description: string) => Type.String({ minLength: 1, maxLength: 64, description })
const from = end(
  'Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours).',
)
const to = end('Exclusive; later than `from` (ours). The same forms as `from`.')
const limit = (max: number, initial: number) =>
  Type.Integer({ minimum: 1, maximum: max, default: initial, description: 'Rows per page.' })
const cursor = Type.String({
  minLength: 1,
  maxLength: REPORT_CURSOR_MAX_CHARS,
  description:
    'The `next_cursor` of the previous page, with the same filters; `limit` may differ (ours).',
})
const noted = (description?: string) => (description === undefined ? {} : { description })
const amount = (description?: string) =>
  Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$', ...noted(description) })
const count = (description?: string) => Type.Integer({ minimum: 0, ...noted(description) })
const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const nextCursor = nullable(Type.String({ description: 'Null on the last page.' }))

export const ReportRoundsRequest = gameAction('report_rounds', {
  player_id: onlyPlayer,
  symbol: Type.Optional(symbol),
  currency: Type.Optional(onlyCurrency),
  round_id: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
      description: 'Only this round.',
    }),
  ),
  state: Type.Optional(
    Type.Enum(['settled', 'pending', 'cancelled', 'rejected'], {
      description:
        '`pending`: every state other than these three (ours): rows with `debit_pending`, ' +
        '`in_progress`, `credit_pending` and `reconciliation_required`.',
    }),
  ),
  from: Type.Optional(from),
  to: Type.Optional(to),
  limit: Type.Optional(limit(REPORT_ROUNDS_MAX, REPORT_ROUNDS_DEFAULT)),
  cursor: Type.Optional(cursor),
})
export type ReportRoundsRequest = Static<typeof ReportRoundsRequest>

const operation = Type.Object({
  amount: nullable(amount('Null when there is no such operation.')),
  status: nullable(
    Type.Enum(['planned', 'sent', 'unknown', 'confirmed', 'rejected'], {
      description:
        '`planned`: no answer is recorded; its first call may be under way, or answered a moment ' +
        'ago. `sent`: a call is under way. `unknown`: the last call had no clear answer, so the ' +
        'operation is repeated. `confirmed`: the wallet answered ok. `rejected`: the wallet ' +
        'refused the bet.',
    }),
  ),
  cause: Type.Optional(
    Type.Enum([...WALLET_CAUSES], {
      description:
        'Ours, with `unknown`: why the last call had no clear answer, as in ' +
        '`BALANCE_UNAVAILABLE`. `refused`: your wallet answered `status: error` with another ' +
        'code than those that end a bet. Absent until the call is logged, about a second, and ' +
        'once the log no longer has it, after a week.',
    }),
  ),
})

const reportRound = Type.Object({
  round_id: Type.String(),
  player_id: Type.String(),
  symbol: Type.String(),
  currency,
  mode: Type.Literal('TEST_ONLY'),
  state: Type.Enum([...ROUND_STATES], {
    description:
      '`debit_pending`: no confirmation of the bet is recorded yet. `in_progress`: the bet is ' +
      'confirmed, the round goes on. `credit_pending`: the win is not confirmed. ' +
      '`reconciliation_required`: the wallet has not confirmed an operation for 24 hours. The platform keeps trying (ours).',
  }),
  free_spin: Type.Boolean(),
  bet: operation,
  win: operation,
  refund: operation,
  cancel_reason: nullable(
    Type.String({
      description: '`operator_cancel`: by `round_cancel`. `bet_unconfirmed`: by the cancel policy.',
    }),
  ),
  created_at: Type.String({
    format: 'date-time',
    description:
      'The start of the round. `meta.time` of its bet is the same moment in whole seconds.',
  }),
  settled_at: nullable(
    Type.String({ format: 'date-time', description: 'When the round ended; null before.' }),
  ),
  decided_for_player: Type.Optional(
    Type.Literal(true, {
      description:
        "The platform made the last decision of the round because the project's deadline had " +
        'passed. Absent otherwise (ours).',
    }),
  ),
  refusal_code: Type.Optional(
    Type.Enum([...BET_REFUSALS], {
      description: 'Of a `rejected` round: the answer of the wallet. Absent otherwise (ours).',
    }),
  ),
})

export const ReportRoundsAnswer = Type.Object({
  ...ok,
  rounds: Type.Array(reportRound, { description: 'Newest first.' }),
  next_cursor: nextCursor,
  archived_months: Type.Optional(
    Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }), {
      description:
        'Months of the period whose finished rounds were archived: they are not in `rounds`; ' +
        'ask the platform for them. Absent if there are no such months (ours).',
    }),
  ),
})
export type ReportRoundsAnswer = Static<typeof ReportRoundsAnswer>

export const ReportGgrRequest = gameAction('report_ggr', {
  from: Type.Optional(from),
  to: Type.Optional(
    Type.String({
      ...to,
      description:
        'Exclusive; now by default. Without `from` the period is the ' +
        `${REPORT_PERIOD_DAYS_DEFAULT} days before it; at most ${REPORT_PERIOD_DAYS_MAX} days ` +
        'after `from`.',
    }),
  ),
  group_by: Type.Optional(
    Type.Array(Type.Enum(['day', 'symbol', 'currency']), {
      uniqueItems: true,
      default: ['day', 'symbol', 'currency'],
      description:
        'Fewer keys give coarser totals. Rows are always split by currency and contain it, ' +
        'because amounts of different currencies are never added (ours).',
    }),
  ),
  symbol: Type.Optional(symbol),
  currency: Type.Optional(onlyCurrency),
})
export type ReportGgrRequest = Static<typeof ReportGgrRequest>

export const operatorField = ({ operator, title }: Column) => (operator ?? title)!

/** The counts and sums of a report; the specification names its keys. */
const isFigure = ({ kind }: Column) => kind === 'count' || kind === 'money'
export const GGR_FIGURES = GGR_COLUMNS.filter(isFigure)
/** In the order of the specification; columns that are not named follow. */
const PLAYER_ORDER = [
  ...['betsMinor', 'winsMinor', 'refundsMinor', 'netMinor', 'betCount', 'winCount', 'refundCount'],
  ...['pendingOperations', 'pendingRefundsMinor', 'pendingWinsMinor'],
]
const ofPlayer = inOrder(PLAYER_COLUMNS, PLAYER_ORDER).filter(isFigure)
export const PLAYER_FIGURES = ofPlayer.filter(({ unfinished }) => unfinished !== true)
export const PENDING_FIGURES = ofPlayer.filter(({ unfinished }) => unfinished === true)

const figureFields = (columns: readonly Column[]): Record<string, TSchema> => {
  const figure = ({ kind, note }: Column) => (kind === 'money' ? amount(note) : count(note))
  return Object.fromEntries(columns.map(column => [operatorField(column), figure(column)]))
}

const ggrRow = Type.Object({
  day: Type.Optional(Type.String({ format: 'date', description: 'UTC day of the round start.' })),
  symbol: Type.Optional(Type.String()),
  currency,
  ...figureFields(GGR_FIGURES),
})

export const ReportGgrAnswer = Type.Object({
  ...ok,
  period: Type.Object({
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
  }),
  group_by: Type.Array(Type.Enum(['day', 'symbol', 'currency'])),
  rows: Type.Array(ggrRow, { description: 'By day, game and currency (ours).' }),
})
export type ReportGgrAnswer = Static<typeof ReportGgrAnswer>

export const ReportReconciliationRequest = gameAction('report_reconciliation', {
  player_id: onlyPlayer,
  currency: Type.Optional(onlyCurrency),
  from: Type.Optional(from),
  to: Type.Optional(to),
  limit: Type.Optional(limit(REPORT_PLAYERS_MAX, REPORT_PLAYERS_DEFAULT)),
  cursor: Type.Optional(cursor),
})
export type ReportReconciliationRequest = Static<typeof ReportReconciliationRequest>

const playerTotals = Type.Object({
  player_id: Type.String(),
  currency,
  ...figureFields(PLAYER_FIGURES),
  pending: Type.Object(figureFields(PENDING_FIGURES), {
    description: 'Operations planned in the period that the wallet has not confirmed.',
  }),
})

export const ReportReconciliationAnswer = Type.Object({
  ...ok,
  players: Type.Array(playerTotals, { description: 'By player and currency (ours).' }),
  next_cursor: nextCursor,
})
export type ReportReconciliationAnswer = Static<typeof ReportReconciliationAnswer>
