// `reelhouse wallet check`: an operator's own wallet, called as the platform calls it, and what it does
// otherwise than the contract says. Never prints the key.

import { writeFileSync } from 'node:fs'
import { checkCallbackUrl } from '../../core/callback-address.ts'
import { isPrintablePlayerId } from '../../core/identifiers.ts'
import { CURRENCIES, isCurrency } from '../../core/money.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { WALLET_DEADLINE_MS } from '../../limits.ts'
import { createPlayerId, createSessionId } from '../../wallet-kit/check-calls.ts'
import {
  describeHead,
  describeResult,
  describeTotals,
  printCheckJson,
  printCheckJUnit,
} from '../../wallet-kit/check-report.ts'
import {
  type CheckOptions,
  type CheckResult,
  checkWallet,
  isPassed,
} from '../../wallet-kit/check-run.ts'
import { printLine, readArguments, refuseUse } from '../command-line.ts'
import { KEY_HELP, KEY_OPTIONS, readWalletKey } from './key.ts'

const DEFAULT_GAME = 'lucky-lanterns'

const HELP = `
reelhouse wallet check <callback-url> [options]

Calls a wallet as the platform does and says where it breaks the contract (docs/wallet-guide.md). It
bets, wins and refunds with test money of one player: name one whom nobody else plays with, with at
least 20.00.

${KEY_HELP}
                       one of them, or WALLET_KEY in the environment, is needed
  --player ID          the player (default: a new id each time; most wallets need a known one)
  --session ID         the session of the calls (default: a new id); for a wallet that knows its sessions
  --currency C         ${CURRENCIES.join(', ')} (default EUR)
  --game ID            game id of the calls (default ${DEFAULT_GAME})
  --allow-loopback     development: a wallet on this machine, with http and any port
  --timeout MS         how long an answer is waited for (default ${WALLET_DEADLINE_MS}); later than
                       2 s fails all the same
  --junit F            writes JUnit XML to the file F
  --json F             writes JSON to the file F
  --help               this text

Ends with 0 when the wallet keeps the contract, with 1 when it does not.
`

const OPTIONS = {
  ...KEY_OPTIONS,
  player: { type: 'string' },
  session: { type: 'string' },
  currency: { type: 'string' },
  game: { type: 'string' },
  'allow-loopback': { type: 'boolean' },
  timeout: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
} as const

const TIMEOUT_MAX_MS = 60_000

type Values = Extract<ReturnType<typeof readArguments<typeof OPTIONS>>, { ok: true }>['values']

/** What was asked for, or what is wrong with it. */
function readOptions(callbackUrl: string | undefined, values: Values): CheckOptions | string {
  if (callbackUrl === undefined) return 'The callback address is missing.'
  const allowLoopback = values['allow-loopback'] === true
  const checked = checkCallbackUrl(callbackUrl, { allowLoopback })
  if (!checked.ok) return `The callback address is refused: ${checked.reason}.`
  const apiKey = readWalletKey(values)
  if (apiKey === undefined || apiKey === '') return 'The key is missing: --key-file or WALLET_KEY.'
  const { currency = 'EUR', player: playerId = createPlayerId(), timeout } = values
  if (!isCurrency(currency)) return `--currency is one of ${CURRENCIES.join(', ')}.`
  if (!isPrintablePlayerId(playerId)) return '--player is 1 to 128 printable characters.'
  const deadlineMs = timeout === undefined ? WALLET_DEADLINE_MS : readMs(timeout)
  if (deadlineMs === null) return `--timeout is a number of milliseconds up to ${TIMEOUT_MAX_MS}.`
  return {
    ...{ callbackUrl, allowLoopback, apiKey, currency, playerId, deadlineMs },
    sessionId: values.session ?? createSessionId(),
    gameId: values.game ?? DEFAULT_GAME,
  }
}

const readMs = (text: string) =>
  /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= TIMEOUT_MAX_MS ? Number(text) : null

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS, 1)
  if (!parsed.ok) return parsed.exitCode
  const { values, positionals } = parsed
  const options = readOptions(positionals[0], values)
  if (typeof options === 'string') return refuseUse(options).exitCode
  printLine(describeHead(options))
  let group = ''
  const onResult = (result: CheckResult) => {
    printLine(describeResult(result, result.check.group !== group))
    group = result.check.group
  }
  const found = await checkWallet({ ...options, onResult })
  printLine(describeTotals(found))
  writeReport(values.junit, () => printCheckJUnit(found))
  writeReport(values.json, () => printCheckJson(found))
  return isPassed(found) ? 0 : 1
}

function writeReport(file: string | undefined, print: () => string): void {
  if (file === undefined) return
  try {
    writeFileSync(file, print())
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SetupProblem(`The report ${file} can't be written: ${code}.`)
  }
}
