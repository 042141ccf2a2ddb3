// `npm run plant-mistakes`: whether the tests and the simulator notice mistakes made on purpose.
// The mistakes and the planting are in test/mistakes.

import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { plantMistakes, type Trial } from '../test/mistakes/plant.ts'
import { type Mistake, readMistakes, SIMULATOR } from '../test/support/mistakes.ts'
import { withTestStores } from './test-stores.ts'

export const command = defineCommand(
  createCommand(
    'npm run plant-mistakes --',
    `Puts mistakes into a copy of the built checkout, one after another (test/mistakes), and runs
    what each one names: tests, or the simulator until a round breaks a rule. Those in the
    mathematics are tried by test/games. Exit code 1 unless each of them is noticed.`,
  )
    .option('--only <text>', 'those whose name or file contains it', '')
    .option('--by <text>', 'those found by this: a part of a path, or "simulator"', '')
    .option(
      '--skip <count>',
      'leaves out the first ones, which an earlier run tried',
      countUpTo(1e5, 0),
      0,
    )
    .option('--jobs <count>', 'mistakes tried at once', countUpTo(64), 2)
    .option(
      '--rounds <count>',
      'rounds to simulate before a mistake counts as not noticed',
      countUpTo(1e9),
      20_000,
    ),
  async ({ only, by, skip, jobs, rounds }) => {
    const named = readMistakes().filter(
      ({ name, file, foundBy }) =>
        !/mathematics/.test(`${foundBy}`) &&
        `${name} ${file}`.includes(only) &&
        `${foundBy}`.includes(by),
    )
    const chosen = named.slice(skip)
    let [tried, noticed] = [0, 0]
    const onTried = ({ name, file }: Mistake, trial: Trial) => {
      if (trial.kind === 'noticed') noticed++
      printLines(`${++tried}/${chosen.length} ${name} (${file})\n    ${describe(trial)}`)
    }
    let end = () => {}
    const stop = watchStopSignals(() => end())
    const plant = async (env: Record<string, string>) => {
      if (stop.isRequested()) return
      const planting = plantMistakes(chosen, { jobs, rounds, env, onTried })
      end = planting.stop
      await planting.run()
    }
    const needsStores = chosen.some(({ foundBy }) => !foundBy.includes(SIMULATOR))
    await (needsStores ? withTestStores(say, plant) : plant({}))
    if (stop.isRequested()) return 130
    printLine(`${noticed} of ${tried} mistakes were noticed`)
    return tried > 0 && noticed === tried ? 0 : 1
  },
)

function describe(trial: Trial): string {
  switch (trial.kind) {
    case 'noticed':
      return `${trial.by}: ${trial.failure}`
    case 'unsound':
      return `NOT TRIED: ${trial.by} fails without it: ${trial.failure}`
    case 'unnoticed':
      return 'NOT NOTICED'
  }
}
