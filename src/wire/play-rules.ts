// The rules of play as a schema, and what a session has come to that they show. Holds no rule that a project can't set.

import { Type } from 'typebox'
import { PLAY_PRESETS } from '../core/play-rules.ts'
import { count, text } from './play-fields.ts'

const allowed = (description: string) => Type.Boolean({ description })

const HelpLink = Type.Object({
  label: text('For the player, as the operator wrote it.'),
  url: text('An https address.'),
})

export const PlayRulesView = Type.Object(
  {
    preset: Type.Enum([...PLAY_PRESETS]),
    minRoundMs: count(
      'Least milliseconds between the starts of two rounds of the player; 0: any. The platform refuses a ' +
        'sooner one (SPIN_TOO_SOON).',
    ),
    turbo: allowed('Rounds may be shown faster than usual.'),
    skip: allowed('What is being shown may be cut short.'),
    autoplay: allowed('The client may start rounds by itself.'),
    featureBuy: allowed('Modes of kind `buy` are offered.'),
    anteBet: allowed('Modes of kind `ante` are offered.'),
    gamble: allowed('A win may be gambled; false: a new round ends without the offer.'),
    celebrateUpToStake: allowed('False: a win up to its stake is shown without celebration.'),
    sessionClock: allowed('Time played and the time of day are shown.'),
    netPosition: allowed('Wins less stakes of the session are shown.'),
    realityCheckMinutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        'After so many minutes of play the player is asked whether to go on; null: never.',
    }),
    exitUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'Where a player goes who leaves; null: none is known.',
    }),
    helpLinks: Type.Array(HelpLink, { description: 'Help and rules that the operator names.' }),
    socialWording: allowed('Words of a game without money.'),
  },
  {
    title: 'PlayRules',
    description: "The project's play profile; what is off is off for every player of it.",
  },
)

export const SessionPlay = Type.Union(
  [
    Type.Object(
      {
        playedMs: count('Milliseconds since the launch.'),
        net: Type.String({
          pattern: '^-?(0|[1-9][0-9]*)\\.[0-9]{2}$',
          description:
            "Wins less stakes of the session's settled rounds since its launch; the open round of `round` is not in it, " +
            'and free spins of the operator cost nothing.',
        }),
      },
      { title: 'SessionPlay' },
    ),
    Type.Null(),
  ],
  { description: 'Null where the rules show nothing of it.' },
)
