// The game of a session as a schema, everything that a client needs to show it, and the project's
// rules of play. Contains nothing about a player.

import { type TSchema, Type } from 'typebox'
import { count, text, type ValueOf } from '../core/fields.ts'
import type { PlayRules } from '../core/play-rules.ts'
import { PLAY_PRESETS } from '../core/settings-schema.ts'
import { Units } from '../games/engine/schemas.ts'

const Digits = Type.String({ pattern: '^[1-9][0-9]*$', description: 'Minor units, digits.' })

export const BetView = Type.Union(
  [
    Type.Object(
      {
        kind: Type.Literal('denomination'),
        denominationsMinor: Type.Array(Digits),
        credits: Type.Array(Type.Integer({ minimum: 1 })),
      },
      { title: 'provider_a: base stake = denomination x credits' },
    ),
    Type.Object(
      {
        kind: Type.Literal('coin'),
        coinsMinor: Type.Array(Digits),
        lines: Type.Integer({ minimum: 1 }),
      },
      { title: 'provider_b: base stake = coin x lines' },
    ),
    Type.Object(
      {
        kind: Type.Literal('level'),
        baseStakeMinor: Digits,
        levels: Type.Array(Type.Integer({ minimum: 1 })),
      },
      { title: 'provider_c: base stake = level x baseStakeMinor' },
    ),
  ],
  { title: 'Bets', description: "The game's bets in the session's currency." },
)
export type BetView = ValueOf<typeof BetView>

const GameSymbol = Type.Object({
  id: Type.String(),
  role: Type.Enum(['regular', 'wild', 'scatter', 'wildScatter', 'multiplier', 'cash', 'blank']),
  pays: Type.Array(Type.Tuple([count('Number of symbols.'), Units])),
})

const GameMode = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['base', 'ante', 'buy']),
  priceBets: text('Price of one round in base bets, decimal text.'),
})

export const GameView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    provider: Type.Enum(['provider_a', 'provider_b', 'provider_c']),
    version: text('Changes whenever the mathematics does.'),
    layout: Type.Object({ columns: count('Reels.'), rows: count('Rows.') }),
    symbols: Type.Array(GameSymbol),
    winsBy: Type.Enum(['lines', 'ways', 'anywhere', 'cluster'], {
      description: 'What makes symbols on the board a win.',
    }),
    lines: Type.Array(Type.Array(count('Row of the line in this column.'))),
    unitsPerBet: count('Units in one base bet.'),
    maxWinBets: count('Cap of one round in base bets.'),
    modes: Type.Array(GameMode),
    mechanics: Type.Array(Type.String(), {
      description: 'What the game offers, for explanations: "cascades", "free-games" …',
    }),
    fullBoardBets: Type.Union([count('Base bets.'), Type.Null()], {
      description:
        'What a full board of hold and win pays in addition to the cash on it; null: the game ' +
        'has no such prize.',
    }),
    scattersForFreeGames: Type.Union([count('Scatters.'), Type.Null()], {
      description:
        'How many scatters start the free games of the base game; null: it has no free games.',
    }),
    cascadeMultipliers: Type.Array(count('Multiplier.'), {
      description:
        'The multiplier of the wins after each cascade of a spin, the first one for none; the ' +
        'last one stays. Empty: the multiplier does not grow so.',
    }),
    defaultOption: Type.Union([Type.String(), Type.Null()], {
      description:
        'The option that a choice takes past its deadline; null: the game has no choices.',
    }),
    bets: BetView,
  },
  { title: 'Game' },
)
export type GameView = ValueOf<typeof GameView>

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
  } satisfies Record<keyof PlayRules, TSchema>,
  {
    title: 'PlayRules',
    description:
      "The project's play profile; a feature that is off is off for every player of the project.",
  },
)
