// `npm run plant-mistakes`: whether the tests notice mistakes made on purpose
// in SQL, Lua and at the edges. The mistakes and the planting are in test/mistakes.

import {
  createCommand,
  defineCommand,
  printLine,
  printLines,
  say,
} from '../src/cli/command-line.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { MISTAKES } from '../test/mistakes/list.ts'
import type { Mistake } from '../test/mistakes/mistake.ts'
import { plantMistakes, type Trial } from '../test/mistakes/plant.ts'
import { withTestStores } from './test-stores.ts'

export const command = defineCommand(
  createCommand(
    'npm run plant-mistakes --',
    `Puts mistakes into a copy of the built checkout, one after another (test/mistakes), and runs
    the tests that each one names. Exit code 1 unless each of them is noticed.`,
  )
    .option('--only <text>', 'those whose name or file contains it', '')
    .option('--jobs <count>', 'mistakes tried at once', countUpTo(64), 2),
  async ({ only, jobs }) => {
    const chosen = MISTAKES.filter(({ name, file }) => `${name} ${file}`.includes(only))
    let [tried, noticed] = [0, 0]
    const onTried = ({ name, file }: Mistake, trial: Trial) => {
      if (trial.kind === 'noticed') noticed++
      printLines(`${++tried}/${chosen.length} ${name} (${file})\n    ${describe(trial)}`)
    }
    let end = () => {}
    const stop = watchStopSignals(() => end())
    await withTestStores(say, async env => {
      if (stop.isRequested()) return
      const planting = plantMistakes(chosen, { jobs, env, onTried })
      end = planting.stop
      await planting.run()
    })
    if (stop.isRequested()) return 130
    printLine(`${noticed} of ${tried} mistakes were noticed`)
    return noticed === tried ? 0 : 1
  },
)

function describe(trial: Trial): string {
  switch (trial.kind) {
    case 'noticed':
      return `${trial.file}: ${trial.failure}`
    case 'unsound':
      return `NOT TRIED: ${trial.file} fails without it: ${trial.failure}`
    case 'unnoticed':
      return 'NOT NOTICED'
  }
}
