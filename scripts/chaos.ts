// `npm run chaos`: the whole platform with players, operators and wallets, with faults of every
// kind, and the proof that no money went wrong. The harness is test/chaos/; this only reads the
// options.

import { writeFileSync } from 'node:fs'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { createCommand, defineCommand, printLines, say } from '../src/cli/command-line.ts'
import { checkNativeLibrary } from '../src/cli/node/requirements.ts'
import { watchStopSignals } from '../src/cli/node/stop-signal.ts'
import { numberUpTo } from '../src/cli/option-values.ts'
import { FAULT_NAMES, FAULTS, readFaults } from '../test/chaos/plan.ts'
import { printResult } from '../test/chaos/report.ts'
import { DEFAULT_PLAN, runChaos } from '../test/chaos/run.ts'

const FAULT_LIST = FAULT_NAMES.map(name => `  ${name.padEnd(18)}${FAULTS[name][1]}`)

const MORE = `
The same seed gives the same plan. Processes run beside each other as the machine lets them, so what
exactly meets a fault differs from run to run.

Faults:
${FAULT_LIST.join('\n')}`

const readAmount = numberUpTo(999_999_999)

export const command = defineCommand(
  createCommand(
    'npm run chaos --',
    `Starts a separate Redis and Postgres, two nodes, three operators' wallets and hundreds of
    players; breaks one after the other by a plan that the seed decides; heals everything, waits
    until nothing is pending and compares the ledger, the wallets' own record, what every player was
    shown, and the reports. Exit code 1 when anything is wrong: then logs, data and evidence are
    kept.`,
  )
    .option(
      '--seed <number>',
      "decides faults and their times, players, bets, behaviours, wallets' faults",
      readAmount,
      DEFAULT_PLAN.seed,
    )
    .option('--minutes <minutes>', 'how long players play', readAmount, DEFAULT_PLAN.minutes)
    .option('--rounds <count>', 'play at least so many', readAmount, DEFAULT_PLAN.rounds)
    .option('--players <count>', 'how many', readAmount, DEFAULT_PLAN.players)
    .option('--nodes <count>', 'how many', readAmount, DEFAULT_PLAN.nodes)
    .option('--faults <list>', 'faults or classes, with commas (default: all)', readList)
    .option('--json <file>', 'the figures as JSON, too')
    .option('--keep', 'keep logs and data even if nothing is wrong')
    .addHelpText('after', MORE),
  async ({ faults = FAULT_NAMES, json, keep = false, ...numbers }) => {
    checkNativeLibrary()
    const stop = watchStopSignals(() => say('Stopping: everything is healed and judged first ...'))
    const result = await runChaos({
      ...numbers,
      faults,
      keep,
      command: commandAgain({ ...numbers, faults }),
      say,
      stopped: stop.requested,
    })
    printLines(printResult(result))
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`)
    return result.violations === 0 ? 0 : 1
  },
)

function readList(text: string) {
  const faults = readFaults(text)
  if (faults !== null) return faults
  throw new InvalidArgumentError('There is no such fault.')
}

/** The command that runs the same plan again. */
function commandAgain({ faults, ...numbers }: typeof DEFAULT_PLAN & { faults: readonly string[] }) {
  const options = Object.entries(numbers).map(([name, value]) => `--${name} ${value}`)
  if (faults.length < FAULT_NAMES.length) options.push(`--faults ${faults.join(',')}`)
  return `npm run chaos -- ${options.join(' ')}`
}
