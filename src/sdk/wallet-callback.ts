// SPDX-License-Identifier: Apache-2.0
// The wallet's side of the callbacks: reads a call of the platform exactly, verifies its sender,
// and prints the answers. Moves no money: what a wallet must do is in docs/wallet-guide.md.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { BetCallback, FreespinsFinishedCallback, RoundInfoCallback } from './api-types.ts'
import { NumberText, parseExactly, parseMinor, printMinor } from './exact-json.ts'

export type Currency = BetCallback['currency']

/** The fields of every call, amounts in minor units. */
interface Common {
  playerId: string
  /** The same as at the end of the address. */
  currency: Currency
}

interface RoundCall extends Common {
  sessionId: string
  game: string
  roundId: string
  /** Unix seconds of the operation's first attempt. */
  timestamp: number
}

interface MoneyCall extends RoundCall {
  /** Apply it once; answer its repeats from your own record. */
  transaction: string
  amountMinor: bigint
}

export interface FreeSpin {
  grantId: string
  externalId: string | null
  /** The value of the spin; nothing is debited. */
  nominalBetMinor: bigint
  /** Spins left after this one. */
  remaining: number
}

export interface SessionInfo extends Common {
  method: 'session_info'
  sessionId: string
}

interface SpinCall extends MoneyCall {
  /** Null in a round that the player pays for. */
  freeSpin: FreeSpin | null
}

/** `amountMinor` is 0n in a free spin. */
export interface Bet extends SpinCall {
  method: 'bet'
}

export interface Win extends SpinCall {
  method: 'win'
}

export interface Refund extends MoneyCall {
  method: 'refund'
  /** The bet's `transaction`; if that bet never arrived, it must be refused from now on. */
  originalTransaction: string
}

export interface RoundInfo extends RoundCall {
  method: 'round_info'
  event: RoundInfoCallback['meta']['event']
  /** A round of a target outcome. */
  forced: boolean
}

export interface FreeSpinsFinished extends Common {
  method: 'freespins_finished'
  grantId: string
  externalId: string | null
  game: string
  status: FreespinsFinishedCallback['status']
  total: number
  played: number
  betMinor: bigint
  /** Credited already, by `win`. */
  totalWinMinor: bigint
  finishedAt: string
}

export type WalletCallback = SessionInfo | Bet | Win | Refund | RoundInfo | FreeSpinsFinished

/** A call to answer, or a refusal: its HTTP status, and a code for the answer. */
export type ReadCallback =
  | { ok: true; callback: WalletCallback }
  | { ok: false; status: 401; code: 'UNAUTHORIZED' }
  | { ok: false; status: 400; code: 'INVALID_REQUEST' }

const UNAUTHORIZED = { ok: false, status: 401, code: 'UNAUTHORIZED' } as const
const INVALID = { ok: false, status: 400, code: 'INVALID_REQUEST' } as const
/** A callback takes a few hundred bytes. */
const BODY_MAX_CHARS = 64 * 1024

/**
 * `url` is the called address: its last part is the currency. `apiKey` is the project's key, or
 * both keys while one replaces the other. Never throws.
 */
export function readWalletCallback(
  body: Uint8Array | string,
  url: string,
  apiKey: string | readonly string[],
): ReadCallback {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString()
  if (text.length > BODY_MAX_CHARS) return INVALID
  try {
    const fields = objectOf(parseExactly(text))
    if (!isKey(fields.api_key, [apiKey].flat())) return UNAUTHORIZED
    const currency = url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1)!
    if ((fields.currency ?? currency) !== currency) return INVALID
    const callback = readFields(fields, currencyOf(currency))
    return callback === null ? INVALID : { ok: true, callback }
  } catch {
    return INVALID
  }
}

/** The body of `ok`: the balance after the operation. */
export function walletAnswer(balanceMinor: bigint, currency: string): string {
  const quoted = JSON.stringify(currency)
  return `{"status":"ok","balance":${printMinor(balanceMinor)},"currency":${quoted}}`
}

