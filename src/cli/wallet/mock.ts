// `reelhouse wallet mock`: a wallet on this machine to try the platform with; prints one line per
// call, until Ctrl-C. Never prints a key or a body.

import { createHash } from 'node:crypto'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { WALLET_METHODS, type WalletMethod } from '../../core/wallet-operation.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { WalletCallback } from '../../sdk/wallet-callback.ts'
import { FAULTS, type Fault, isFault } from '../../wallet-kit/faults.ts'
import {
  type ChooseFault,
  type MockEvent,
  type MockWallet,
  type MockWalletOptions,
  startMockWallet,
} from '../../wallet-kit/mock-wallet.ts'
import { defineCommand, printLine, say } from '../command-line.ts'
import { watchStopSignals } from '../node/stop-signal.ts'
import { readPort } from '../option-values.ts'
import { createWalletCommand, readKeyFile, readWalletKey } from './key.ts'

const DEFAULT_PORT = 4000
const DEFAULT_OPENING = '10000.00'

const FAULT_LIST = Object.entries(FAULTS).map(
  ([name, { about }]) => `  ${name.padEnd(22)} ${about}`,
)

export const command = defineCommand(
  createWalletCommand(
    'reelhouse wallet mock',
    `Runs an operator's wallet on this machine, in memory: accounts, refunds, cancelled bets and
    repeats by the rules of docs/wallet-guide.md. With --fault it misbehaves. Give its address to a
    project of an "up". Without a key any key is accepted.`,
  )
    .option('--port <port>', 'on 127.0.0.1; 0 takes any free one', readPort, DEFAULT_PORT)
    .option(
      '--opening <amount>',
      `what each player starts with (default: ${DEFAULT_OPENING})`,
      readAmount,
    )
    .option(
      '--fault <fault>',
      'name[:method][:rate], may be given more than once; the first that fits is used: ' +
        'drop-after-apply, late:bet, http-500-before-apply:win:0.25',
      collectFault,
    )
    .option('--signing-key-file <file>', 'refuse calls that this key has not signed')
    .option('--seed <text>', 'the same seed and calls meet the same faults', '1')
    .addHelpText('after', `\nFaults:\n${FAULT_LIST.join('\n')}`),
  async options => {
    const signingKey = readKeyFile(options.signingKeyFile)
    await serve({
      port: options.port,
      openingMinor: options.opening ?? readAmount(DEFAULT_OPENING),
      apiKey: readWalletKey(options),
      signingKeys: signingKey === undefined ? [] : [signingKey],
      chooseFault: createFaultPlan(options.fault ?? [], options.seed),
      onEvent: event => printLine(describeEvent(event)),
    })
    return 0
  },
)

/** Calls that are answered badly: a rule that a person wrote. */
interface FaultRule {
  readonly fault: Fault
  /** Null for every method. */
  readonly method: WalletMethod | null
  /** From 0 to 1. */
  readonly rate: number
}

const RATE = /^(?:0?\.[0-9]{1,6}|[01](?:\.0{1,6})?)$/
const isMethod = (text: string): text is WalletMethod =>
  (WALLET_METHODS as readonly string[]).includes(text)

/** Reads `name[:method][:rate]`; null for any other text. */
export function parseFaultRule(text: string): FaultRule | null {
  const [fault = '', ...rest] = text.split(':')
  const method = rest[0] !== undefined && isMethod(rest[0]) ? rest[0] : null
  const [rate = '1', ...more] = method === null ? rest : rest.slice(1)
  if (!isFault(fault) || !RATE.test(rate) || more.length > 0) return null
  return { fault, method, rate: Number(rate) }
}

/** The first rule that fits a call and is drawn for it; the same calls draw the same faults. */
export function createFaultPlan(rules: readonly FaultRule[], seed: string): ChooseFault {
  let draws = 0
  const draw = () => {
    const bytes = createHash('sha256').update(`${seed}:${draws++}`).digest()
    return bytes.readUInt32LE(0) / 2 ** 32
  }
  return ({ callback }) => {
    const fits = rules.filter(({ method }) => method === null || method === callback.method)
    return fits.find(({ rate }) => draw() < rate)?.fault ?? null
  }
}

function readAmount(text: string): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor !== null) return amountMinor
  throw new InvalidArgumentError('It is an amount like 1000.00.')
}

function collectFault(text: string, before: FaultRule[] | undefined): FaultRule[] {
  const rule = parseFaultRule(text)
  if (rule !== null) return [...(before ?? []), rule]
  throw new InvalidArgumentError('It is name[:method][:rate].')
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

/** What a platform did wrong is printed last, where it is noticed. */
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
  if (call === null) return `${time} an invalid call: ${code}`
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

/** Text from the network must not move the cursor of a terminal. */
function onOneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
