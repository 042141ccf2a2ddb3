// The figures of a game's features as a schema, the same as the games' types: the last lines do not
// compile when they differ. Contains nothing about a player.

import { type Static, Type } from 'typebox'
import type { GameRules } from '../games/engine/game-rules.ts'
import { count, SymbolIndex } from './play-fields.ts'

const Scatters = count('Scatters, up to the next entry.')
const GamesByScatters = Type.Array(Type.Tuple([Scatters, count('Free games.')]))

const FreeGamesRules = Type.Object({
  scatter: SymbolIndex,
  awarded: GamesByScatters,
  moreForEach: count('Free games for every scatter above the last entry of `awarded`.'),
  scattersToTrigger: count('Scatters that start the free games.'),
  retriggered: GamesByScatters,
  mostGames: count('Free games of one round, all awards together.'),
  multiplier: count('Multiplies all wins in free games.'),
  multiplierGrowth: count(
    'What every cascade adds to the multiplier of the free games; 0: nothing.',
  ),
  options: Type.Array(
    Type.Object({
      id: Type.String(),
      games: count('Free games.'),
      multiplier: count('Multiplies all wins.'),
    }),
    { description: 'What the player chooses from; empty: no choice.' },
  ),
  special: Type.Array(Type.Tuple([SymbolIndex, count('How often, out of 100.')]), {
    description: 'Symbols that may be drawn to expand.',
  }),
})

const RespinRules = Type.Object({
  cashToTrigger: count('Cash symbols that start the respins.'),
  respins: count('At the start, and again whenever cash lands.'),
  cells: count('Cells of a full board.'),
  pots: Type.Array(Type.Tuple([SymbolIndex, count('Base bets.')])),
  fullBoardBets: count('For a full board, in addition to the cash on it; base bets.'),
})

export const GameRulesView = Type.Object(
  {
    ways: Type.Union([Type.Object({ least: count('Ways.'), most: count('Ways.') }), Type.Null()]),
    cascadeMultipliers: Type.Array(count('Multiplier.'), {
      description:
        'The first step and each cascade use the next value; the last value stays. Empty: no ' +
        'multipliers.',
    }),
    boardMultipliers: Type.Array(count('Multiplier.'), {
      description: 'Values that land on the board. Empty: no such multipliers.',
    }),
    freeGames: Type.Union([FreeGamesRules, Type.Null()]),
    holdAndWin: Type.Union([RespinRules, Type.Null()]),
    gamble: Type.Union([
      Type.Object({
        steps: count('Guesses one after another.'),
        colorFactor: count('What a right colour multiplies the win by.'),
        suitFactor: count('What a right suit multiplies the win by.'),
      }),
      Type.Null(),
    ]),
    boughtWith: Type.Array(Type.Tuple([Scatters, count('Of 1,000 bought features.')]), {
      description: 'Bought features that start with more scatters than the trigger requires.',
    }),
  },
  { title: 'GameRules', description: "The figures of the game's features." },
)

type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same: Same<Fixed<Static<typeof GameRulesView>>, Fixed<GameRules>> = true
void same
