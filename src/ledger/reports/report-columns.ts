// The columns of the reports: one entry each, from which everything else about a column is made.
// Pure.

import { BET_REFUSALS } from '../../core/wallet-operation.ts'
import { RECONCILIATION_AFTER_MS } from '../../limits.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { defineColumns } from './column.ts'

/** Expressions over rounds of `round_money`. */
export const GGR_COLUMNS = defineColumns([
  { name: 'day', kind: 'text', nullable: true },
  { name: 'gameId', title: 'game', kind: 'text', nullable: true },
  { name: 'currency', kind: 'currency' },
  {
    name: 'rounds',
    kind: 'count',
    sql: 'count(*)',
    note: 'All rounds that started, whatever became of them (ours).',
  },
  { name: 'cancelledRounds', kind: 'count', sql: "count(*) FILTER (WHERE state = 'cancelled')" },
  { name: 'freeSpinRounds', kind: 'count', sql: 'count(*) FILTER (WHERE is_free_spin)' },
  {
    name: 'betsMinor',
    kind: 'money',
    sql: 'coalesce(sum(bet_minor) FILTER (WHERE bet_counts), 0)',
    note: 'Confirmed bets; a free spin bets 0.00.',
  },
  {
    name: 'winsMinor',
    kind: 'money',
    sql: 'coalesce(sum(win_minor) FILTER (WHERE win_counts), 0)',
    note: 'Confirmed wins.',
  },
  {
    name: 'refundsMinor',
    kind: 'money',
    sql: 'coalesce(sum(bet_minor) FILTER (WHERE refund_counts), 0)',
    note: 'Confirmed refunds of confirmed bets (ours).',
  },
  {
    name: 'ggrMinor',
    kind: 'money',
    plus: ['betsMinor'],
    minus: ['refundsMinor', 'winsMinor'],
    note: 'bets - refunds - wins.',
  },
  {
    name: 'pendingRounds',
    operator: 'pending_operations',
    kind: 'count',
    sql: 'count(*) FILTER (WHERE bet_pending OR win_pending OR refund_pending)',
    unfinished: true,
    note: 'Rounds with an unconfirmed operation; its money is not in the totals.',
  },
  {
    name: 'projectId',
    title: 'project',
    kind: 'text',
    nullable: true,
    panelNote: 'Null unless rows are asked for by project.',
  },
])

/**
 * Expressions over rounds of `round_money`; `{bet}`, `{win}` and `{refund}` are whether the time of
 * the operation is in the period.
 */
export const PLAYER_COLUMNS = defineColumns([
  { name: 'projectId', title: 'project', kind: 'text' },
  { name: 'playerId', kind: 'text' },
  { name: 'currency', kind: 'currency' },
  {
    name: 'betCount',
    kind: 'count',
    sql: 'count(*) FILTER (WHERE bet_counts AND {bet})',
    note: 'Confirmed bets, those of free spins included (ours).',
  },
  { name: 'winCount', kind: 'count', sql: 'count(*) FILTER (WHERE win_counts AND {win})' },
  { name: 'refundCount', kind: 'count', sql: 'count(*) FILTER (WHERE refund_counts AND {refund})' },
  {
    name: 'betsMinor',
    kind: 'money',
    sql: 'coalesce(sum(bet_minor) FILTER (WHERE bet_counts AND {bet}), 0)',
    note: 'Confirmed bets.',
  },
  {
    name: 'winsMinor',
    kind: 'money',
    sql: 'coalesce(sum(win_minor) FILTER (WHERE win_counts AND {win}), 0)',
    note: 'Confirmed wins.',
  },
  {
    name: 'refundsMinor',
    kind: 'money',
    sql: 'coalesce(sum(bet_minor) FILTER (WHERE refund_counts AND {refund}), 0)',
    note: 'Confirmed refunds of confirmed bets (ours).',
  },
  {
    name: 'netMinor',
    title: 'net_wallet_change',
    kind: 'money',
    plus: ['winsMinor', 'refundsMinor'],
    minus: ['betsMinor'],
    note: 'wins + refunds - bets.',
    panelNote: 'wins + refunds - bets: what the wallet must show.',
  },
  {
    name: 'pendingOperations',
    operator: 'operations',
    kind: 'count',
    sql: `count(*) FILTER (WHERE bet_pending AND {bet})
      + count(*) FILTER (WHERE win_pending AND {win})
      + count(*) FILTER (WHERE refund_pending AND {refund})`,
    unfinished: true,
  },
  {
    name: 'pendingWinsMinor',
    operator: 'wins',
    kind: 'money',
    sql: 'coalesce(sum(win_minor) FILTER (WHERE win_pending AND {win}), 0)',
    unfinished: true,
    note: 'Amounts of unconfirmed wins.',
  },
  {
    name: 'pendingRefundsMinor',
    operator: 'refunds',
    kind: 'money',
    sql: 'coalesce(sum(bet_minor) FILTER (WHERE refund_pending AND {refund}), 0)',
    unfinished: true,
    note: 'Amounts of unconfirmed refunds.',
  },
])

