// The target-outcome methods, as operators read them.

import { PENDING_SEARCHES_PER_PROJECT } from '../../limits.ts'
import { OUTCOME_ID, ROUND_ID } from '../../wire/openapi/examples.ts'
import type { OperatorCapability } from '../capability.ts'
import {
  Outcome,
  OutcomeAnswer,
  OutcomeCancelRequest,
  OutcomeGetRequest,
  OutcomeListRequest,
  OutcomeScheduleRequest,
  OutcomesAnswer,
} from './schema.ts'

const OUTCOME = {
  outcome_id: OUTCOME_ID,
  external_id: 'birthday-77',
  player_id: 'p-77',
  symbol: 'vault-keeper',
  provider: 'provider_a',
  kind: 'bonus',
  multiplier: '25',
  spin_number: 3,
  paid_spins_since: 0,
  status: 'pending',
  variants: [],
  comment: 'a birthday',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  applied_at: null,
  round_id: null,
}
const READY = { ...OUTCOME, status: 'ready', variants: ['base', 'buy'], paid_spins_since: 1 }
const APPLIED = {
  ...READY,
  paid_spins_since: 3,
  status: 'applied',
  applied_at: '2026-01-02T00:00:00.000Z',
  round_id: ROUND_ID,
}

export const TARGET_OUTCOMES: OperatorCapability = {
  parts: { TargetOutcome: Outcome, OutcomeAnswer, OutcomesAnswer },
  methods: [
    {
      name: 'outcome_schedule',
      summary: 'Schedule a win of a chosen size for a player',
      description:
        'The platform looks for a natural round of the game that wins the multiple, within 2 %. ' +
        'Until it finds one the entry is `pending` and no spins count for it. Once the entry is ' +
        "`ready`, the player's paid spins in the game count, and the `spin_number`-th is that " +
        'round. A spin that does not fit (an ante bet, or a feature buy for a `spin` entry) ' +
        'postpones the entry to the next paid spin. `unreachable`: no round was found; choose ' +
        'another multiplier or kind.\n\n' +
        `Ours: a project may have ${PENDING_SEARCHES_PER_PROJECT} pending entries that need a ` +
        'search; one more is `RATE_LIMITED`, and nothing was stored.\n\n' +
        'If several entries are due on one spin, the oldest is played. The round is marked, its ' +
        '`round_info` carries `forced: true`, and it does not count in the adaptive RTP window.',
      request: OutcomeScheduleRequest,
      answer: OutcomeAnswer,
      errors: [
        'GAME_NOT_FOUND',
        'FORCED_OUTCOMES_UNSUPPORTED',
        'INVALID_MULTIPLIER',
        'MULTIPLIER_ABOVE_MAX_WIN',
        'INVALID_KIND',
        'GAME_HAS_NO_BONUS',
        'INVALID_SPIN_NUMBER',
        'INVALID_EXPIRY',
        'DUPLICATE_EXTERNAL_ID',
      ],
      examples: {
        request: {
          player_id: 'p-77',
          symbol: 'vault-keeper',
          multiplier: '25',
          kind: 'bonus',
          spin_number: 3,
          external_id: 'birthday-77',
          comment: 'a birthday',
        },
        answer: { outcome: OUTCOME },
      },
    },
    {
      name: 'outcome_get',
      summary: 'Read a target outcome',
      description: 'By exactly one of the two ids.',
      request: OutcomeGetRequest,
      answer: OutcomeAnswer,
      errors: ['OUTCOME_NOT_FOUND'],
      examples: { request: { outcome_id: OUTCOME_ID }, answer: { outcome: APPLIED } },
    },
    {
      name: 'outcome_list',
      summary: 'List target outcomes',
      description:
        'Those that match every field sent, at most 200, newest first. Ours: an unknown player ' +
        'or game gives an empty list.',
      request: OutcomeListRequest,
      answer: OutcomesAnswer,
      errors: [],
      examples: { request: { player_id: 'p-77', status: 'ready' }, answer: { outcomes: [READY] } },
    },
    {
      name: 'outcome_cancel',
      summary: 'Cancel a target outcome',
      description:
        'By exactly one of the two ids (ours). An entry that is applied, expired or cancelled ' +
        'is returned unchanged.',
      request: OutcomeCancelRequest,
      answer: OutcomeAnswer,
      errors: ['OUTCOME_NOT_FOUND'],
      examples: {
        request: { external_id: 'birthday-77' },
        answer: { outcome: { ...READY, status: 'cancelled' } },
      },
    },
  ],
}
