// `npm run plant-bugs`: whether the simulator finds mistakes made on purpose. The mistakes and the
// planting are in test/simulation.

import { createCommand, defineCommand, printLines } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { plantBugs } from '../test/simulation/plant-bugs.ts'

export const command = defineCommand(
  createCommand(
    'npm run plant-bugs --',
    `Puts mistakes into a copy of the code that drives rounds, one after another
    (test/simulation/planted-bugs.ts), and simulates rounds until one of them breaks a rule. Exit code 1
    when a mistake is not found.`,
  )
    .option(
      '--rounds <count>',
      'rounds to play before a mistake counts as not found',
      countUpTo(1e9),
      20_000,
    )
    .option('--only <text>', 'those whose name contains it', ''),
  async ({ rounds, only }) => {
    const missed = plantBugs(only, rounds, (name, found) =>
      printLines(`${name}\n    ${found ?? 'NOT FOUND'}`),
    )
    return missed === 0 ? 0 : 1
  },
)
