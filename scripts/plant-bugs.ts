// `reelhouse plant-bugs` (npm run plant-bugs): what the simulator says of mistakes made on purpose. The
// mistakes and the planting are in test/simulation.

import { printLine, readArguments } from '../src/cli/command-line.ts'
import { readCount } from '../src/cli/mathematics/options.ts'
import { plantBugs } from '../test/simulation/plant-bugs.ts'

const HELP = `
reelhouse plant-bugs [options]

Puts mistakes into a copy of the code that drives rounds, one after another (test/simulation/planted-bugs.ts),
and simulates rounds until one of them breaks a rule. Exit code 1 when a mistake is not found.

  --rounds R   rounds to play before a mistake counts as not found (default 20k)
  --only TEXT  those whose name contains it
  --help       this text
`

const OPTIONS = { rounds: { type: 'string' }, only: { type: 'string' } } as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const rounds = readCount('rounds', parsed.values.rounds ?? '20k', 1e9)
  if (!rounds.ok) return rounds.exitCode
  const missed = plantBugs(parsed.values.only ?? '', rounds.value, (name, found) =>
    printLine(`${name}\n    ${found ?? 'NOT FOUND'}`),
  )
  return missed === 0 ? 0 : 1
}
