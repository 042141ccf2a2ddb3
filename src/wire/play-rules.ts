// The rules of play as a schema, and the session's figures that they show. Holds only rules that a
// project can set.

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
      'The least time in milliseconds between the starts of two rounds of the player; 0: no ' +
        'limit. The platform refuses an earlier start (SPIN_TOO_SOON).',
    ),
    turbo: allowed('Rounds may be shown faster than usual.'),
    skip: allowed('The player may skip what is being shown.'),
    autoplay: allowed('The client may start rounds by itself.'),
    featureBuy: allowed('Modes of kind `buy` are offered.'),
    anteBet: allowed('Modes of kind `ante` are offered.'),
    gamble: allowed('A win may be gambled; false: a new round ends without the offer.'),
    celebrateUpToStake: allowed('False: a win up to its stake is shown without celebration.'),
    sessionClock: allowed('Time played and the time of day are shown.'),
    netPosition: allowed("The session's net is shown."),
    realityCheckMinutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        'After this many minutes of play the player is asked whether to continue; null: never.',
    }),
    exitUrl: Type.Union([Type.String(), Type.Null()], {
      description: 'Where a player who leaves is sent; null: not known.',
    }),
    helpLinks: Type.Array(HelpLink, { description: 'Help and rules that the operator names.' }),
    socialWording: allowed('The words of a game without money are used.'),
  },
  {
    title: 'PlayRules',
    description:
      "The project's play profile; a feature that is off is off for every player of the project.",
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
            "The net of the session's settled rounds since its launch (wins minus stakes); the " +
            "open round in `round` is not included, and the operator's free spins cost nothing.",
        }),
      },
      { title: 'SessionPlay' },
    ),
    Type.Null(),
  ],
  { description: 'Null if the rules show none of it.' },
)
