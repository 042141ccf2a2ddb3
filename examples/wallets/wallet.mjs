// SPDX-License-Identifier: Apache-2.0
// An operator's wallet in one file, with Node alone and in memory: every transaction once, refused
// and cancelled ids remembered, money as integers. It loses everything when it ends: a real wallet
// writes the operation and the balance in one database transaction, as wallet.py does.
//
//   WALLET_KEY=rk_… PORT=4000 node wallet.mjs

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { WALLET_KEY, SIGNING_KEYS = '', BLOCKED_PLAYERS = '', PORT = '4000' } = process.env
if (!WALLET_KEY) throw new Error('WALLET_KEY is missing')
const signingKeys = SIGNING_KEYS.split(',').filter(Boolean)
const blocked = BLOCKED_PLAYERS.split(',')
const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB']
/** What a method does to the balance. */
const SIGN = { session_info: 0n, round_info: 0n, bet: -1n, win: 1n, refund: 1n }

/** Account -> minor units. */
const balances = new Map()
/** Transaction -> its call, and what its repeats are answered: `ok` or a code. Never deleted. */
const operations = new Map()

/** Undefined: the transaction is new. */
function outcomeOf(transaction, call) {
  const known = operations.get(transaction)
  return known === undefined || known.call === call ? known?.outcome : 'INVALID_AMOUNT'
}

/** Books a transaction once. Returns `ok` or the code of a refusal. */
function book({ method, amount, meta, player_id }, account) {
  const minor = minorOf(amount)
  const transaction = textOf(meta.transaction)
  const call = `${method} of ${minor} by ${account}`
  const known = outcomeOf(transaction, call)
  if (known !== undefined) return known
  const balance = balances.get(account)
  let after = balance + SIGN[method] * minor
  if (after >= 2n ** 63n) throw new RangeError('more than the platform can read')
  let outcome = after < 0n ? 'INSUFFICIENT_FUNDS' : 'ok'
  if (method === 'bet' && blocked.includes(player_id)) outcome = 'PLAYER_BLOCKED'
  if (method === 'refund') {
    const original = textOf(meta.original_transaction)
    const bet = `bet of ${minor} by ${account}`
    const fate = outcomeOf(original, bet)
    if (fate === 'INVALID_AMOUNT') return fate
    // Only a bet that was debited and not refunded before gives anything back.
    if (fate !== 'ok') after = balance
    // A bet that never arrived is cancelled too: it is refused when it comes late.
    operations.set(original, { call: bet, outcome: 'TRANSACTION_CANCELLED' })
  }
  operations.set(transaction, { call, outcome })
  if (outcome === 'ok') balances.set(account, after)
  return outcome
}

/** HTTP status and JSON of the answer. */
async function handle(request) {
  const { url, headers } = request
  if (!(Number(headers['content-length']) <= 64 * 1024)) return invalid()
  const body = await buffer(request)
  if (!isSigned(headers['x-reelhouse-signature'] ?? '', body)) return refusal('UNAUTHORIZED', 401)
  const call = parse(body.toString())
  if (!isSame(String(call.api_key), WALLET_KEY)) return refusal('UNAUTHORIZED', 401)
  const currency = url.split('/').at(-1)
  if (!CURRENCIES.includes(currency) || (call.currency ?? currency) !== currency) return invalid()
  if (call.method === 'freespins_finished') return [200, '{"status":"ok"}']
  const account = `${currency} ${textOf(call.player_id)}`
  if (!balances.has(account)) balances.set(account, 1_000_00n)
  const outcome = SIGN[call.method] === 0n ? 'ok' : book(call, account)
  if (outcome !== 'ok') return refusal(outcome, 200)
  const balance = String(balances.get(account)).padStart(3, '0').replace(/..$/, '.$&')
  return [200, `{"status":"ok","balance":${balance},"currency":"${currency}"}`]
}

const refusal = (code, status) => [status, `{"status":"error","message":"${code}"}`]
const invalid = () => refusal('INVALID_REQUEST', 400)

/** JSON in which each number became a text of its digits. The first parse refuses broken JSON. */
function parse(json) {
  JSON.parse(json)
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g
  return JSON.parse(json.replace(token, found => (found[0] === '"' ? found : `"${found}"`)))
}

/** Reads an amount by its digits: 0.29 is 29n, without any floating point. */
function minorOf(digits) {
  const [, whole, cents = ''] = /^([0-9]{1,17})(?:\.([0-9]{1,2}))?$/.exec(digits)
  return BigInt(whole + cents.padEnd(2, '0'))
}

function textOf(value) {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError('not a text')
}

const sha256 = text => createHash('sha256').update(text).digest()
const isSame = (one, other) => timingSafeEqual(sha256(one), sha256(other))

/** One of the keys signed these bytes lately. Without SIGNING_KEYS calls are not signed. */
function isSigned(header, body) {
  if (signingKeys.length === 0) return true
  const [seconds, ...signatures] = header.slice('t='.length).split(',')
  const isOurs = signingKeys.some(key => {
    const hmac = createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex')
    return signatures.some(given => isSame(given, `v1=${hmac}`))
  })
  return isOurs && Math.abs(Date.now() / 1000 - Number(seconds)) <= 300
}

createServer({ keepAliveTimeout: 10_000 }, async (request, response) => {
  // Whatever is thrown comes of a call in another form than the contract's.
  const [status, json] = await handle(request).catch(invalid)
  response.writeHead(status, { 'content-type': 'application/json' }).end(json)
}).listen(Number(PORT), '127.0.0.1')
