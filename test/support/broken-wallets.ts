// A wallet over HTTP with known mistakes of operators' wallets, one or a few at a time. Without any
// it keeps the contract; it does not use the kit's accounts, so that it can differ.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pass } from 'node:timers/promises'
import { readWalletCallback, type WalletCallback } from '../../src/sdk/wallet-callback.ts'

export const KEY = 'rk_the-right-key-0'

const MISTAKES = [
  'bets are debited each time',
  'wins are credited each time',
  'refunds are credited each time',
  'repeats are errors',
  'the refund of an unknown bet is credited',
  'the refund of an unknown bet is an error',
  'cancelled ids are forgotten',
  'refunded bets are deleted',
  'refused bets are refunded',
  'balances go below zero',
  'too low a balance is HTTP 500',
  'too low a balance has a code of its own',
  'amounts are floats',
  'balances have three decimals',
  'balances are text',
  'every answer says EUR',
  'answers have no currency',
  'the balance is the one before',
  'the key is not looked at',
  'the key is looked at for bets only',
  'the key may be longer',
  'zero bets are refused',
  'zero refunds are refused',
  'wins need a living session',
  'refunds need a living session',
  'round_info is unknown',
  'unknown fields are refused',
  'summaries are credited',
  'summaries are answered once',
  'balances are written as they were read',
  'ids are looked up beforehand',
  'every answer is late',
  'wins are late',
  'every answer is a page',
  'every answer is a redirect',
  'a crowd gets HTTP 503',
  'any currency will do',
] as const
export type Mistake = (typeof MISTAKES)[number]

interface Answer {
  status: number
  body: string
}

const refusal = (message: string, status = 200): Answer => ({
  status,
  body: JSON.stringify({ status: 'error', message }),
})

/** The time that a database takes: long enough for another call to come in between. */
const RACE_MS = 20
const OLD_SESSION_MS = 2 * 60 * 60 * 1000
const sessionTimeMs = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

