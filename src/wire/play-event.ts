// The events of a round as schemas: what a client shows, in order. They describe the events of
// games/engine/contract.ts; wire/play-answers.ts does not compile when they differ.

import { Type } from 'typebox'
import { Cells, count, Grid, SymbolIndex, text, Units } from './play-fields.ts'

const event = <K extends string, P extends Parameters<typeof Type.Object>[0]>(
  type: K,
  description: string,
  properties: P,
) => Type.Object({ type: Type.Literal(type), ...properties }, { title: type, description })

export const PlayEvent = Type.Union(
  [
    event('reels', 'All reels land.', {
      cause: Type.Union([Type.Literal('spin'), Type.Literal('freeGame')]),
      grid: Grid,
    }),
    event('lineWin', 'A win on one line.', {
      line: count('Index into `game.lines`.'),
      symbol: SymbolIndex,
      count: count('Symbols in a row.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('waysWin', 'Symbols on neighbouring reels from the left, in any row.', {
      symbol: SymbolIndex,
      count: count('Reels in a row.'),
      ways: count('Ways, already in `winUnits`.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('clusterWin', 'Cells that touch by their sides.', {
      symbol: SymbolIndex,
      count: count('Cells.'),
      multiplier: count('Already in `winUnits`.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('scatterWin', 'Scatters pay anywhere.', {
      symbol: SymbolIndex,
      count: count('Scatters on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('anywhereWin', 'A pay-anywhere win, before the multipliers of its cascade.', {
      symbol: SymbolIndex,
      count: count('Symbols on the board.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('cascade', 'Winning cells vanish, the rest falls; `grid` is the board after it.', {
      removed: Cells,
      grid: Grid,
    }),
    event('multiplierApplied', "Multipliers are added up and applied to the cascade's win.", {
      cells: Cells,
      values: Type.Array(count('Value of the cell at the same index.')),
      multiplier: count('Sum of `values`.'),
      winUnits: Units,
    }),
    event('multiplierGrew', 'Wins from here on are multiplied by it.', {
      multiplier: count('The multiplier now.'),
    }),
    event('chosen', "The player's answer to a choice; its result follows.", {
      option: text('One of the options offered.'),
    }),
    event('specialSymbol', 'In the free games that follow this symbol expands.', {
      symbol: SymbolIndex,
    }),
    event('symbolExpanded', 'The symbol fills columns; `grid` is the board after it.', {
      symbol: SymbolIndex,
      columns: Type.Array(count('Column from 0.')),
      grid: Grid,
    }),
    event('expandedWin', 'The expanded symbol pays on every line.', {
      symbol: SymbolIndex,
      count: count('Columns it fills.'),
      cells: Cells,
      winUnits: Units,
    }),
    event('respinsAwarded', 'Hold and win begins: `cells` stay, all others become blanks.', {
      count: count('Respins awarded.'),
      cells: Cells,
      grid: Grid,
    }),
    event('respin', 'One respin; what landed stays too.', {
      left: count('Respins left after it.'),
      landed: Cells,
      grid: Grid,
    }),
    event('potWon', 'A pot that no cell shows, such as the one for a full board.', {
      pot: text('Name of the pot.'),
      winUnits: Units,
    }),
    event('cashCollected', 'The cash symbols on the board pay.', {
      cells: Cells,
      values: Type.Array(Units, { description: 'What the cell at the same index pays.' }),
      winUnits: Units,
    }),
    event('freeGamesAwarded', 'Free games begin, or more are added.', {
      count: count('Free games awarded now.'),
      multiplier: count('Multiplier of their wins.'),
      retrigger: Type.Boolean(),
      cells: Cells,
    }),
    event('freeGameStarted', 'One free game starts.', {
      number: count('From 1.'),
      of: count('Awarded so far.'),
    }),
    event('freeGamesEnded', 'All free games are over.', {
      count: count('Free games played.'),
      winUnits: Units,
    }),
    event('gambled', 'One gamble step.', {
      option: text('What the player answered.'),
      card: text('The card drawn, for example `9-of-hearts`.'),
      won: Type.Boolean(),
      winUnits: Units,
    }),
    event('collected', 'The player took the win.', { winUnits: Units }),
    event('winCapped', "The win reached the game's cap; nothing more is drawn.", {
      winUnits: Units,
    }),
  ],
  { title: 'GameEvent', description: 'What happened, in order. The client replays the list.' },
)
