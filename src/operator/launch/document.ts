// The launch, as operators read it.

import { SESSION_ID } from '../../wire/openapi/examples.ts'
import type { OperatorApiMethod, OperatorCapability } from '../capability.ts'
import { LaunchAnswer, LaunchRequest } from './schema.ts'

const PLAY_GAME: OperatorApiMethod = {
  name: 'playGame',
  summary: 'Open a game for a player',
  description:
    'Creates a session and answers the link to the game client. The platform asks the ' +
    "operator's wallet for the balance (`session_info`); if that does not succeed, no session " +
    'is created.\n\nA player with an unfinished round in the same game always continues it: the ' +
    'link is for the session that owns the round, in the requested language or, if none is ' +
    'given, in that of the session. A session expires 2 hours after creation; a launch extends ' +
    'an expired one for its unfinished round, with a new token.\n\nOurs: an expired session ' +
    'plays no new round. `PLAYER_BLOCKED`: the ' +
    "platform's support has blocked the player, who may only continue an unfinished round. " +
    '`provider_b` games have separate link paths for `desktop` and ' +
    '`mobile`.',
  request: LaunchRequest,
  answer: LaunchAnswer,
  errors: [
    'UNSUPPORTED_GAME',
    'UNSUPPORTED_LANGUAGE',
    'REAL_MODE_DISABLED',
    'PROMO_UNSUPPORTED',
    'ROUND_IN_PROGRESS',
    'PLAYER_BLOCKED',
    'BALANCE_UNAVAILABLE',
  ],
  examples: {
    request: {
      provider: 'own',
      player_id: 'p-77',
      currency: 'EUR',
      symbol: 'lucky-lanterns',
      gametype: 'demo',
      lang: 'pt-BR',
    },
    answer: {
      link: 'https://rgs.example.com/play/lucky-lanterns/#token=token-of-the-session',
      meta: { session_id: SESSION_ID, currency: 'EUR', language: 'pt-BR', mode: 'TEST_ONLY' },
    },
  },
}

export const LAUNCH: OperatorCapability = { methods: [PLAY_GAME], parts: { LaunchAnswer } }
