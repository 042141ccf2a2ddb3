// `project_get`: its request and its answer. All of it is ours. Must never contain a secret.

import { type Static, Type } from 'typebox'
import { currency, gameAction, ok } from '../common-schema.ts'

const minor = Type.String({ pattern: '^[0-9]{1,15}$' })
const bounds = {
  currency,
  min_minor: Type.Union([minor, Type.Null()], { description: 'Minor units; null: no minimum.' }),
  max_minor: minor,
}
const perMinute = Type.Integer({ minimum: 1 })

export const ProjectGetRequest = gameAction('project_get', {})
export type ProjectGetRequest = Static<typeof ProjectGetRequest>

const Project = Type.Object({
  project_id: Type.String(),
  wallet_url: Type.String({
    description: 'Where wallet calls go, without the currency at the end.',
  }),
  allowed_networks: Type.Array(Type.String(), {
    description: 'Networks that your servers call from. None: only launches are accepted.',
  }),
  default_language: Type.String({ description: 'Of a launch without `lang`.' }),
  signed_calls: Type.Boolean({ description: 'Wallet calls carry `X-Reelhouse-Signature`.' }),
  client_certificate: Type.Boolean({
    description: 'Your wallet is shown a client certificate (mutual TLS).',
  }),
  final_refusals: Type.Boolean({
    description:
      'Whether a final refusal of a bet rejects its round. False: the bet stays unknown and is ' +
      'repeated.',
  }),
  bet_cancel: Type.Object(
    { after_s: Type.Integer({ minimum: 1 }), attempts: Type.Integer({ minimum: 1 }) },
    {
      description:
        'An unconfirmed bet is cancelled and refunded after so many seconds or attempts, ' +
        'whichever comes first.',
    },
  ),
  decision_deadline_minutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'After it the platform decides for a player; null: a decision has no deadline.',
  }),
  calls_per_minute: Type.Object({ launch: perMinute, actions: perMinute, reports: perMinute }),
  project_limits: Type.Array(
    Type.Object({
      scope: Type.String({ description: '`default`, `provider:ID` or `game:ID`.' }),
      ...bounds,
    }),
    { description: 'Stake of a round, by scope and currency. All layers apply together.' },
  ),
  game_limits: Type.Array(Type.Object({ symbol: Type.String(), ...bounds }), {
    description: 'The second limit of one game. Those of a player: `get` of `/playerRtp.do`.',
  }),
  provider_rtp: Type.Array(
    Type.Object({
      provider: Type.String(),
      bps: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Hundredths of a percent; null: natural mathematics.',
      }),
    }),
    {
      description:
        'The provider RTP. `set` and `auto` of `/playerRtp.do` bind a new player only where ' +
        'there is one.',
    },
  ),
  disabled: Type.Array(Type.String(), {
    description: 'What is off: `provider:ID`, `game:ID`, `mode:ante`, `mode:buy`.',
  }),
  frame_ancestors: Type.Array(Type.String(), {
    description: 'Origins whose pages may show a game in a frame.',
  }),
  lobby_url: Type.Union([Type.String(), Type.Null()], {
    description: 'Where the home button of a game leads; null: there is none.',
  }),
})

export const ProjectGetAnswer = Type.Object({ ...ok, project: Project })
export type ProjectGetAnswer = Static<typeof ProjectGetAnswer>
