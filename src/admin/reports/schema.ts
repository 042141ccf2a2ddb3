// The reports of the panel, as JSON.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../../core/money.ts'
import { inOrder } from '../../ledger/reports/column.ts'
import { GGR_COLUMNS, PLAYER_COLUMNS, ROUND_COLUMNS } from '../../ledger/reports/report-columns.ts'
import { cursorText, limitText, minor, nextCursor, time, timeOrNull } from '../common-schema.ts'
import { rowSchema } from './rows.ts'

const projectId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Only this project; otherwise all.' }),
)
const end = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))
const period = {
  from: end('Inclusive. ISO date (its midnight in UTC) or date-time.'),
  to: end('Exclusive; the same forms.'),
}
const gameId = Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$' }))
const onlyCurrency = Type.Optional(Type.Enum([...CURRENCIES]))
const playerId = Type.Optional(Type.String({ minLength: 1, maxLength: 128 }))
const paged = { limit: Type.Optional(limitText), cursor: Type.Optional(cursorText) }
const count = Type.Integer({ minimum: 0 })
const archivedMonths = Type.Array(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$' }), {
  description:
    'Months of the period whose finished rounds are in archive files, and not in this answer.',
})

const roundsFilters = {
  projectId,
  ...period,
  playerId,
  gameId,
  currency: onlyCurrency,
  state: Type.Optional(Type.Enum(['settled', 'pending', 'cancelled', 'rejected'])),
}
export const RoundsReportFilters = Type.Object(roundsFilters)
export type RoundsReportFilters = Static<typeof RoundsReportFilters>
export const RoundsReportQuery = Type.Object({ ...roundsFilters, ...paged })

export const ReportedRound = rowSchema<typeof ROUND_COLUMNS>(ROUND_COLUMNS)
export type ReportedRound = Static<typeof ReportedRound>
export const RoundsReport = Type.Object({
  rows: Type.Array(ReportedRound, { description: 'Newest first.' }),
  nextCursor,
  archivedMonths,
})

/** The project of a row comes first. */
export const GGR_FIELDS = inOrder(GGR_COLUMNS, ['projectId'])

const ggrFilters = {
  projectId,
  from: end('Inclusive; without it the 31 days before `to`.'),
  to: end('Exclusive; now unless given. At most 366 days after `from`.'),
  groupBy: Type.Optional(
    Type.String({
      pattern: '^(day|game|currency|project)(,(day|game|currency|project)){0,3}$',
      description: 'Some of day, game, currency, project; rows are always split by currency.',
    }),
  ),
  gameId,
  currency: onlyCurrency,
}
export const GgrReportQuery = Type.Object(ggrFilters)
export type GgrReportQuery = Static<typeof GgrReportQuery>

export const GgrReportRow = rowSchema<typeof GGR_COLUMNS>(GGR_FIELDS)
export type GgrReportRow = Static<typeof GgrReportRow>
export const GgrReport = Type.Object({
  from: time,
  to: time,
  rows: Type.Array(GgrReportRow, { description: 'By day, game and currency.' }),
})

const reconciliationFilters = { projectId, ...period, playerId, currency: onlyCurrency }
export const ReconciliationReportFilters = Type.Object(reconciliationFilters)
export type ReconciliationReportFilters = Static<typeof ReconciliationReportFilters>
export const ReconciliationReportQuery = Type.Object({ ...reconciliationFilters, ...paged })

export const ReconciledPlayer = rowSchema<typeof PLAYER_COLUMNS>(PLAYER_COLUMNS)
export type ReconciledPlayer = Static<typeof ReconciledPlayer>
export const ReconciliationReport = Type.Object({ rows: Type.Array(ReconciledPlayer), nextCursor })

const day = Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }))
export const ReturnsReportQuery = Type.Object({ projectId, from: day, to: day, gameId })
export type ReturnsReportQuery = Static<typeof ReturnsReportQuery>

const percent = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{3}$' })
const percentOrNull = Type.Union([percent, Type.Null()])
export const ReturnedGame = Type.Object({
  gameId: Type.String(),
  gameVersion: Type.String(),
  gameMode: Type.String(),
  level: Type.Union([Type.String({ pattern: '^[0-9]+\\.[0-9]{2}$' }), Type.Null()], {
    description: 'Null: the natural reel set.',
  }),
  rounds: count,
  theoretical: {
    ...percentOrNull,
    description: 'Null: the catalogue has another version of the game.',
  },
  actual: {
    ...percentOrNull,
    description: 'The mean over the rounds, each counted the same whatever its stake.',
  },
  low: { ...percentOrNull, description: 'Of the 99 % band around the mean.' },
  high: percentOrNull,
  deviationOf: Type.Union([Type.Enum(['mathematics', 'rounds']), Type.Null()], {
    description: 'Whose standard deviation the band uses; with few rounds that of the PAR sheet.',
  }),
  isOutside: Type.Boolean({
    description:
      'The theoretical return is outside the band. That happens by chance in one case of a ' +
      'hundred.',
  }),
  verdict: Type.Enum(['within', 'outside', 'too-few-rounds', 'unknown'], {
    description:
      '`within`: the theoretical return is in the band, and there are enough rounds for that ' +
      'to mean something. `too-few-rounds`: it is in the band, but with fewer than ' +
      '`roundsNeeded` a return that is wrong by ten points would mostly be in it too. ' +
      '`unknown`: there is no theoretical return.',
  }),
  roundsNeeded: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description:
      'How many rounds reveal a return that is wrong by ten points in nine of ten cases, by ' +
      'the 99 % band.',
  }),
  money: Type.Array(
    Type.Object({
      currency: Type.String(),
      stakesMinor: minor,
      winsMinor: minor,
      actual: { ...percentOrNull, description: 'Wins divided by stakes.' },
    }),
  ),
})
export type ReturnedGame = Static<typeof ReturnedGame>
export const ReturnsReport = Type.Object({
  rows: Type.Array(ReturnedGame),
  untilAt: {
    ...timeOrNull,
    description: 'Rounds that started before it are counted; null: older rounds are still added.',
  },
})
export type ReturnsReport = Static<typeof ReturnsReport>
