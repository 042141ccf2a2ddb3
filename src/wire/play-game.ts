// The game of a session as a schema: its board, symbols, modes and bets, everything that a client
// needs to show it. Contains nothing about a player.

import { Type } from 'typebox'
import { count, Digits, text, Units } from './play-fields.ts'

const BetLadderView = Type.Union(
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

export const PlayGame = Type.Object(
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
    defaultOption: Type.Union([Type.String(), Type.Null()], {
      description:
        'The option that a choice takes past its deadline; null: the game has no choices.',
    }),
    bets: BetLadderView,
  },
  { title: 'Game' },
)
