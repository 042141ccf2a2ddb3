// The free-spin methods, as operators read them.

import { GRANT_ID } from '../../wire/openapi/examples.ts'
import type { OperatorCapability } from '../capability.ts'
import {
  FreeSpinGrant,
  FreespinsCancel,
  FreespinsCreate,
  FreespinsGet,
  FreespinsList,
  GrantAnswer,
  GrantsAnswer,
} from './schema.ts'

const GRANT = {
  grant_id: GRANT_ID,
  external_id: 'welcome-77',
  player_id: 'p-77',
  currency: 'EUR',
  symbol: 'lucky-lanterns',
  provider: 'provider_a',
  total: 10,
  remaining: 10,
  played: 0,
  bet: '0.50',
  total_win: '0.00',
  status: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  finished_at: null,
}
const CANCELLED = {
  ...GRANT,
  remaining: 0,
  played: 3,
  total_win: '1.20',
  status: 'cancelled',
  finished_at: '2026-01-02T00:00:00.000Z',
}

export const FREE_SPINS: OperatorCapability = {
  parts: { FreeSpinGrant, GrantAnswer, GrantsAnswer },
  methods: [
    {
      name: 'freespins_create',
      summary: 'Give a player free spins in one game at a fixed bet',
      description:
        'The grant that expires first is played first, the older of two that expire together. ' +
        'While a grant is active the player plays only free spins in that game. Its rounds ' +
        'send a `bet` of 0 and ordinary `win`s; when it is finished, one `freespins_finished` ' +
        'follows.',
      request: FreespinsCreate,
      answer: GrantAnswer,
      errors: [
        'GAME_NOT_FOUND',
        'FREE_SPINS_UNSUPPORTED',
        'INVALID_COUNT',
        'INVALID_FREE_SPIN_BET',
        'PROJECT_BET_LIMIT',
        'INVALID_EXPIRY',
        'DUPLICATE_EXTERNAL_ID',
      ],
      examples: {
        request: {
          player_id: 'p-77',
          currency: 'EUR',
          symbol: 'lucky-lanterns',
          count: 10,
          bet: '0.50',
          external_id: 'welcome-77',
          meta: { campaign: 'welcome' },
        },
        answer: { grant: GRANT },
      },
    },
    {
      name: 'freespins_get',
      summary: 'Read a grant',
      description:
        'By exactly one of the two ids. Without either, it is the retired method of the same ' +
        'name.',
      request: FreespinsGet,
      answer: GrantAnswer,
      errors: ['GRANT_NOT_FOUND'],
      examples: { request: { external_id: 'welcome-77' }, answer: { grant: GRANT } },
    },
    {
      name: 'freespins_list',
      summary: 'List grants',
      description: 'Those that match every field sent, at most 200, newest first.',
      request: FreespinsList,
      answer: GrantsAnswer,
      errors: [],
      examples: { request: { player_id: 'p-77', status: 'active' }, answer: { grants: [GRANT] } },
    },
    {
      name: 'freespins_cancel',
      summary: 'Cancel a grant',
      description:
        'By exactly one of the two ids. A round already started finishes and is credited; the ' +
        'summary callback waits for it. Repeating the call answers the same grant.',
      request: FreespinsCancel,
      answer: GrantAnswer,
      errors: ['GRANT_NOT_FOUND'],
      examples: { request: { grant_id: GRANT_ID }, answer: { grant: CANCELLED } },
    },
  ],
}
