// The reports, as operators read them.

import { ROUND_ID } from '../../wire/openapi/examples.ts'
import type { OperatorCapability } from '../capability.ts'
import {
  ReportGgrAnswer,
  ReportGgrRequest,
  ReportReconciliationAnswer,
  ReportReconciliationRequest,
  ReportRoundsAnswer,
  ReportRoundsRequest,
} from './schema.ts'

const PERIOD = { from: '2026-01-01', to: '2026-02-01' }

export const REPORTS: OperatorCapability = {
  parts: {
    ReportRound: ReportRoundsAnswer.properties.rounds.items,
    GgrRow: ReportGgrAnswer.properties.rows.items,
    PlayerTotals: ReportReconciliationAnswer.properties.players.items,
    ReportRoundsAnswer,
    ReportGgrAnswer,
    ReportReconciliationAnswer,
  },
  methods: [
    {
      name: 'report_rounds',
      summary: 'Round history',
      description:
        'Newest first, by the start of the round: `from` is inclusive, `to` exclusive. ' +
        '`next_cursor` opens the next page and is null on the last. Ours: a cursor is valid ' +
        'only with the same filters; pages never skip or repeat a round that existed ' +
        'throughout. `archived_months` names months of the period whose rounds are no longer ' +
        'here.',
      request: ReportRoundsRequest,
      answer: ReportRoundsAnswer,
      errors: [
        'INVALID_PLAYER_ID',
        'INVALID_SYMBOL',
        'INVALID_CURRENCY',
        'INVALID_ROUND_ID',
        'INVALID_STATE',
        'INVALID_FROM',
        'INVALID_TO',
        'INVALID_PERIOD',
        'INVALID_LIMIT',
        'INVALID_CURSOR',
      ],
      examples: {
        request: {
          player_id: 'p-77',
          state: 'settled',
          ...PERIOD,
          limit: 1,
        },
        answer: {
          rounds: [
            {
              round_id: ROUND_ID,
              player_id: 'p-77',
              symbol: 'lucky-lanterns',
              currency: 'EUR',
              mode: 'TEST_ONLY',
              state: 'settled',
              free_spin: false,
              bet: { amount: '2.50', status: 'confirmed' },
              win: { amount: '12.50', status: 'confirmed' },
              refund: { amount: null, status: null },
              cancel_reason: null,
              created_at: '2026-01-01T12:00:00.000Z',
              settled_at: '2026-01-01T12:00:00.412Z',
            },
          ],
          next_cursor: 'opaque-text',
        },
      },
    },
    {
      name: 'report_ggr',
      summary: 'Gross gaming revenue',
      description:
        'From confirmed operations: ggr = bets - refunds - wins, by the start of the round. ' +
        '`pending_operations` counts rounds with an unconfirmed operation, whose money is not ' +
        'yet in the totals. Never add amounts of different currencies: rows are always split ' +
        'by currency, whatever `group_by` is (ours). For an archived month the period must ' +
        'consist of whole days: INVALID_PERIOD otherwise (ours).',
      request: ReportGgrRequest,
      answer: ReportGgrAnswer,
      errors: [
        'INVALID_FROM',
        'INVALID_TO',
        'INVALID_PERIOD',
        'INVALID_GROUP_BY',
        'INVALID_SYMBOL',
        'INVALID_CURRENCY',
      ],
      examples: {
        request: {
          ...PERIOD,
          group_by: ['day', 'currency'],
        },
        answer: {
          period: { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' },
          group_by: ['day', 'currency'],
          rows: [
            {
              day: '2026-01-01',
              currency: 'EUR',
              rounds: 1200,
              cancelled_rounds: 1,
              free_spin_rounds: 10,
              bets: '600.00',
              wins: '568.40',
              refunds: '0.50',
              ggr: '31.10',
              pending_operations: 0,
            },
          ],
        },
      },
    },
    {
      name: 'report_reconciliation',
      summary: 'Totals per player and currency',
      description:
        'From confirmed operations, by the time of the operation: `net_wallet_change` = wins + ' +
        'refunds - bets. `pending` is what the wallet has not confirmed yet. For an archived ' +
        'month the period must include the whole month: INVALID_PERIOD otherwise (ours).',
      request: ReportReconciliationRequest,
      answer: ReportReconciliationAnswer,
      errors: [
        'INVALID_PLAYER_ID',
        'INVALID_CURRENCY',
        'INVALID_FROM',
        'INVALID_TO',
        'INVALID_PERIOD',
        'INVALID_LIMIT',
        'INVALID_CURSOR',
      ],
      examples: {
        request: { ...PERIOD, currency: 'EUR' },
        answer: {
          players: [
            {
              player_id: 'p-77',
              currency: 'EUR',
              bets: '600.00',
              wins: '568.40',
              refunds: '0.50',
              net_wallet_change: '-31.10',
              bet_count: 1200,
              win_count: 391,
              refund_count: 1,
              pending: { operations: 0, refunds: '0.00', wins: '0.00' },
            },
          ],
          next_cursor: null,
        },
      },
    },
  ],
}
