// The list of mistakes that the tests of the mathematics must catch. Each replaces one text of one
// source; a text that does not occur exactly once fails the test, so that the list stays up to
// date.

export interface PlantedFault {
  what: string
  /** The game whose checks must find it. */
  game: string
  /** Below src/games. */
  file: string
  find: string
  put: string
  /** Too small for a short simulation: only the exact calculation finds it. */
  needsExact?: boolean
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'one symbol of one strip',
    game: 'lucky-lanterns',
    file: 'catalogue/lucky-lanterns/reels.ts',
    find: 'PLTSNBCTLKFTCDBFPKNFPBCNTFDNTCFK',
    put: 'PLTSNBCTLKFTCDBFPKNFPBCNTFDNTCFD',
    needsExact: true,
  },
  {
    what: 'a pay of the paytable',
    game: 'cherry-classic',
    file: 'catalogue/cherry-classic/game.ts',
    find: "id: 'lemon', role: 'regular', pays: [[3, 20]]",
    put: "id: 'lemon', role: 'regular', pays: [[3, 21]]",
    needsExact: true,
  },
  {
    what: 'a gamble that pays threefold for a colour',
    game: 'cherry-classic',
    file: 'engine/gamble.ts',
    find: 'option === colour ? COLOR_FACTOR',
    put: 'option === colour ? 3',
  },
  {
    what: 'a level that takes the wrong set',
    game: 'cherry-classic',
    file: 'engine/levels.ts',
    find: "? 'high' : 'low'",
    put: "? 'low' : 'high'",
  },
  {
    what: 'a last free game that is not played',
    game: 'lucky-lanterns',
    file: 'engine/free-games.ts',
    find: 'number <= total',
    put: 'number < total',
  },
  {
    what: 'a retrigger that is not added',
    game: 'sugar-cascade',
    file: 'engine/free-games.ts',
    find: 'total += more',
    put: 'total += 0',
  },
  {
    what: 'a multiplier that is one too large',
    game: 'sugar-cascade',
    file: 'cascades/cascade.ts',
    find: 'winUnits * multiplier',
    put: 'winUnits * (multiplier + 1)',
  },
  {
    what: 'a wild that does not substitute',
    game: 'lucky-lanterns',
    file: 'lines/lines.ts',
    find: 'found === symbol || found === wild',
    put: 'found === symbol',
  },
  {
    what: 'a draw that misses the last stop',
    game: 'cherry-classic',
    file: 'engine/reels.ts',
    find: 'draws.below(lengths[column]!)',
    put: 'draws.below(lengths[column]! - 1)',
  },
  {
    what: 'a recording that draws a number',
    game: 'lucky-lanterns',
    file: 'lines/line-spin.ts',
    find: 'if (recorder !== null)',
    put: 'if (recorder !== null && draws.below(2) < 2)',
  },
  {
    what: 'a landing that does not give the respins back',
    game: 'vault-keeper',
    file: 'hold-and-win/hold-and-win.ts',
    find: 'stillFree < free ? respins : left - 1',
    put: 'left - 1',
  },
  {
    what: 'a multiplier that begins at two',
    game: 'crystal-cluster',
    file: 'catalogue/crystal-cluster/symbols.ts',
    find: 'MULTIPLIERS = [1, 2,',
    put: 'MULTIPLIERS = [2, 2,',
  },
  {
    what: 'ways that are added, not multiplied',
    game: 'river-of-ways',
    file: 'ways/ways.ts',
    find: 'ways *= more',
    put: 'ways += more',
  },
  {
    what: 'an option with one free game more',
    game: 'river-of-ways',
    file: 'catalogue/river-of-ways/spin-engines.ts',
    find: "id: '24x2', games: 24",
    put: "id: '24x2', games: 25",
  },
  {
    what: 'an expanded symbol that misses a line',
    game: 'scarab-codex',
    file: 'lines/expanding.ts',
    find: '* table.lines',
    put: '* (table.lines - 1)',
  },
  {
    what: 'a stack that is one sun shorter',
    game: 'forty-suns',
    file: 'catalogue/forty-suns/reels.ts',
    find: 'HHTCCCAAAZZHHHMMMAAJPPEEECCPPSSS',
    put: 'HHTCCCAAAZZHHHMMMAAJPPEEECCPPPSS',
    needsExact: true,
  },
  {
    what: 'a multiplier that does not grow',
    game: 'thunder-reels',
    file: 'cascades/ways-cascade.ts',
    find: 'cascade.multiplier += multiplierGrowth',
    put: 'cascade.multiplier += 0',
  },
]