export async function startBrokenWallet(
  t: { teardown(work: () => unknown): unknown },
  mistakes: readonly Mistake[],
  lateMs: number,
) {
  const has = (mistake: Mistake) => mistakes.includes(mistake)
  const isFloat = has('amounts are floats')
  const records = new Map<string, 'booked' | 'refused' | 'cancelled'>()
  const summaries = new Set<string>()
  const balances = new Map<string, bigint | number>()
  let underWay = 0

  const accountOf = ({ playerId, currency }: WalletCallback) => `${playerId} ${currency}`
  const read = (call: WalletCallback) =>
    balances.get(accountOf(call)) ?? (isFloat ? 1_000 : 100_000n)

  function move(call: WalletCallback, minor: bigint, from: bigint | number): void {
    const next = typeof from === 'number' ? from + Number(minor) / 100 : from + minor
    balances.set(accountOf(call), next)
  }

  function print(balance: bigint | number): string {
    if (typeof balance === 'number') return String(balance)
    const digits = String(balance < 0n ? -balance : balance).padStart(3, '0')
    const text = `${balance < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    if (has('balances have three decimals')) return `${text}0001`
    return has('balances are text') ? `"${text}"` : text
  }

  function ok(call: WalletCallback, balance = read(call)): Answer {
    const currency = has('every answer says EUR') ? 'EUR' : call.currency
    const tail = has('answers have no currency') ? '' : `,"currency":"${currency}"`
    return { status: 200, body: `{"status":"ok","balance":${print(balance)}${tail}}` }
  }

  /** Null when the record does not answer the call. */
  function recall(call: Extract<WalletCallback, { transaction: string }>): Answer | null {
    const known = records.get(call.transaction)
    if (known === 'cancelled') return refusal('TRANSACTION_CANCELLED')
    if (known === 'refused') return refusal('INSUFFICIENT_FUNDS')
    const isForgetful =
      (call.method === 'bet' && has('bets are debited each time')) ||
      (call.method === 'win' && has('wins are credited each time')) ||
      (call.method === 'refund' && has('refunds are credited each time'))
    if (known === undefined || isForgetful) return null
    return has('repeats are errors') ? refusal('DUPLICATE_TRANSACTION') : ok(call)
  }

  async function answerMoney(
    call: Extract<WalletCallback, { transaction: string }>,
  ): Promise<Answer> {
    const known = recall(call)
    const early = read(call)
    const bet = call.method === 'refund' ? records.get(call.originalTransaction) : undefined
    if (known !== null) return known
    const isStale = has('balances are written as they were read')
    if (isStale || has('ids are looked up beforehand')) await pass(RACE_MS)
    const before = isStale ? early : read(call)
    const isOld = Date.now() - sessionTimeMs(call.sessionId) > OLD_SESSION_MS
    if (call.method === 'win') {
      if (isOld && has('wins need a living session')) return refusal('SESSION_EXPIRED')
      move(call, call.amountMinor, before)
    } else if (call.method === 'bet') {
      const refused = debit(call, before)
      if (refused !== null) return refused
    } else {
      if (isOld && has('refunds need a living session')) return refusal('SESSION_EXPIRED')
      const refused = refund(call, bet, before)
      if (refused !== null) return refused
    }
    records.set(call.transaction, 'booked')
    return has('the balance is the one before') ? ok(call, before) : ok(call)
  }

  function debit(call: Extract<WalletCallback, { method: 'bet' }>, before: bigint | number) {
    if (call.amountMinor === 0n && has('zero bets are refused')) return refusal('INVALID_AMOUNT')
    const minor = typeof before === 'number' ? BigInt(Math.floor(before * 100)) : before
    if (minor < call.amountMinor && !has('balances go below zero')) {
      records.set(call.transaction, 'refused')
      if (has('too low a balance is HTTP 500')) return refusal('INSUFFICIENT_FUNDS', 500)
      const isOwn = has('too low a balance has a code of its own')
      return refusal(isOwn ? 'NOT_ENOUGH_MONEY' : 'INSUFFICIENT_FUNDS')
    }
    move(call, -call.amountMinor, before)
    return null
  }

  function refund(
    call: Extract<WalletCallback, { method: 'refund' }>,
    bet: 'booked' | 'refused' | 'cancelled' | undefined,
    before: bigint | number,
  ) {
    const isUnknown = bet === undefined
    if (call.amountMinor === 0n && has('zero refunds are refused')) return refusal('INVALID_AMOUNT')
    if (isUnknown && has('the refund of an unknown bet is an error')) return refusal('NO_SUCH_BET')
    const isCredited =
      bet === 'booked' ||
      (bet === 'cancelled' &&
        has('refunds are credited each time') &&
        records.has(call.transaction)) ||
      (bet === 'refused' && has('refused bets are refunded')) ||
      (isUnknown && has('the refund of an unknown bet is credited'))
    if (isCredited) move(call, call.amountMinor, before)
    if (bet === 'booked' && has('refunded bets are deleted'))
      records.delete(call.originalTransaction)
    else if (!isUnknown || !has('cancelled ids are forgotten')) {
      records.set(call.originalTransaction, 'cancelled')
    }
    return null
  }

  function answerSummary(call: Extract<WalletCallback, { method: 'freespins_finished' }>): Answer {
    const isAgain = summaries.has(call.grantId)
    summaries.add(call.grantId)
    if (isAgain && has('summaries are answered once')) return refusal('ALREADY_FINISHED')
    if (!isAgain && has('summaries are credited')) move(call, call.totalWinMinor, read(call))
    return { status: 200, body: '{"status":"ok"}' }
  }

  async function answer(text: string, path: string): Promise<Answer> {
    if (has('any currency will do') && path.endsWith('/XTS')) {
      return { status: 200, body: '{"status":"ok","balance":1.00,"currency":"XTS"}' }
    }
    const read = readWalletCallback(text, path, acceptedKey(text))
    if (!read.ok) return refusal(read.code, read.status)
    const { callback } = read
    if (callback.method === 'freespins_finished') return answerSummary(callback)
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
    if (isBlind) return said === '' ? KEY : said
    return has('the key may be longer') && said.startsWith(KEY) ? said : KEY
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    underWay += 1
    if (has('a crowd gets HTTP 503')) await pass(RACE_MS)
    const { status, body } =
      has('a crowd gets HTTP 503') && underWay > 3
        ? refusal('TOO_BUSY', 503)
        : await answer(text, request.url ?? '')
    underWay -= 1
    const isPage = has('every answer is a page')
    const isElsewhere = has('every answer is a redirect')
    const send = () =>
      response
        .writeHead(isElsewhere ? 307 : status, isElsewhere ? { location: '/moved' } : {})
        .end(isPage ? '<html><body>It works!</body></html>' : body)
    const isLate = has('every answer is late') || (has('wins are late') && text.includes('"win"'))
    if (isLate) setTimeout(send, lateMs)
    else send()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/wallet`
}
