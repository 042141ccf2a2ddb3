// A wallet over HTTP with known mistakes of operators' wallets, one or a few at a time: each is a
// change before or after the books of the mock wallet, or of the answer. Without any it keeps the
// contract.

import type { ServerResponse } from 'node:http'
import { setTimeout as pass } from 'node:timers/promises'
import { type AccountRecord, createAccounts } from '../../src/core/wallet-accounts.ts'
import {
  readWalletCallback,
  SUMMARY_ANSWER,
  type WalletCallback,
  walletAnswer,
  walletRefusal,
} from '../../src/sdk/wallet-callback.ts'
import { createMockBook } from '../../src/wallet-kit/mock-book.ts'
import { findMistakes, type MoneyCall } from './wallet-mistakes.ts'
import { startWalletServer } from './wallet-server.ts'

export const KEY = 'rk_the-right-key-0'

/** By its name in test/wallet-kit/check.test.ts. */
export type Mistake = string

type Call<Method extends WalletCallback['method']> = Extract<WalletCallback, { method: Method }>

interface Answer {
  status: number
  body: string
}

const refusal = (code: string, status = 200): Answer => ({ status, body: walletRefusal(code) })

const FORGETFUL = {
  bet: 'bets are debited each time',
  win: 'wins are credited each time',
  refund: 'refunds are credited each time',
} as const
const OPENING_MINOR = 100_000n
/** The time that a database takes: long enough for another call to come in between. */
const RACE_MS = 20
const OLD_SESSION_MS = 2 * 60 * 60 * 1000
const sessionTimeMs = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export async function startBrokenWallet(
  t: { teardown(work: () => unknown): unknown },
  mistakes: readonly Mistake[],
  lateMs: number,
  nowMs: () => number = Date.now,
  key = KEY,
) {
  const planted = findMistakes(mistakes)
  const has = (mistake: Mistake) => mistakes.includes(mistake)
  const accounts = createAccounts(() => OPENING_MINOR)
  const { records, balance, move } = accounts
  const book = createMockBook(accounts)
  const recordedAtMs = new Map<string, number>()
  const ageMs = (id: string) => nowMs() - (recordedAtMs.get(id) ?? nowMs())
  const books = { records, balance, move, ageMs }
  const floats = new Map<string, number>()
  let underWay = 0

  const accountOf = ({ playerId, currency }: WalletCallback) => `${playerId} ${currency}`
  const floatOf = (call: WalletCallback) =>
    floats.get(accountOf(call)) ?? Number(OPENING_MINOR) / 100

  function ok(call: WalletCallback, balanceMinor = balance(call)): Answer {
    if (call.method === 'freespins_finished') return { status: 200, body: SUMMARY_ANSWER }
    const currency = has('every answer says EUR') ? 'EUR' : call.currency
    const body = walletAnswer(balanceMinor, currency)
      .replace(/-?[0-9.]+/, text => print(call, text))
      .replace(/,"currency.*"/, text => (has('answers have no currency') ? '' : text))
    return { status: 200, body }
  }

  function print(call: WalletCallback, text: string): string {
    if (has('amounts are floats')) return `${floatOf(call)}`
    if (has('balances have three decimals')) return `${text}0001`
    return has('balances are text') ? `"${text}"` : text
  }

  /** Other calls come in between; afterwards the wallet goes on with what it read before them. */
  async function lookUp(call: MoneyCall): Promise<void> {
    const ids = [call.transaction, ...(call.method === 'refund' ? [call.originalTransaction] : [])]
    const seen = ids.map(id => [id, { ...records.get(id)! }] as const)
    const isStale = has('balances are written as they were read')
    if (!isStale && !has('ids are looked up beforehand')) return
    const before = balance(call)
    await pass(RACE_MS)
    for (const [id, record] of seen) {
      if (record.kind === undefined) records.delete(id)
      else records.set(id, record)
    }
    if (isStale) move(call, before - balance(call))
  }

  async function answerMoney(call: MoneyCall): Promise<Answer> {
    const known = records.get(call.transaction)
    if (known?.state === 'applied' && has(FORGETFUL[call.method])) {
      records.delete(call.transaction)
      if (call.method === 'refund') records.get(call.originalTransaction)!.state = 'applied'
    } else if (known !== undefined) {
      const isError = known.state === 'applied' && has('repeats are errors')
      return isError ? refusal('DUPLICATE_TRANSACTION') : carryOut(call)
    } else await lookUp(call)
    const wrong = wrongRefusal(call)
    return wrong === null ? carryOut(call) : refusal(wrong)
  }

  /** The code of a first call that a correct wallet does not refuse. */
  function wrongRefusal(call: MoneyCall): string | null {
    const { method } = call
    const isOld = Date.now() - sessionTimeMs(call.sessionId) > OLD_SESSION_MS
    if (isOld && method !== 'bet' && has(`${method}s need a living session`)) {
      return 'SESSION_EXPIRED'
    }
    const isZero = call.amountMinor === 0n
    if (isZero && method !== 'win' && has(`zero ${method}s are refused`)) return 'INVALID_AMOUNT'
    const isUnknown = method === 'refund' && !records.has(call.originalTransaction)
    return isUnknown && has('the refund of an unknown bet is an error') ? 'NO_SUCH_BET' : null
  }

  function carryOut(call: MoneyCall): Answer {
    const before = balance(call)
    const credit = call.method === 'bet' && has('balances go below zero') ? call.amountMinor : 0n
    move(call, credit)
    const bet = call.method === 'refund' ? records.get(call.originalTransaction)?.state : undefined
    const isRepeat = records.has(call.transaction)
    const code = book.apply(call)
    move(call, -credit)
    if (code === 'ok' && !isRepeat) misbook(call)
    for (const { after } of planted) after?.(call, books, code)
    if (code === 'INSUFFICIENT_FUNDS') return refuseBet()
    if (code !== 'ok') return refusal(code)
    if (call.method === 'refund' && !isRepeat) afterRefund(call, bet)
    const movedMinor = balance(call) - before
    floats.set(accountOf(call), floatOf(call) + Number(movedMinor) / 100)
    const isBefore =
      has('the balance is the one before') ||
      has(`the balance of ${call.method}s is the one before`)
    return ok(call, isBefore ? before : balance(call))
  }

  /** Moves what the planted mistakes move, in place of what was right, and notes the time. */
  function misbook(call: MoneyCall): void {
    const { movedMinor } = records.get(call.transaction)!
    for (const { moves } of planted) {
      if (moves !== undefined) move(call, moves(movedMinor, call) - movedMinor)
    }
    for (const id of records.keys()) {
      if (!recordedAtMs.has(id)) recordedAtMs.set(id, nowMs())
    }
  }

  function refuseBet(): Answer {
    if (has('too low a balance is HTTP 500')) return refusal('INSUFFICIENT_FUNDS', 500)
    const isOwn = has('too low a balance has a code of its own')
    return refusal(isOwn ? 'NOT_ENOUGH_MONEY' : 'INSUFFICIENT_FUNDS')
  }

  /** @param bet its state before its first refund */
  function afterRefund(call: Call<'refund'>, bet: AccountRecord['state'] | undefined): void {
    const isCredited =
      (bet === 'refused' && has('refused bets are refunded')) ||
      (bet === undefined && has('the refund of an unknown bet is credited'))
    const isForgotten =
      (bet === 'applied' && has('refunded bets are deleted')) ||
      (bet === undefined && has('cancelled ids are forgotten'))
    if (isCredited) move(call, call.amountMinor)
    if (isForgotten) records.delete(call.originalTransaction)
  }

  function answerSummary(call: Call<'freespins_finished'>, text: string): Answer {
    const isAgain = book.note(call, text)!.timesSeen > 1
    if (isAgain && has('summaries are answered once')) return refusal('ALREADY_FINISHED')
    if (!isAgain && has('summaries are credited')) move(call, call.totalWinMinor)
    return ok(call)
  }

  async function answer(text: string, path: string): Promise<Answer> {
    if (has('any currency will do') && path.endsWith('/XTS')) {
      return { status: 200, body: walletAnswer(100n, 'XTS') }
    }
    const read = readWalletCallback(text, path, acceptedKey(text))
    if (!read.ok) return refusal(read.code, read.status)
    const { callback } = read
    for (const { instead } of planted) {
      const found = instead?.(callback, books, text) ?? null
      if (found?.code === 'ok') return ok(callback, found.balanceMinor)
      if (found !== null) return refusal(found.code, found.status)
    }
    if (callback.method === 'freespins_finished') return answerSummary(callback, text)
    if (callback.method === 'session_info') return ok(callback)
    if (callback.method === 'round_info') {
      if (callback.forced && has('unknown fields are refused'))
        return refusal('INVALID_REQUEST', 400)
      return has('round_info is unknown') ? refusal('UNKNOWN_METHOD') : ok(callback)
    }
    return answerMoney(callback)
  }

  function acceptedKey(text: string): string {
    const { api_key: said, method } = JSON.parse(text)
    const isBlind =
      has('the key is not looked at') ||
      (has('the key is looked at for bets only') && method !== 'bet')
    if (isBlind) return said === '' ? key : said
    return has('the key may be longer') && said.startsWith(key) ? said : key
  }

  async function respond(response: ServerResponse, text: string, path: string): Promise<void> {
    underWay += 1
    if (has('a crowd gets HTTP 503')) await pass(RACE_MS)
    const isCrowd = has('a crowd gets HTTP 503') && underWay > 3
    const { status, body } = isCrowd ? refusal('TOO_BUSY', 503) : await answer(text, path)
    underWay -= 1
    const isLate = has('every answer is late') || (has('wins are late') && text.includes('"win"'))
    if (isLate) await pass(lateMs)
    if (has('every answer is a redirect')) response.writeHead(307, { location: '/moved' })
    else response.writeHead(status)
    response.end(has('every answer is a page') ? '<html><body>It works!</body></html>' : body)
  }

  const server = await startWalletServer((response, _, { body, path }) => {
    respond(response, body, path).catch(() => response.destroy())
  })
  t.teardown(server.close)
  return `${server.url}/wallet`
}
