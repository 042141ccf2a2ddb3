// `npm run chaos`: the whole platform with players, operators and wallets, broken in every way, and the
// proof that no money went wrong. The harness is test/chaos/; this only reads the options.

import { writeFileSync } from 'node:fs'
import { printLine, readArguments, refuseUse, say } from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { FAULT_NAMES, FAULTS, readFaults } from '../test/chaos/plan.ts'
import { printResult } from '../test/chaos/report.ts'
import { DEFAULT_PLAN, runChaos } from '../test/chaos/run.ts'

const HELP = `
npm run chaos -- [options]      (reelhouse chaos [options])

Starts a Redis, a Postgres, two nodes, three operators' wallets and hundreds of players of its own; breaks
one after the other by a plan that the seed decides; heals everything, waits until nothing is pending
and compares the ledger, the wallets' own record, what every player was shown, and the reports. Exit
code 1 when anything is amiss: then logs, data and evidence are kept.

  --seed N      decides faults and their times, players, bets, behaviours, wallets' faults (default 1)
  --minutes M   how long players play (default 1)
  --rounds N    play on until so many rounds were played (default 0)
  --players N   (default 300)
  --nodes N     (default 2)
  --faults A,B  only these faults or classes; all unless given
  --json FILE   the figures as JSON, too
  --keep        keep logs and data although all is well
  --help        this text

The same seed gives the same plan. Processes run beside each other as the machine lets them, so what
exactly meets a fault differs from run to run.

Faults:
${FAULT_NAMES.map(name => `  ${name.padEnd(18)}${FAULTS[name][1]}`).join('\n')}
`

const OPTIONS = {
  seed: { type: 'string' },
  minutes: { type: 'string' },
  rounds: { type: 'string' },
  players: { type: 'string' },
  nodes: { type: 'string' },
  faults: { type: 'string' },
  json: { type: 'string' },
  keep: { type: 'boolean' },
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const { values } = parsed
  const numbers = { ...DEFAULT_PLAN }
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) {
    const text = values[name]
    if (text === undefined) continue
    if (!/^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(text)) {
      return refuseUse(`--${name} wants a number, not "${text}".`).exitCode
    }
    numbers[name] = Number(text)
  }
  const faults = values.faults === undefined ? FAULT_NAMES : readFaults(values.faults)
  if (faults === null) return refuseUse(`--faults "${values.faults}": no such fault.`).exitCode
  checkNativeLibrary()
  const stop = watchStopSignals(() => say('Stopping: everything is healed and judged first ...'))
  const command = `npm run chaos -- ${args.join(' ')} --seed ${numbers.seed}`
  const result = await runChaos({
    ...numbers,
    faults,
    keep: values.keep === true,
    command: values.seed === undefined ? command : `npm run chaos -- ${args.join(' ')}`,
    say,
    stopped: stop.requested,
  })
  printLine(printResult(result))
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`)
  return result.violations === 0 ? 0 : 1
}