const DAY_AGO = `now() - interval '${RECONCILIATION_AFTER_MS} milliseconds'`

/** An operation was planned a day ago and is not confirmed. */
export const IS_OVERDUE = `(m.bet_pending AND m.created_at < ${DAY_AGO}
  OR m.win_pending AND m.win_at < ${DAY_AGO} OR m.refund_pending AND m.refund_at < ${DAY_AGO})`

/** SQL: the state of a round `m` of round_money, as reports show it. */
export const SHOWN_STATE = `CASE WHEN ${IS_OVERDUE} THEN 'reconciliation_required' ELSE m.state END`

const STATUSES = ['planned', 'sent', 'unknown', 'confirmed', 'rejected'] as const

/** Expressions over a round `m` of `round_money` and its player `p`. */
export const ROUND_COLUMNS = defineColumns([
  { name: 'roundId', kind: 'text', sql: 'm.round_id' },
  { name: 'projectId', title: 'project', kind: 'text', sql: 'm.project_id' },
  { name: 'playerId', kind: 'text', sql: 'p.player_id' },
  { name: 'gameId', title: 'game', kind: 'text', sql: 'm.game_id' },
  { name: 'currency', kind: 'currency', sql: 'm.currency' },
  { name: 'state', kind: 'text', values: ROUND_STATES, sql: SHOWN_STATE },
  { name: 'freeSpin', kind: 'flag', sql: 'm.is_free_spin' },
  /** The amount that was or will be debited. */
  { name: 'betMinor', kind: 'money', sql: 'm.bet_minor' },
  { name: 'betStatus', kind: 'text', values: STATUSES, sql: 'm.bet_status' },
  { name: 'winMinor', kind: 'money', sql: 'm.win_minor' },
  { name: 'winStatus', kind: 'text', values: STATUSES, nullable: true, sql: 'm.win_status' },
  { name: 'refundStatus', kind: 'text', values: STATUSES, nullable: true, sql: 'm.refund_status' },
  { name: 'cancelReason', kind: 'text', nullable: true, sql: 'm.cancel_reason' },
  { name: 'createdAt', kind: 'time', sql: 'm.created_at' },
  { name: 'settledAt', kind: 'time', nullable: true, sql: 'm.settled_at' },
  {
    name: 'decidedForPlayer',
    kind: 'flag',
    sql: 'm.is_decided_for_player',
    panelNote: "The platform made the last decision because the project's deadline had passed.",
  },
  {
    name: 'refusalCode',
    kind: 'text',
    values: BET_REFUSALS,
    nullable: true,
    sql: 'm.refusal_code',
    panelNote: 'Why the wallet refused the bet; null unless the round is `rejected`.',
  },
])
