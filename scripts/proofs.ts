// The list of what `npm run prove` runs: each proof is a harness or a set of tests at full size.
// Must never judge; the exit code of the program does.

import { findTests, isPartOfRun } from './test-files.ts'

export interface Proof {
  name: string
  /** The program of scripts/ and its arguments. */
  program: string
  args: readonly string[]
  /** For people: how much is played. */
  size: string
  /** Its output is worth showing even when it passes. */
  isShown?: true
  /** Null if everything is played, or if the seeds are fixed. */
  seed: number | null
  env: Record<string, string>
}

/**
 * Chaos takes seeds of up to nine digits; the others use the same range, so that a run has one
 * seed.
 */
export const SEED_MAX = 999_999_999
/**
 * Fuzzing alone takes four minutes on an idle machine; TAP_TIMEOUT is the time after which a file
 * counts as hung.
 */
const LONG = { TAP_TIMEOUT: '1800' }
const FULL = { ...LONG, REELHOUSE_TEST_SIZE: 'full' }

export function proofsOf(seed: number, isShort: boolean): Proof[] {
  return isShort ? shortProofs(seed) : fullProofs(seed)
}

/** The proofs for a change besides the tests: the same harnesses, new seeds, one or two minutes. */
function shortProofs(seed: number): Proof[] {
  return [
    simulator(seed, 8_000),
    // Three of the list, each found within some hundreds of rounds.
    planted(2_000, ['--by', 'simulator', '--only', 'no '], '"no …" in the code that drives rounds'),
    chaos(seed, 0.25, 36),
    fuzz(seed, 600),
  ]
}

function fullProofs(seed: number): Proof[] {
  const named = namedProofs(seed)
  const files = named.flatMap(({ args }) => args.filter(arg => arg.startsWith('test/')))
  const others = findTests(['test/'])
    .filter(isPartOfRun)
    .filter(file => !files.some(part => file.includes(part)))
  return [...named, tests('parts', 'all that npm test leaves out or plays in part', ...others)]
}

function namedProofs(seed: number): Proof[] {
  return [
    simulator(seed, 200_000),
    harness('setups', 'every setup of one round with at most one fault', 'simulate-rounds', [
      '--exhaustive',
      '1',
    ]),
    tests('walk', 'every state of one round', 'test/round/exhaustive-walk'),
    tests('planted-faults', 'all, in the mathematics', 'test/games/planted-faults'),
    // The rarest takes 40,000 rounds. Those that tests find take hours: npm run plant-mistakes.
    planted(60_000, ['--by', 'simulator'], 'all that the simulator finds'),
    chaos(seed, 10, 300),
    fuzz(seed, 10_000),
    { ...tests('attacks', 'all, with a neighbour measured', 'test/attacks'), isShown: true },
    tests('statistics', 'the generator, all ranges', 'test/games/rng-statistics'),
    tests(
      'returns',
      'every game, mode and level',
      ...['level-returns', 'return.test', 'par-sheets', 'play.test'].map(
        name => `test/games/${name}`,
      ),
    ),
    tests(
      'browser',
      'every page, every game on both screens, the panel in four looks, in Chromium',
      'test/browser',
    ),
    {
      ...tests('other-browsers', 'every game in Firefox and WebKit', 'test/other-browsers'),
      // Says which of them is missing, and how it is installed.
      isShown: true,
    },
    tests('benches', 'every bench and row, at the smallest size', 'test/bench'),
    tests('fixed-chaos', 'a quarter of a minute, seed 20', 'test/chaos/chaos.test'),
    tests('storm', '10,000 sockets, one of two nodes killed', 'test/guarantees/storm'),
  ]
}

function harness(name: string, size: string, program: string, args: readonly string[]): Proof {
  return { name, size, program, args, seed: null, env: {} }
}

function tests(name: string, size: string, ...files: readonly string[]): Proof {
  return { ...harness(name, size, 'run-tests', files), env: FULL }
}

function simulator(seed: number, rounds: number): Proof {
  const args = ['--seed', `${seed}`, '--rounds', `${rounds}`]
  return { ...harness('simulator', `${rounds} rounds`, 'simulate-rounds', args), seed }
}

function planted(rounds: number, which: readonly string[], size: string): Proof {
  return harness('planted-mistakes', size, 'plant-mistakes', ['--rounds', `${rounds}`, ...which])
}

function chaos(seed: number, minutes: number, players: number): Proof {
  const args = ['--seed', `${seed}`, '--minutes', `${minutes}`, '--players', `${players}`]
  return { ...harness('chaos', `${minutes} min, ${players} players`, 'chaos', args), seed }
}

function fuzz(seed: number, requests: number): Proof {
  const env = { ...LONG, FUZZ_REQUESTS: `${requests}`, FUZZ_SEED: `${seed}` }
  return { ...tests('fuzz', `${requests} requests`, 'test/operator/fuzz'), env, seed }
}
