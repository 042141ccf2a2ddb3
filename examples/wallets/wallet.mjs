// SPDX-License-Identifier: Apache-2.0
// An operator's wallet in one file, with Node alone and in memory: every transaction once, refused
// and cancelled ids remembered, money as integers. It loses everything when it ends: a real wallet
// writes the operation and the balance in one database transaction, as wallet.py does.
//
//   WALLET_KEY=rk_… PORT=4000 node wallet.mjs

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WALLET_KEY = '', SIGNING_KEYS = '', BLOCKED_PLAYERS = '', PORT = '4000' } = process.env
const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB']
const OPENING_MINOR = 1_000_00n
const BALANCE_MAX_MINOR = 2n ** 63n - 1n
const BODY_MAX_BYTES = 64 * 1024
const CLOCKS_DIFFER_MAX_S = 300

/** Account -> minor units. */
const balances = new Map()
/** Transaction -> what became of it: done, refused or cancelled. Never deleted. */
const operations = new Map()

/** Accounts that may place no bet. */
const blocked = new Set(
  BLOCKED_PLAYERS.split(',').flatMap(id => CURRENCIES.map(currency => `${currency} ${id}`)),
)

class Refusal extends Error {
  constructor(code, status = 200) {
    super(code)
    this.status = status
  }
}

function answer(call, currency) {
  if (call.method === 'freespins_finished') return '{"status":"ok"}'
  const account = `${currency} ${textOf(call.player_id)}`
  const isMoney = ['bet', 'win', 'refund'].includes(call.method)
  if (isMoney) move(account, call)
  else if (call.method !== 'session_info' && call.method !== 'round_info') throw invalid()
  const digits = balanceOf(account).toString().padStart(3, '0')
  const balance = `${digits.slice(0, -2)}.${digits.slice(-2)}`
  return `{"status":"ok","balance":${balance},"currency":"${currency}"}`
}

const balanceOf = account => balances.get(account) ?? OPENING_MINOR

function move(account, { method, amount, meta }) {
  const amountMinor = minorOf(amount)
  const transaction = textOf(meta?.transaction)
  const known = operations.get(transaction)
  const keep = fate => operations.set(transaction, { account, method, amountMinor, fate })
  if (known !== undefined) return repeat(known, { account, method, amountMinor })
  const balance = balanceOf(account)
  const refusal = method === 'bet' ? refusalOf(account, balance < amountMinor) : null
  if (refusal !== null) {
    keep('refused')
    throw new Refusal(refusal)
  }
  const back = method === 'refund' ? refundable(account, amountMinor, meta) : amountMinor
  const after = method === 'bet' ? balance - amountMinor : balance + back
  if (after > BALANCE_MAX_MINOR) throw new Refusal('BALANCE_TOO_LARGE')
  if (method === 'refund') cancel(account, amountMinor, meta)
  keep('done')
  balances.set(account, after)
}

/** A repeat is answered from the record and moves nothing. */
function repeat(known, { account, method, amountMinor }) {
  const isSame = known.account === account && known.method === method
  if (isSame && known.fate === 'cancelled') throw new Refusal('TRANSACTION_CANCELLED')
  if (!isSame || known.amountMinor !== amountMinor) throw new Refusal('INVALID_AMOUNT')
  if (known.fate === 'refused') throw new Refusal(refusalOf(account, true))
}

/** Of a bet from which nothing was debited. */
function refusalOf(account, isTooLarge) {
  if (blocked.has(account)) return 'PLAYER_BLOCKED'
  return isTooLarge ? 'INSUFFICIENT_FUNDS' : null
}

/** Only a bet that was debited and not refunded before gives anything back. */
function refundable(account, amountMinor, { original_transaction }) {
  const bet = operations.get(textOf(original_transaction))
  if (bet === undefined || bet.fate !== 'done') return 0n
  const isItsBet = bet.account === account && bet.method === 'bet'
  if (!isItsBet || bet.amountMinor !== amountMinor) throw new Refusal('INVALID_AMOUNT')
  return amountMinor
}

/** Cancels a bet that never arrived, too: it is refused when it comes late. */
function cancel(account, amountMinor, { original_transaction }) {
  operations.set(original_transaction, { account, method: 'bet', amountMinor, fate: 'cancelled' })
}

const invalid = () => new Refusal('INVALID_REQUEST', 400)

function textOf(value) {
  if (typeof value === 'string' && value !== '') return value
  throw invalid()
}

/** Reads a number by its digits: 0.29 is 29n, without any floating point. */
function minorOf(value) {
  const found = /^#(0|[1-9][0-9]{0,16})(?:\.([0-9]{1,2}))?$/.exec(value)
  if (found === null) throw invalid()
  return BigInt(found[1] + (found[2] ?? '').padEnd(2, '0'))
}

/** JSON in which each number became a text: `#` and its digits. */
function parse(body) {
  JSON.parse(body)
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g
  return JSON.parse(body.replace(token, found => (found[0] === '"' ? found : `"#${found}"`)))
}

const sha256 = text => createHash('sha256').update(text).digest()
const isKey = given => timingSafeEqual(sha256(String(given)), sha256(WALLET_KEY))

/** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
function isSigned(header, body) {
  if (SIGNING_KEYS === '') return true
  const [time = '', ...signatures] = header.split(',')
  if (!/^t=[0-9]{1,12}$/.test(time)) return false
  if (Math.abs(Date.now() / 1000 - Number(time.slice(2))) > CLOCKS_DIFFER_MAX_S) return false
  return SIGNING_KEYS.split(',').some(key => {
    const hmac = createHmac('sha256', key)
      .update(`${time.slice(2)}.`)
      .update(body)
    const right = sha256(`v1=${hmac.digest('hex')}`)
    return signatures.some(given => timingSafeEqual(sha256(given), right))
  })
}

function handle(path, header, body) {
  if (!isSigned(header, body)) throw new Refusal('UNAUTHORIZED', 401)
  const call = parse(body.toString())
  if (!isKey(call?.api_key)) throw new Refusal('UNAUTHORIZED', 401)
  const currency = path.split('/').at(-1)
  if (!CURRENCIES.includes(currency) || (call.currency ?? currency) !== currency) throw invalid()
  return answer(call, currency)
}

async function read(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_MAX_BYTES) throw invalid()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  let [status, text] = [200, '']
  try {
    const body = await read(request)
    text = handle(request.url, request.headers['x-reelhouse-signature'] ?? '', body)
  } catch (error) {
    const { status: refused, message } = error instanceof Refusal ? error : invalid()
    status = refused
    text = JSON.stringify({ status: 'error', message })
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
})
if (WALLET_KEY === '') throw new Error('WALLET_KEY is missing')
server.requestTimeout = 10_000
server.keepAliveTimeout = 10_000
server.listen(Number(PORT), '127.0.0.1')
