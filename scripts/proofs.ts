// The list of what `npm run prove` runs: each proof is a harness or a set of tests at full size.
// Must never judge; the exit code of the program does.

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
  return [
    simulator(seed, 200_000),
    {
      ...harness('setups', 'simulate-rounds', ['--exhaustive', '1']),
      size: 'every setup of one round with at most one fault',
    },
    { ...tests('walk', 'test/round/exhaustive-walk'), size: 'every state of one round' },
    { ...tests('planted-faults', 'test/games/planted-faults'), size: 'all, in the mathematics' },
    // The rarest of those that the simulator finds takes 40,000 rounds.
    planted(60_000, [], 'all, by the tests that they name or by the simulator'),
    chaos(seed, 10, 300),
    fuzz(seed, 10_000),
    {
      ...tests('attacks', 'test/attacks'),
      size: 'all, with a neighbour measured',
      isShown: true,
    },
    {
      ...tests('statistics', 'test/games/rng-statistics'),
      size: 'the generator, all ranges',
    },
    {
      ...tests(
        'returns',
        'test/games/level-returns',
        'test/games/return.test',
        'test/games/par-sheets',
        'test/games/play.test',
      ),
      size: 'every game, mode and level',
    },
    {
      ...tests('browser', 'test/browser'),
      size: 'every page, every game on both screens, the panel in four looks',
    },
    { ...tests('benches', 'test/bench'), size: 'every bench and row, at the smallest size' },
  ]
}

function harness(name: string, program: string, args: readonly string[]): Proof {
  return { name, program, args, size: '', seed: null, env: {} }
}

function tests(name: string, ...files: readonly string[]): Proof {
  return { ...harness(name, 'run-tests', files), env: FULL }
}

function simulator(seed: number, rounds: number): Proof {
  const args = ['--seed', `${seed}`, '--rounds', `${rounds}`]
  return { ...harness('simulator', 'simulate-rounds', args), seed, size: `${rounds} rounds` }
}

function planted(rounds: number, which: readonly string[], size: string): Proof {
  const args = ['--rounds', `${rounds}`, ...which]
  return { ...harness('planted-mistakes', 'plant-mistakes', args), size }
}

function chaos(seed: number, minutes: number, players: number): Proof {
  const args = ['--seed', `${seed}`, '--minutes', `${minutes}`, '--players', `${players}`]
  return { ...harness('chaos', 'chaos', args), seed, size: `${minutes} min, ${players} players` }
}

function fuzz(seed: number, requests: number): Proof {
  const proof = tests('fuzz', 'test/operator/fuzz')
  const env = { ...LONG, FUZZ_REQUESTS: `${requests}`, FUZZ_SEED: `${seed}` }
  return { ...proof, env, seed, size: `${requests} requests` }
}
