// `reelhouse wallet check`: calls an operator's wallet as the platform calls it, and reports where
// it differs from the contract. Never prints the key.

import { writeFileSync } from 'node:fs'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { checkCallbackUrl } from '../../core/callback-address.ts'
import { isPrintablePlayerId } from '../../core/identifiers.ts'
import { CURRENCIES } from '../../core/money.ts'
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
import { defineCommand, printLines, refuseUse } from '../command-line.ts'
import { countUpTo, oneOf } from '../option-values.ts'
import { createWalletCommand, readKeyFile, readWalletKey } from './key.ts'

const DEFAULT_GAME = 'lucky-lanterns'

const TIMEOUT_MAX_MS = 60_000
/** Longer than the few seconds of a small cache, and most of it passes during the run itself. */
const MEMORY_S = 5
const MEMORY_MAX_S = 86_400

export const command = defineCommand(
  createWalletCommand(
    'reelhouse wallet check',
    `Calls a wallet as the platform does and says where it breaks the contract
    (docs/wallet-guide.md). It bets, wins and refunds with test money of one player: name one whom
    nobody else plays with, with at least 20.00. A key is needed. Ends with 0 when the wallet keeps
    the contract, with 1 when it does not.`,
  )
    .argument('<callback-url>', 'address of the wallet; <url>/<currency> is called')
    .option(
      '--player <id>',
      'the player (default: a new id each time; most wallets need a known one)',
      readPlayer,
    )
    .option(
      '--session <id>',
      'the session of the calls (default: a new id); for a wallet that knows its sessions',
    )
    .option('--currency <code>', CURRENCIES.join(', '), oneOf(CURRENCIES), 'EUR')
    .option('--game <id>', 'game id of the calls', DEFAULT_GAME)
    .option('--allow-loopback', 'development: a wallet on this machine, with http and any port')
    .option(
      '--timeout <ms>',
      'milliseconds an answer is waited for; later than 2 s fails all the same',
      countUpTo(TIMEOUT_MAX_MS),
      WALLET_DEADLINE_MS,
    )
    .option(
      '--memory-seconds <n>',
      'age at which the first ids of the run come again, at its end; a wallet must still know them',
      countUpTo(MEMORY_MAX_S, 0),
      MEMORY_S,
    )
    .option('--signing-key-file <file>', 'signs the calls, and checks that others are refused')
    .option(
      '--blocked-player <id>',
      'a player whom the wallet lets place no bet: checks its final refusals',
      readPlayer,
    )
    .option('--junit <file>', 'write JUnit XML to the file')
    .option('--json <file>', 'write JSON to the file'),
  async (callbackUrl, options) => {
    const { allowLoopback = false } = options
    requireAddress(callbackUrl, allowLoopback)
    const apiKey = readWalletKey(options)
    if (apiKey === undefined || apiKey === '') {
      refuseUse('The key is missing: --key-file or WALLET_KEY.')
    }
    const check = {
      callbackUrl,
      allowLoopback,
      apiKey,
      currency: options.currency,
      playerId: options.player ?? createPlayerId(),
      sessionId: options.session ?? createSessionId(),
      gameId: options.game,
      signingKey: readKeyFile(options.signingKeyFile),
      blockedPlayerId: options.blockedPlayer,
      deadlineMs: options.timeout,
      memoryMs: options.memorySeconds * 1_000,
    }
    const found = await checkAloud(check)
    writeReport(options.junit, () => printCheckJUnit(found))
    writeReport(options.json, () => printCheckJson(found))
    return isPassed(found) ? 0 : 1
  },
)

function requireAddress(callbackUrl: string, allowLoopback: boolean): void {
  const checked = checkCallbackUrl(callbackUrl, { allowLoopback })
  if (!checked.ok) refuseUse(`The callback address is refused: ${checked.reason}.`)
}

function readPlayer(text: string): string {
  if (isPrintablePlayerId(text)) return text
  throw new InvalidArgumentError('It is 1 to 128 printable characters.')
}

/** Prints each result as it comes. */
async function checkAloud(options: CheckOptions) {
  printLines(describeHead(options))
  let group = ''
  const onResult = (result: CheckResult) => {
    printLines(describeResult(result, result.check.group !== group))
    group = result.check.group
  }
  const found = await checkWallet({ ...options, onResult })
  printLines(describeTotals(found))
  return found
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
