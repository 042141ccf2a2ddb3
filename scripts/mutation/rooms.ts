// Which code `npm run mutate` changes and which tests must notice, one line a room. Must never name a
// test that needs a store, a socket or more than a few seconds.

export interface MutatedRoom {
  readonly name: string
  /** Files or folders with the code of the room. */
  readonly code: readonly string[]
  /** Files or folders with the tests that judge it. */
  readonly tests: readonly string[]
}

const GAME_TESTS = [
  'bets',
  'cascade',
  'cluster',
  'expanding',
  'extended-bets',
  'free-games',
  'gamble',
  'golden',
  'hold-and-win',
  'levels',
  'lines',
  'river-of-ways',
  'rng',
  'target-outcomes',
  'trigger-stops',
  'ways',
  'ways-cascade',
].map(name => `test/games/${name}.test.ts`)

export const MUTATED_ROOMS: readonly MutatedRoom[] = [
  { name: 'core', code: ['src/core'], tests: ['test/core'] },
  {
    name: 'wallet',
    code: ['answer', 'bodies', 'retry-budget'].map(name => `src/wallet/${name}.ts`),
    tests: ['answer', 'bodies', 'retry-budget'].map(name => `test/wallet/${name}.test.ts`),
  },
  ...['engine', 'lines', 'ways', 'cascades', 'hold-and-win', 'targets', 'rtp'].map(folder => ({
    name: `games/${folder}`,
    code: [`src/games/${folder}`],
    tests: GAME_TESTS,
  })),
]

/** The rooms a person asked for: "core", "games/lines", or "games" for all of them. */
export function roomsNamed(names: readonly string[]): readonly MutatedRoom[] {
  if (names.length === 0) return MUTATED_ROOMS
  return MUTATED_ROOMS.filter(({ name }) =>
    names.some(wanted => name === wanted || name.startsWith(`${wanted}/`)),
  )
}
