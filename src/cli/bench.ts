// `reelhouse bench`: which benchmarks there are. Each is a file in bench/ with a `run`; speed is
// measured there and nowhere else.

import { type Command, printLine, refuseUse } from './command-line.ts'

const BENCHES: Record<string, { about: string; load: () => Promise<Command> }> = {
  stream: {
    about: 'sessions and spins against a whole platform; checks the books at the end',
    load: () => import('../../bench/stream.ts'),
  },
  overload: {
    about: 'twice the rate a platform can settle, by the clock: what is left of it',
    load: () => import('../../bench/overload.ts'),
  },
  mathematics: {
    about: 'the games alone: rounds a second on one core, and the floor',
    load: () => import('../../bench/mathematics.ts'),
  },
  'spin-path': {
    about: 'the pieces of the spin-settlement path alone',
    load: () => import('../../bench/spin-path.ts'),
  },
  reports: {
    about: 'the reports over a year of rounds, against a plain scan',
    load: () => import('../../bench/reports.ts'),
  },
}

export async function run(args: string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help') {
    const lines = Object.entries(BENCHES).map(([id, { about }]) => `  ${id.padEnd(12)}${about}`)
    printLine(
      ['reelhouse bench <which> [options]', '', ...lines, '', 'docs/bench.md says more.'].join(
        '\n',
      ),
    )
    return 0
  }
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (bench === undefined) return refuseUse(`There is no bench "${name}".`).exitCode
  return (await bench.load()).run(rest)
}
