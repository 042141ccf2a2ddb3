// `reelhouse plant-mistakes` (npm run plant-mistakes): whether the tests notice mistakes made on purpose
// in SQL, Lua and at the edges. The mistakes and the planting are in test/mistakes.

import { printLine, readArguments, say } from '../src/cli/command-line.ts'
import { readCount } from '../src/cli/mathematics/options.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { MISTAKES, type Mistake } from '../test/mistakes/list.ts'
import { plantMistakes, type Trial } from '../test/mistakes/plant.ts'
import { withTestStores } from './test-stores.ts'

const HELP = `
reelhouse plant-mistakes [options]

Puts mistakes into a copy of the built checkout, one after another (test/mistakes/list.ts), and runs the
tests that each one names. Exit code 1 unless each of them is noticed.

  --only TEXT  those whose name or file contains it
  --jobs N     mistakes tried at once (default 2)
  --help       this text
`

const OPTIONS = { only: { type: 'string' }, jobs: { type: 'string' } } as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const jobs = readCount('jobs', parsed.values.jobs ?? '2', 64)
  if (!jobs.ok) return jobs.exitCode
  const only = parsed.values.only ?? ''
  const chosen = MISTAKES.filter(({ name, file }) => `${name} ${file}`.includes(only))
  let [tried, noticed] = [0, 0]
  const onTried = ({ name, file }: Mistake, trial: Trial) => {
    if (trial.kind === 'noticed') noticed++
    printLine(`${++tried}/${chosen.length} ${name} (${file})\n    ${describe(trial)}`)
  }
  let end = () => {}
  const stop = watchStopSignals(() => end())
  await withTestStores(say, async env => {
    if (stop.isRequested()) return
    const planting = plantMistakes(chosen, { jobs: jobs.value, env, onTried })
    end = planting.stop
    await planting.run()
  })
  if (stop.isRequested()) return 130
  printLine(`${noticed} of ${tried} mistakes were noticed`)
  return noticed === tried ? 0 : 1
}

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