/**
 * The body of a refusal, sent with HTTP 200. `INSUFFICIENT_FUNDS` on a bet ends the round; any
 * other code leaves its outcome unknown, and the call is repeated. In a project with final refusals
 * `PLAYER_BLOCKED`, `LIMIT_REACHED`, `SESSION_CLOSED` and `BET_NOT_ALLOWED` end it too, if they
 * answer the first attempt of the bet (wallet guide, "Final refusals").
 */
export function walletRefusal(code: string): string {
  return JSON.stringify({ status: 'error', message: code })
}

/** The body that acknowledges `freespins_finished`. */
export const SUMMARY_ANSWER = '{"status":"ok"}'

type Fields = Record<string, unknown>

function readFields(fields: Fields, currency: Currency): WalletCallback | null {
  const common = { playerId: stringOf(fields.player_id), currency }
  const { method } = fields
  if (method === 'session_info') {
    return { method, ...common, sessionId: stringOf(fields.session_id) }
  }
  if (method === 'freespins_finished') return { method, ...common, ...readSummary(fields) }
  const meta = objectOf(fields.meta)
  const round = {
    ...common,
    sessionId: stringOf(fields.session_id),
    game: stringOf(fields.game),
    roundId: stringOf(meta.round_id),
    timestamp: countOf(fields.timestamp),
  }
  if (method === 'round_info') {
    const event = oneOf(meta.event, ['start', 'finish'])
    return { method, ...round, event, forced: fields.forced === true }
  }
  const money = {
    ...round,
    transaction: stringOf(meta.transaction),
    amountMinor: minorOf(fields.amount),
  }
  if (method === 'bet' || method === 'win') return { method, ...money, freeSpin: readSpin(meta) }
  if (method !== 'refund') return null
  return { method, ...money, originalTransaction: stringOf(meta.original_transaction) }
}

function readSpin(meta: Fields): FreeSpin | null {
  if (meta.is_freespins !== true) return null
  const spin = objectOf(meta.freespins)
  return {
    grantId: stringOf(spin.grant_id),
    externalId: spin.external_id === null ? null : stringOf(spin.external_id),
    nominalBetMinor: minorOf(spin.nominal_bet),
    remaining: countOf(spin.remaining),
  }
}

function readSummary(fields: Fields): Omit<FreeSpinsFinished, 'method' | keyof Common> {
  return {
    grantId: stringOf(fields.grant_id),
    externalId: fields.external_id === null ? null : stringOf(fields.external_id),
    game: stringOf(fields.game),
    status: oneOf(fields.status, ['used', 'expired', 'cancelled']),
    total: countOf(fields.total),
    played: countOf(fields.played),
    betMinor: minorOfText(stringOf(fields.bet)),
    totalWinMinor: minorOfText(stringOf(fields.total_win)),
    finishedAt: stringOf(fields.finished_at),
  }
}

/** In constant time, whether the first or the second key matches. */
function isKey(said: unknown, keys: readonly string[]): boolean {
  const sha = (text: string) => createHash('sha256').update(text).digest()
  const found = sha(typeof said === 'string' ? said : '')
  const equal = keys.map(key => key !== '' && timingSafeEqual(found, sha(key)))
  return equal.includes(true)
}

/** Readers throw for a field of another form: such a call is not from the platform. */
function refuse(value: unknown): never {
  throw new TypeError(`a field of another form: ${typeof value}`)
}

function objectOf(value: unknown): Fields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !(value instanceof NumberText) ? (value as Fields) : refuse(value)
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : refuse(value))
const minorOfText = (text: string) => parseMinor(text) ?? refuse(text)
const minorOf = (value: unknown) =>
  value instanceof NumberText ? minorOfText(value.text) : refuse(value)

function countOf(value: unknown): number {
  const isCount = value instanceof NumberText && /^(0|[1-9][0-9]{0,14})$/.test(value.text)
  return isCount ? Number(value.text) : refuse(value)
}

function oneOf<Value extends string>(value: unknown, known: readonly Value[]): Value {
  return known.find(one => one === value) ?? refuse(value)
}

const currencyOf = (text: string): Currency => oneOf(text, ['UAH', 'USD', 'EUR', 'RUB'])
