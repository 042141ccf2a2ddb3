// Reads an operator's wallet's answer as yes, no or unknown. Balances are read from their source
// text, never through a float. Never throws: an answer that can't be understood is unknown.

import { isUtf8 } from 'node:buffer'
import { LosslessNumber, parse } from 'lossless-json'
import { MAX_MONEY_MINOR } from '../core/money.ts'
import {
  type BetRefusal,
  FINAL_REFUSALS,
  type UnknownReason,
  type WalletAnswer,
  type WalletMethod,
} from '../core/wallet-operation.ts'

const NOTED: WalletAnswer = { kind: 'accepted', balanceMinor: 0n }
/** Limit for a wallet's error message in logs. */
const DETAIL_MAX_CHARS = 100

/**
 * The one shape that nearly every answer has, matched from the first byte to the last: no other
 * key, nesting or escape can hide in it. Takes 0.2 us; a full parse, used for all other answers,
 * takes 1.4 us.
 */
const PLAIN_OK =
  /^\{[ ]?"status":[ ]?"ok",[ ]?"balance":[ ]?((?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,2})?),[ ]?"currency":[ ]?"([A-Z]{3})"[ ]?\}$/
const PLAIN_OK_MAX_BYTES = 96

/**
 * The meaning of a wallet's HTTP 200 body.
 * @param request the body that was sent: its secrets are masked
 * @param takesFinalRefusals false: of the refusals of a bet only INSUFFICIENT_FUNDS is one
 */
export function readWalletAnswer(
  body: Buffer,
  currency: string,
  method: WalletMethod,
  request: string,
  takesFinalRefusals = false,
): WalletAnswer {
  const balanceMinor = readPlainOk(body, currency)
  if (balanceMinor !== null) return { kind: 'accepted', balanceMinor }
  const fields = readObject(body)
  if (fields === null) return unknown('invalid-answer', 'not a JSON object')
  const status = ownField(fields, 'status')
  // A summary moves no money: the answer need not contain the balance.
  if (status === 'ok' && method === 'freespins_finished') return NOTED
  if (status === 'ok') return readAccepted(fields, currency)
  if (status === 'error') {
    return readError(fields, currency, request, method === 'bet', takesFinalRefusals)
  }
  return unknown('invalid-answer', 'status is neither ok nor error')
}

/** The balance of an answer in the usual form; null: the full parse decides what it means. */
export function readPlainOk(body: Buffer, currency: string): bigint | null {
  if (body.length > PLAIN_OK_MAX_BYTES) return null
  const plain = PLAIN_OK.exec(body.toString('latin1'))
  return plain !== null && plain[2] === currency ? plainMinor(plain[1]!) : null
}

export function unknown(reason: UnknownReason, detail: string): WalletAnswer {
  return { kind: 'unknown', reason, detail }
}

function readAccepted(fields: object, currency: string): WalletAnswer {
  if (ownField(fields, 'currency') !== currency) {
    return unknown('invalid-answer', 'currency differs from the request')
  }
  const balance = ownField(fields, 'balance')
  if (!(balance instanceof LosslessNumber)) {
    return unknown('invalid-answer', 'balance is not a number')
  }
  const balanceMinor = minorFromNumber(balance.value)
  if (balanceMinor === null || balanceMinor < 0n || balanceMinor > MAX_MONEY_MINOR) {
    return unknown('invalid-answer', 'balance is not an amount with at most two decimals')
  }
  return { kind: 'accepted', balanceMinor }
}

function readError(
  fields: object,
  currency: string,
  request: string,
  isBet: boolean,
  takesFinalRefusals: boolean,
): WalletAnswer {
  const named = ownField(fields, 'currency')
  if (named !== undefined && named !== currency) {
    return unknown('invalid-answer', 'currency differs from the request')
  }
  const message = ownField(fields, 'message')
  if (isBet && isRefusal(message, takesFinalRefusals)) return { kind: 'refused', code: message }
  if (typeof message !== 'string' || message === '') {
    return unknown('wallet-error', 'no message')
  }
  return unknown('wallet-error', printable(message, request))
}

function isRefusal(message: unknown, takesFinalRefusals: boolean): message is BetRefusal {
  if (message === 'INSUFFICIENT_FUNDS') return true
  return takesFinalRefusals && FINAL_REFUSALS.some(code => code === message)
}

/** A JSON object whose numbers keep their source text; null for anything else. */
export function readObject(body: Buffer): object | null {
  if (!isUtf8(body)) return null
  try {
    const value = parse(body.toString('utf8'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && !(value instanceof LosslessNumber) ? value : null
  } catch {
    // Not JSON, a key given twice with different values, or nested too deep for the stack.
    return null
  }
}

export function ownField(fields: object, name: string): unknown {
  return Object.hasOwn(fields, name) ? (fields as Record<string, unknown>)[name] : undefined
}

const NUMBER = /^(-?)(0|[1-9][0-9]{0,30})(?:\.([0-9]{1,30}))?(?:[eE]([+-]?[0-9]{1,2}))?$/

/**
 * The value of a JSON number's source text in minor units; null when it has more than two decimals.
 * "12.5", "1250e-2" and "12.500" are the same number; all three are 1250n.
 */
export function minorFromNumber(text: string): bigint | null {
  const match = NUMBER.exec(text)
  if (match === null) return null
  const fraction = match[3] ?? ''
  const digits = BigInt(match[2]! + fraction)
  const shift = Number(match[4] ?? 0) - fraction.length + 2
  const sign = match[1] === '-' ? -1n : 1n
  if (shift >= 0) return sign * digits * 10n ** BigInt(shift)
  const divisor = 10n ** BigInt(-shift)
  return digits % divisor === 0n ? sign * (digits / divisor) : null
}

/** "12", "12.3" or "12.34", already matched: at most 18 digits without the point. */
function plainMinor(text: string): bigint {
  const point = text.indexOf('.')
  if (point < 0) return BigInt(`${text}00`)
  const cents = text.slice(point + 1)
  return BigInt(text.slice(0, point) + (cents.length === 1 ? `${cents}0` : cents))
}

/**
 * A wallet may echo what it was sent, so secrets are removed from its message before it is logged.
 */
export function printable(message: string, request: string, maxChars = DETAIL_MAX_CHARS): string {
  const sent = readObject(Buffer.from(request)) ?? {}
  let text = message
  for (const name of ['api_key', 'session_id']) {
    const secret = ownField(sent, name)
    if (typeof secret === 'string' && secret !== '') text = text.replaceAll(secret, '***')
  }
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, maxChars)
}
