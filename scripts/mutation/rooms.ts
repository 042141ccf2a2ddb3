// Which code `npm run mutate` changes and which tests must notice, one line a room. Must never name
// a test that needs a store, a socket or more than a few seconds.

export interface MutatedRoom {
  readonly name: string
  /** Files or folders with the code of the room. */
  readonly code: readonly string[]
  /** Files or folders with the tests that judge it, the quickest first. */
  readonly tests: readonly string[]
}

const games = (...names: string[]) => names.map(name => `test/games/${name}.test.ts`)
/** Rounds with pinned seeds: every mechanic, with and without a level, in 1.4 s. */
const GOLDEN = games('golden')

/** Decisions of the capabilities that need no store. */
const OPERATOR_RULES = words(`
  canonical-json caller-address expiry game-actions reference request catalog/describe
  free-spins/record free-spins/rules launch/rules launch/session-token player-rtp/rules
  reports/page-cursor reports/rows reports/rules target-outcomes/multiplier target-outcomes/record
  target-outcomes/rules`)
const OPERATOR_TESTS = words(`
  reference expiry caller-address request method-table report-rows session-token page-cursor
  canonical-json references-and-lists schedule-fields player-rtp-rules report-rules launch-rules
  grant-rules target-outcome-rules games-described`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

function engine(files: readonly string[], tests: readonly string[]): MutatedRoom {
  return { name: 'games/engine', code: files.map(name => `src/games/engine/${name}.ts`), tests }
}

/** A room with files that different tests judge has a line for each of them. */
export const MUTATED_ROOMS: readonly MutatedRoom[] = [
  {
    name: 'core',
    code: ['src/core'],
    tests: [
      'test/core',
      'test/lanes/new-rounds.test.ts',
      'test/wallet/address-guard.test.ts',
      'test/wire/asyncapi.test.ts',
      'test/admin/openapi.test.ts',
    ],
  },
  {
    name: 'wallet',
    code: ['answer', 'bodies', 'retry-budget'].map(name => `src/wallet/${name}.ts`),
    tests: ['answer', 'bodies', 'retry-budget'].map(name => `test/wallet/${name}.test.ts`),
  },
  {
    name: 'player',
    code: ['spin-rules', 'views', 'entitlements'].map(name => `src/player/${name}.ts`),
    tests: ['spin-rules', 'views', 'due-grants'].map(name => `test/player/${name}.test.ts`),
  },
  {
    name: 'operator',
    code: [
      ...OPERATOR_RULES.map(name => `src/operator/${name}.ts`),
      'src/ledger/reports/report-period.ts',
    ],
    tests: OPERATOR_TESTS.map(name => `test/operator/${name}.test.ts`),
  },
  {
    name: 'round',
    code: ['driver-state', 'machine', 'moves', 'plan', 'round'].map(name => `src/round/${name}.ts`),
    tests: ['plan', 'round', 'driver-state', 'machine', 'inputs'].map(
      name => `test/round/${name}.test.ts`,
    ),
  },
  engine(['chacha', 'rng'], games('rng')),
  ...['bets', 'extended-bets', 'free-games', 'gamble', 'levels', 'trigger-stops'].map(name =>
    engine([name], games(name)),
  ),
  engine(
    ['contract', 'mathematics', 'play', 'recorder', 'reels'],
    [...games('reel-strips', 'play-round'), ...GOLDEN],
  ),
  engine(
    ['define-game', 'game-rules', 'scatters'],
    [...games('define-game', 'scatters'), ...GOLDEN],
  ),
  {
    name: 'games/lines',
    code: ['lines', 'line-spin', 'expanding', 'held-reels'].map(
      name => `src/games/lines/${name}.ts`,
    ),
    tests: [...games('expanding', 'held-reels', 'lines'), ...GOLDEN],
  },
  {
    name: 'games/ways',
    code: ['ways', 'ways-spin'].map(name => `src/games/ways/${name}.ts`),
    tests: [...GOLDEN, ...games('ways')],
  },
  {
    name: 'games/hold-and-win',
    code: ['src/games/hold-and-win'],
    tests: [...games('hold-and-win'), ...GOLDEN],
  },
  {
    name: 'games/targets',
    code: ['src/games/targets'],
    tests: games('target-index-file', 'target-index', 'target-rounds', 'target-outcomes'),
  },
  {
    name: 'games/cascades',
    code: ['src/games/cascades'],
    tests: [...GOLDEN, ...games('cascade', 'cluster', 'ways-cascade')],
  },
]

/** Whether a file is one of these places, or in one of them. */
export const isIn = (places: readonly string[], file: string) =>
  places.some(place => file === place || file.startsWith(`${place}/`))

/** The rooms given as arguments: "core", "games/lines", or "games" for all of them. */
export function roomsNamed(names: readonly string[]): readonly MutatedRoom[] {
  if (names.length === 0) return MUTATED_ROOMS
  return MUTATED_ROOMS.filter(({ name }) =>
    names.some(wanted => name === wanted || name.startsWith(`${wanted}/`)),
  )
}
