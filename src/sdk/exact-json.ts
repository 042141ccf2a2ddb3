// SPDX-License-Identifier: Apache-2.0
// JSON with numbers kept as their source text, and amounts as integers of minor units. Never uses a
// floating-point number for an amount.

/** A number of a JSON document, as its source text. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Strings, and numbers outside of them, in a text that is JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*/g
/**
 * Wins can be as large as the largest stake times the largest win: up to 17 digits before the
 * point.
 */
const AMOUNT = /^(0|[1-9][0-9]{0,16})(?:\.([0-9]{1,2}))?$/

/** Throws SyntaxError for a text that is not JSON. */
export function parseExactly(text: string): unknown {
  JSON.parse(text)
  // Every string, names too, is marked with "s" and every number becomes a string marked with "n".
  const marked = text.replace(TOKEN, token =>
    token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`,
  )
  return unmark(JSON.parse(marked))
}

function unmark(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.startsWith('n') ? new NumberText(value.slice(1)) : value.slice(1)
  }
  if (Array.isArray(value)) return value.map(unmark)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.slice(1), unmark(part)]),
  )
}

/** "2.5" and "2.50" are 250n; null for anything but a decimal with at most two places. */
export function parseMinor(text: string): bigint | null {
  const match = AMOUNT.exec(text)
  if (match === null) return null
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
}

/** 250n is "2.50". Throws RangeError below zero. */
export function printMinor(amountMinor: bigint): string {
  if (amountMinor < 0n) throw new RangeError(`${amountMinor} is below zero`)
  const digits = amountMinor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
