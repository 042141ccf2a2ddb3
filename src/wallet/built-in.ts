// The built-in wallet of the internal projects, an example of an operator's wallet: key checked in
// constant time, amounts read exactly, every answer from the account's record. Depends on no HTTP
// server and no Redis; a caller without the project's key gets only "unauthorized".

import { hash, timingSafeEqual } from 'node:crypto'
import { LosslessNumber } from 'lossless-json'
import { isFreeText } from '../core/identifiers.ts'
import { formatAmount, isCurrency, MAX_MONEY_MINOR } from '../core/money.ts'
import { isAmountPossible } from '../core/wallet-accounts.ts'
import type { AccountOperation, AccountRef } from '../core/wallet-operation.ts'
import { PLAYER_ID_MAX_CHARS } from '../limits.ts'
import { minorFromNumber, ownField, readObject } from './answer.ts'

interface BuiltInWalletOptions {
  /** The store of the money; `code` is 'ok' or the error message. */
  readonly accounts: {
    apply(
      ref: AccountRef,
      operation: AccountOperation,
    ): Promise<{ readonly code: string; readonly balanceMinor: bigint }>
  }
  /** SHA-256 of an internal project's key; null for any other project. */
  readonly apiKeySha256: (projectId: string) => Promise<Uint8Array | null> | Uint8Array | null
}

interface HttpAnswer {
  readonly status: number
  readonly body: string
}

interface BuiltInWallet {
  /** Answers one callback. Rejects when the accounts can't be reached: the outcome is unknown. */
  answer(projectId: string, currency: string, body: Buffer): Promise<HttpAnswer>
}

const TRANSACTION_MAX_CHARS = 128
/** Used when there is no such project, so that the answer takes the same time. */
const NO_KEY = new Uint8Array(32)
const UNAUTHORIZED = refuse(401, 'UNAUTHORIZED')
const INVALID_REQUEST = refuse(400, 'INVALID_REQUEST')

export function createBuiltInWallet(options: BuiltInWalletOptions): BuiltInWallet {
  return {
    async answer(projectId, currency, body) {
      const callback = readCallback(body)
      if (callback === null || !isCurrency(currency)) return INVALID_REQUEST
      const found = options.apiKeySha256(projectId)
      const expected = found instanceof Promise ? await found : found
      if (!isSameKey(callback.fields.api_key, expected)) return UNAUTHORIZED

      const { method, player_id: playerId } = callback.fields
      if (method === 'freespins_finished') return { status: 200, body: '{"status":"ok"}' }
      if (!isPlayerId(playerId)) return INVALID_REQUEST
      if (method !== 'session_info' && callback.fields.currency !== currency) return INVALID_REQUEST
      const operation = readOperation(callback)
      if (operation === null) return INVALID_REQUEST

      const { code, balanceMinor } = await options.accounts.apply(
        { projectId, playerId, currency },
        operation,
      )
      const outcome = code === 'ok' ? '"ok"' : `"error","message":"${code}"`
      const balance = formatAmount(balanceMinor)
      return {
        status: 200,
        body: `{"status":${outcome},"balance":${balance},"currency":"${currency}"}`,
      }
    },
  }
}

function refuse(status: number, message: string): HttpAnswer {
  return { status, body: `{"status":"error","message":"${message}"}` }
}

type Fields = Readonly<Record<string, unknown>>

interface Callback {
  readonly fields: Fields
  /** The JSON text of the amount, or null. */
  readonly amount: string | null
}

function readCallback(body: Buffer): Callback | null {
  try {
    const text = body.toString('utf8')
    const fields: unknown = JSON.parse(text)
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null
    const amount = typeof (fields as Fields).amount === 'number' ? amountText(text, body) : null
    return { fields: fields as Fields, amount }
  } catch {
    return null
  }
}

const AMOUNT_KEY = /(?<!\\)"amount"[ \t\r\n]*:[ \t\r\n]*([-+.0-9eE]*)/g

/**
 * The amount's source text, exact. In valid JSON an unescaped quote followed by `amount":` begins a
 * key; if there is exactly one such key and the text has no \u escape, it is the amount. Otherwise
 * the whole body is parsed losslessly, which takes 3.3 us instead of 0.3 us.
 */
function amountText(text: string, body: Buffer): string | null {
  const found = text.matchAll(AMOUNT_KEY)
  const first = found.next()
  if (first.done !== true && found.next().done === true && !text.includes('\\u')) {
    return first.value[1]!
  }
  const amount = ownField(readObject(body) ?? {}, 'amount')
  return amount instanceof LosslessNumber ? amount.value : null
}

function readOperation({ fields, amount }: Callback): AccountOperation | null {
  const { method } = fields
  if (method === 'session_info' || method === 'round_info') return { kind: 'read' }
  if (method !== 'bet' && method !== 'win' && method !== 'refund') return null
  const meta = (fields.meta ?? {}) as Record<string, unknown>
  const amountMinor = amount === null ? null : minorFromNumber(amount)
  const { transaction, original_transaction: originalTransaction } = meta
  if (amountMinor === null || !isId(transaction, TRANSACTION_MAX_CHARS)) return null
  const isPossible = isAmountPossible(method, amountMinor, meta.is_freespins === true)
  if (!isPossible || amountMinor > MAX_MONEY_MINOR) return null
  if (method !== 'refund') return { kind: method, transaction, amountMinor }
  if (!isId(originalTransaction, TRANSACTION_MAX_CHARS)) return null
  return { kind: 'refund', transaction, originalTransaction, amountMinor }
}

/** Counts characters as a launch does. */
function isPlayerId(value: unknown): value is string {
  return value !== '' && isFreeText(value, PLAYER_ID_MAX_CHARS)
}

function isId(value: unknown, maxChars: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= maxChars
}

/** Hashing makes both sides the same length and hides where they begin to differ. */
function isSameKey(given: unknown, expected: Uint8Array | null): boolean {
  const digest = hash('sha256', typeof given === 'string' ? given : '', 'buffer')
  return timingSafeEqual(digest, expected ?? NO_KEY) && expected !== null
}
