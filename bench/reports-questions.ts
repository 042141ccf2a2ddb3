// The requests with which the reports are measured, and the plain scan that must give the same
// rows.

import { DAY_MS } from '../src/core/time.ts'
import type { Reports } from '../src/ledger/reports/reports.ts'
import { rowsOf } from '../test/support/report-rounds.ts'
import { DAYS, PROJECT } from './fill.ts'

export interface Question {
  name: string
  /** Resolves to a function that converts the report's rows into those of the plain scan. */
  ask(): Promise<() => unknown[]>
  plain: string
  values: unknown[]
}

/** Rounds were played from `startMs` to `endMs`. */
export function listQuestions(reports: Reports, startMs: number, endMs: number): Question[] {
  const middle = new Date((startMs + endMs) / 2).toISOString()
  return [
    ...ggrQuestions(reports, endMs),
    ...roundsQuestions(reports, middle),
    ...reconciliationQuestions(reports, startMs, endMs),
  ]
}

const MONEY = 'FROM round_money m JOIN player p USING (player_key) WHERE m.project_id = $1'

function roundsQuestions(reports: Reports, middle: string): Question[] {
  const ask = (fields: object) => async () => {
    const open = { playerId: null, gameId: null, currency: null, roundId: null, state: null }
    const query = { projectId: PROJECT, ...open, fromMs: null, toMs: null, after: null, limit: 101 }
    const rows = await reports.rounds({ ...query, ...fields })
    return () => rows.map(row => [row.roundId, row.playerId, `${row.betMinor}`, row.state])
  }
  const plain = (where: string, limit = 101) => `
    SELECT m.round_id, p.player_id, m.bet_minor::text, m.state ${MONEY} AND ${where}
    ORDER BY m.created_at DESC, m.round_id DESC LIMIT ${limit}`
  const question = (name: string, fields: object, where: string, value?: unknown): Question => ({
    name: `report_rounds: ${name}`,
    ask: ask(fields),
    plain: plain(where),
    values: value === undefined ? [PROJECT] : [PROJECT, value],
  })
  const after = { createdAt: middle, roundId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  const player = 'player-cfcd208495d565ef66e7dff9f98764da'
  return [
    question('first page', {}, 'true'),
    question('a page in the middle', { after }, 'm.created_at <= $2::timestamptz', middle),
    question('one player', { playerId: player }, 'p.player_id = $2', player),
    question('one game', { gameId: 'vault-keeper' }, 'm.game_id = $2', 'vault-keeper'),
    question('a game without rounds', { gameId: 'none' }, 'm.game_id = $2', 'none'),
    question('cancelled', { state: 'cancelled' }, 'm.state = $2', 'cancelled'),
    question('pending', { state: 'pending' }, 'm.state = $2', 'in_progress'),
  ]
}

function ggrQuestions(reports: Reports, endMs: number): Question[] {
  const tomorrowMs = Math.ceil(endMs / DAY_MS) * DAY_MS
  const question = (name: string, fromMs: number, toMs: number): Question => ({
    name: `report_ggr: ${name}`,
    ask: async () => {
      const groupBy = ['day', 'symbol', 'currency'] as const
      const query = { projectId: PROJECT, groupBy, gameId: null, currency: null, fromMs, toMs }
      const rows = rowsOf(await reports.ggr(query))
      return () =>
        rows.map(row => [
          row.day,
          row.gameId,
          row.currency,
          ...[row.rounds, row.cancelledRounds, row.freeSpinRounds, row.pendingRounds].map(String),
          ...[row.betsMinor, row.winsMinor, row.refundsMinor].map(String),
        ])
    },
    plain: `
      SELECT (m.created_at AT TIME ZONE 'UTC')::date::text, m.game_id, m.currency, count(*)::text,
        count(*) FILTER (WHERE state = 'cancelled')::text, count(*)
          FILTER (WHERE is_free_spin)::text,
        count(*) FILTER (WHERE bet_pending OR win_pending OR refund_pending)::text,
        coalesce(sum(bet_minor) FILTER (WHERE bet_counts), 0)::text,
        coalesce(sum(win_minor) FILTER (WHERE win_counts), 0)::text,
        coalesce(sum(bet_minor) FILTER (WHERE refund_counts), 0)::text
      FROM round_money m WHERE m.project_id = $1 AND m.created_at >= to_timestamp($2 / 1000.0)
        AND m.created_at < to_timestamp($3 / 1000.0)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    values: [PROJECT, fromMs, toMs],
  })
  return [
    // As operators ask for them: by dates.
    question('366 days', tomorrowMs - DAYS * DAY_MS, tomorrowMs),
    question('the last 31 days to the second', endMs - 31 * DAY_MS, endMs),
  ]
}

function reconciliationQuestions(reports: Reports, startMs: number, endMs: number): Question[] {
  const question = (
    name: string,
    fromMs: number | null,
    toMs: number | null,
    limit = 201,
    afterPlayer: string | null = null,
  ): Question => ({
    name: `report_reconciliation: ${name}`,
    ask: async () => {
      const query = { projectId: PROJECT, playerId: null, currency: null, fromMs, toMs, limit }
      const after = afterPlayer === null ? null : { playerId: afterPlayer, currency: '' }
      const rows = rowsOf(await reports.reconciliation({ ...query, after }))
      return () =>
        rows.map(row => [
          row.playerId,
          row.currency,
          ...[row.betCount, row.winCount, row.refundCount].map(String),
          ...[row.betsMinor, row.winsMinor, row.refundsMinor].map(String),
        ])
    },
    plain: `
      SELECT p.player_id, m.currency, count(*) FILTER (WHERE kind = 'bet')::text,
        count(*) FILTER (WHERE kind = 'win')::text, count(*) FILTER (WHERE kind = 'refund')::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'bet'), 0)::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'win'), 0)::text,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::text
      FROM round_money m JOIN player p USING (player_key) CROSS JOIN LATERAL (VALUES
        ('bet', bet_counts, bet_at, bet_minor), ('win', win_counts, win_at, win_minor),
        ('refund', refund_counts, refund_at, bet_minor)) o (kind, counts, at, amount)
      WHERE m.project_id = $1 AND o.counts AND o.at >= to_timestamp($2 / 1000.0)
        AND o.at < to_timestamp($3 / 1000.0) AND p.player_id > $4
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${limit}`,
    values: [PROJECT, fromMs ?? startMs - DAY_MS, toMs ?? endMs + DAY_MS, afterPlayer ?? ''],
  })
  return [
    question('first page', null, null),
    question('a page in the middle', null, null, 201, 'player-8'),
    question('1,000 players', null, null, 1_001),
    question('45 days', endMs - 75 * DAY_MS, endMs - 30 * DAY_MS),
    question('one day', endMs - 100 * DAY_MS, endMs - 99 * DAY_MS),
  ]
}
