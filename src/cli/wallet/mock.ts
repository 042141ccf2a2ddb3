// `reelhouse wallet mock`: a wallet on this machine to try the platform with, one line a call, until
// Ctrl-C. Never prints a key or a body.

import { formatAmount, parseAmount } from '../../core/money.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { WalletCallback } from '../../sdk/wallet-callback.ts'
import { createFaultPlan, parseFaultRule } from '../../wallet-kit/fault-plan.ts'
import { FAULTS } from '../../wallet-kit/faults.ts'
import {
  type MockEvent,
  type MockWallet,
  type MockWalletOptions,
  startMockWallet,
} from '../../wallet-kit/mock-wallet.ts'
import { printLine, readArguments, readPort, refuseUse, say } from '../command-line.ts'
import { watchStopSignals } from '../node/stop-signal.ts'
import { KEY_HELP, KEY_OPTIONS, readWalletKey } from './key.ts'

const DEFAULT_PORT = '4000'
const DEFAULT_OPENING = '10000.00'

const HELP = `
reelhouse wallet mock [options]

Runs an operator's wallet on this machine, in memory: accounts, refunds, cancelled bets and repeats by
the rules of docs/wallet-guide.md. Told to, it misbehaves. Give its address to a project of an "up".

  --port N             port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes any free one)
${KEY_HELP}
                       without a key any key is accepted
  --opening A          what each player starts with (default ${DEFAULT_OPENING})
  --fault F            name[:method][:rate], may be given more than once; the first that fits is used:
                       drop-after-apply · late:bet · http-500-before-apply:win:0.25
  --seed S             the same seed and calls meet the same faults (default: 1)
  --help               this text

Faults:
${Object.entries(FAULTS)
  .map(([name, { about }]) => `  ${name.padEnd(22)} ${about}`)
  .join('\n')}
`

const OPTIONS = {
  ...KEY_OPTIONS,
  port: { type: 'string' },
  opening: { type: 'string' },
  fault: { type: 'string', multiple: true },
  seed: { type: 'string' },
} as const

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const { values } = parsed
  const port = readPort(values.port ?? DEFAULT_PORT)
  if (port === null) return refuseUse('--port is a number up to 65535.').exitCode
  const openingMinor = parseAmount(values.opening ?? DEFAULT_OPENING)
  if (openingMinor === null) return refuseUse('--opening is an amount like 1000.00.').exitCode
  const faults = values.fault ?? []
  const rules = faults.map(parseFaultRule)
  const wrong = faults[rules.indexOf(null)]
  if (wrong !== undefined) {
    return refuseUse(`--fault is name[:method][:rate], "${wrong}" is none.`).exitCode
  }
  await serve({
    port,
    openingMinor,
    apiKey: readWalletKey(values),
    chooseFault: createFaultPlan(
      rules.filter(rule => rule !== null),
      values.seed ?? '1',
    ),
    onEvent: event => printLine(describeEvent(event)),
  })
  return 0
}

async function serve(options: MockWalletOptions): Promise<void> {
  const stop = watchStopSignals(() => {})
  const wallet = await startMockWallet(options).catch((error: NodeJS.ErrnoException) => {
    throw new SetupProblem(`The mock wallet can't listen on port ${options.port}: ${error.code}.`)
  })
  printLine(`Mock wallet (TEST_ONLY, in memory) at ${wallet.url}`)
  say('Ctrl-C stops it.')
  await stop.requested
  await wallet.close()
  sumUp(wallet)
}

/** What a platform did wrong is said last, where it is read. */
function sumUp({ accounts }: MockWallet): void {
  const operations = accounts.operations()
  const differing = operations.filter(one => one.differing.length > 0)
  const problems = [
    ...accounts.violations(),
    ...differing.map(({ transaction }) => `repeated with another body: ${transaction}`),
  ]
  say(`${operations.length} transactions, ${problems.length} faults of the caller.`)
  for (const problem of problems.slice(0, 20)) say(`  ${onOneLine(problem)}`)
}

function describeEvent({ call, fault, code, balanceMinor }: MockEvent): string {
  const time = new Date().toISOString().slice(11, 23)
  if (call === null) return `${time} a call that is none: ${code}`
  const { callback, timesSeen } = call
  const said = code === 'ok' ? `ok ${formatAmount(balanceMinor ?? 0n)}` : code
  const parts = [
    time,
    callback.method.padEnd(12),
    callback.playerId,
    callback.currency,
    ...detailsOf(callback),
    timesSeen > 1 ? `(${timesSeen}. time)` : '',
    fault === null
      ? `-> ${said}`
      : `-> ${fault} (books: ${FAULTS[fault].applied > 0 ? said : 'nothing'})`,
  ]
  return onOneLine(parts.filter(part => part !== '').join(' '))
}

function detailsOf(callback: WalletCallback): string[] {
  if (callback.method === 'session_info') return []
  if (callback.method === 'round_info') return [callback.event, callback.roundId]
  if (callback.method === 'freespins_finished') return [callback.status, callback.grantId]
  return [formatAmount(callback.amountMinor), callback.transaction]
}

/** What came over the network must not move the cursor of a terminal. */
function onOneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
