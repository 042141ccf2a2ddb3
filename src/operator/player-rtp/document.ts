// The actions of /playerRtp.do, as operators read them.

import type { OperatorCapability } from '../capability.ts'
import {
  PlayerRtpAnswer,
  PlayerRtpAuto,
  PlayerRtpBetLimit,
  PlayerRtpGet,
  PlayerRtpSet,
} from './schema.ts'

const LEVEL_OF = { player_id: 'p-77', provider: 'provider_a' }

const BIND = {
  at: '2026-01-01T00:00:00.000Z',
  change: 'bind',
  from_bps: null,
  to_bps: 9500,
  reason: null,
  by: 'operator',
}
const SET = {
  at: '2026-01-02T00:00:00.000Z',
  change: 'set',
  from_bps: 9500,
  to_bps: 9450,
  reason: 'a promotion',
  by: 'operator',
}
const AUTO_PLAYER = {
  bound: true,
  startBps: 9500,
  currentBps: 9500,
  mode: 'auto',
  roundsSinceAdjust: 120,
  providerBps: 9500,
  effective: { bps: 9500, source: 'player' },
  betLimits: [],
  journal: [BIND],
}
const MANUAL_PLAYER = {
  ...AUTO_PLAYER,
  mode: 'manual',
  effective: { bps: 9450, source: 'manual' },
  journal: [SET, BIND],
}
const LIMITED_PLAYER = {
  ...AUTO_PLAYER,
  betLimits: [
    {
      currency: 'EUR',
      provider: 'provider_a',
      min_minor: '10',
      max_minor: '2000',
      updated_at: '2026-01-03T00:00:00.000Z',
    },
  ],
}

export const PLAYER_RTP: OperatorCapability = {
  parts: { PlayerRtpRecord: PlayerRtpAnswer.properties.player, PlayerRtpAnswer },
  methods: [
    {
      name: 'get',
      summary: "Read a player's level, bet limits and journal",
      description: 'For a player who has no level yet the answer has `bound: false`.',
      request: PlayerRtpGet,
      answer: PlayerRtpAnswer,
      errors: [],
      examples: { request: LEVEL_OF, answer: { player: AUTO_PLAYER } },
    },
    {
      name: 'set',
      summary: 'Set a manual level',
      description:
        'It applies from the next round on, is not capped by the provider RTP, and freezes the ' +
        'adaptive rule until `auto`.',
      request: PlayerRtpSet,
      answer: PlayerRtpAnswer,
      errors: [
        'RTP_LEVEL_INVALID',
        'RTP_LEVEL_OUT_OF_RANGE',
        'INVALID_REASON',
        'RTP_POLICY_REQUIRED',
      ],
      examples: {
        request: { ...LEVEL_OF, rtp: 94.5, reason: 'a promotion' },
        answer: { player: MANUAL_PLAYER },
      },
    },
    {
      name: 'auto',
      summary: 'Return to automatic mode',
      description:
        'The player plays at the automatic level again, capped by the provider RTP; the adaptive ' +
        'rule resumes.',
      request: PlayerRtpAuto,
      answer: PlayerRtpAnswer,
      errors: ['INVALID_REASON', 'RTP_POLICY_REQUIRED'],
      examples: { request: LEVEL_OF, answer: { player: AUTO_PLAYER } },
    },
    {
      name: 'bet-limit',
      summary: "Set or remove a player's bet limit",
      description:
        'For the total stake of a round, in one currency with one provider. It is enforced ' +
        'together with the limits of the project and the game. To remove it, send null for both.',
      request: PlayerRtpBetLimit,
      answer: PlayerRtpAnswer,
      errors: ['INVALID_CURRENCY', 'INVALID_BET_LIMIT'],
      examples: {
        request: { ...LEVEL_OF, currency: 'EUR', min_minor: '10', max_minor: '2000' },
        answer: { player: LIMITED_PLAYER },
      },
    },
  ],
}
