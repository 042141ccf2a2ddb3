// What a game says about a round and about itself, as schemas: the events of a round, the decision
// that it waits for, the figures of its features. contract.ts and game-rules.ts derive their types
// from them, the play protocol carries them. Contains nothing about a player.

import { Type } from 'typebox'
import { count, text, variant } from '../../core/fields.ts'

export const SymbolIndex = count('Index into `game.symbols`.')
export const Units = count('Win in units: base bet / `game.unitsPerBet`. Multipliers are included.')
export const Cell = Type.Tuple([count('Column from 0.'), count('Row from 0, top is 0.')])
const Cells = Type.Array(Cell, { description: '[column, row] pairs.' })
export const Grid = Type.Array(Type.Array(SymbolIndex), {
  description:
    'Columns left to right, each a list of symbols top to bottom; columns may differ in length.',
})

export const GameEvent = Type.Union(
  [
    variant('reels', 'All reels land.', {
      cause: Type.Enum(['spin', 'freeGame', 'respin']),
      grid: Grid,
    }),
    variant('lineWin', 'A win on one line.', {
      line: count('Index into `game.lines`.'),
      symbol: SymbolIndex,
      count: count('Symbols in a row.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('waysWin', 'Symbols on neighbouring reels from the left, in any row.', {
      symbol: SymbolIndex,
      count: count('Reels in a row.'),
      ways: count('Ways, already in `winUnits`.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('clusterWin', 'Cells that touch by their sides.', {
      symbol: SymbolIndex,
      count: count('Cells.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('scatterWin', 'Scatters pay anywhere.', {
      symbol: SymbolIndex,
      count: count('Scatters on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('anywhereWin', 'A pay-anywhere win, before the multipliers of its cascade.', {
      symbol: SymbolIndex,
      count: count('Symbols on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('cascade', 'Winning cells vanish, the rest falls; `grid` is the board after it.', {
      removed: Cells,
      grid: Grid,
    }),
    // Replaces the `anywhereWin`s since the last `reels`.
    variant('multiplierApplied', "Multipliers are added up and applied to the cascade's win.", {
      cells: Cells,
      values: Type.Array(count('Value of the cell at the same index.')),
      multiplier: count('Sum of `values`.'),
      winUnits: Units,
    }),
    variant('multiplierGrew', 'Wins from here on are multiplied by it.', {
      multiplier: count('The multiplier now.'),
    }),
    variant('chosen', "The player's answer to a choice; its result follows.", {
      option: text('One of the options offered.'),
    }),
    variant('specialSymbol', 'In the free games that follow this symbol expands.', {
      symbol: SymbolIndex,
    }),
    variant('symbolExpanded', 'The symbol fills columns; `grid` is the board after it.', {
      symbol: SymbolIndex,
      columns: Type.Array(count('Column from 0.')),
      grid: Grid,
    }),
    variant('expandedWin', 'The expanded symbol pays on every line.', {
      symbol: SymbolIndex,
      count: count('Columns it fills.'),
      cells: Cells,
      winUnits: Units,
    }),
    variant('respinsAwarded', 'Hold and win begins: `cells` stay, all others become blanks.', {
      count: count('Respins awarded.'),
      cells: Cells,
      grid: Grid,
    }),
    variant('respin', 'One respin; what landed stays too.', {
      left: count('Respins left after it.'),
      landed: Cells,
      grid: Grid,
    }),
    variant('potWon', 'A pot that no cell shows, such as the one for a full board.', {
      pot: text('Name of the pot.'),
      winUnits: Units,
    }),
    // `winUnits` is without `potWon`.
    variant('cashCollected', 'The cash symbols on the board pay.', {
      cells: Cells,
      values: Type.Array(Units, { description: 'What the cell at the same index pays.' }),
      winUnits: Units,
    }),
    variant('reelsHeld', 'Reels full of one symbol stay; the other spins again until a win.', {
      symbol: SymbolIndex,
      columns: Type.Array(count('Column from 0 that stays.')),
      multiplier: count('Multiplier of the win.'),
    }),
    // `winUnits` is what the respins won together.
    variant('respinsEnded', 'The respins of the free reel are over.', {
      count: count('Respins played.'),
      winUnits: Units,
    }),
    variant('freeGamesAwarded', 'Free games begin, or more are added.', {
      count: count('Free games awarded now.'),
      multiplier: count('Multiplier of their wins.'),
      retrigger: Type.Boolean(),
      cells: Cells,
    }),
    variant('freeGameStarted', 'One free game starts.', {
      number: count('From 1.'),
      of: count('Awarded so far.'),
    }),
    // `winUnits` is what the free games won together.
    variant('freeGamesEnded', 'All free games are over.', {
      count: count('Free games played.'),
      winUnits: Units,
    }),
    // `winUnits` is the whole win now: 0 when lost.
    variant('gambled', 'One gamble step.', {
      option: text('What the player answered.'),
      card: text('The card drawn, for example `9-of-hearts`.'),
      won: Type.Boolean(),
      winUnits: Units,
    }),
    variant('collected', 'The player took the win.', { winUnits: Units }),
    // `winUnits` is the cap; no event follows.
    variant('winCapped', "The win reached the game's cap; nothing more is drawn.", {
      winUnits: Units,
    }),
  ],
  { title: 'GameEvent', description: 'What happened, in order. The client replays the list.' },
)

const Options = Type.Array(Type.String(), { description: 'The exact texts that may be answered.' })

export const Decision = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('choice'), options: Options },
      { title: 'Answer with `choose`' },
    ),
    Type.Object(
      {
        kind: Type.Literal('gamble'),
        options: Options,
        stepsLeft: count('Gamble steps left, this one included.'),
      },
      { title: 'Answer with `gamble` or `collect`' },
    ),
  ],
  { title: 'Decision' },
)

const Scatters = count('Scatters, up to the next entry.')
export const GamesByScatters = Type.Array(Type.Tuple([Scatters, count('Free games.')]))

const FreeGamesRules = Type.Object({
  scatter: SymbolIndex,
  /** Empty when the player chooses among `options`. */
  awarded: GamesByScatters,
  moreForEach: count('Free games for every scatter above the last entry of `awarded`.'),
  scattersToTrigger: count('Scatters that start the free games.'),
  /** Awarded during free games. */
  retriggered: GamesByScatters,
  mostGames: count('Free games of one round, all awards together.'),
  multiplier: count('Multiplies all wins in free games.'),
  multiplierGrowth: count(
    'What every cascade adds to the multiplier of the free games, or in games without cascades ' +
      'every wild that lands; 0: nothing.',
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
  /** Pots that a cash symbol shows, smallest first. */
  pots: Type.Array(Type.Tuple([SymbolIndex, count('Base bets.')])),
  fullBoardBets: count('For a full board, in addition to the cash on it; base bets.'),
})

const HeldReelsRules = Type.Object({
  multiplier: count('Multiplies the win of the respins.'),
  mostRespins: count('Respins of one round; they end earlier, with their first win.'),
})

export const GameRules = Type.Object(
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
    heldReels: Type.Union([HeldReelsRules, Type.Null()]),
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
