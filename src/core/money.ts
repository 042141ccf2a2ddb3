// Exact money: integers in minor units (two decimals in every supported currency), printed and
// parsed as text. Never a floating-point amount. Source: operator API, "General conventions" 7.

export const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Decimal places of every supported currency. */
export const PRECISION = 2

/**
 * The largest amount that an operator may send: 13 digits before the point. A double holds it
 * exactly, too.
 */
export const MAX_AMOUNT_MINOR = 999_999_999_999_999n

/**
 * The largest win or balance that is sent, read or stored: the maximum of a bigint column, with 17
 * digits before the point.
 */
export const MAX_MONEY_MINOR = 2n ** 63n - 1n

const AMOUNT = /^(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?$/
const MONEY = /^(0|[1-9][0-9]{0,16})(?:\.([0-9]{1,2}))?$/

export function isCurrency(value: unknown): value is Currency {
  return (CURRENCIES as readonly unknown[]).includes(value)
}

/**
 * Parses a non-negative decimal amount ("12", "12.3", "12.34") into minor units. Null for any other
 * text: more than two decimals, more than 13 digits before the point, leading zeros, a sign or an
 * exponent.
 */
export function parseAmount(text: string): bigint | null {
  return parseDecimal(AMOUNT, text)
}

/**
 * Parses a win or a balance, which may be larger than the amounts operators send: up to
 * MAX_MONEY_MINOR.
 */
export function parseMoney(text: string): bigint | null {
  const minor = parseDecimal(MONEY, text)
  return minor === null || minor > MAX_MONEY_MINOR ? null : minor
}

function parseDecimal(form: RegExp, text: string): bigint | null {
  const match = form.exec(text)
  if (match === null) return null
  const cents = (match[2] ?? '').padEnd(PRECISION, '0')
  return BigInt(match[1]!) * 100n + BigInt(cents)
}

/** Prints minor units as a decimal with exactly two places: 1234n is "12.34", -5n is "-0.05". */
export function formatAmount(amountMinor: bigint): string {
  const sign = amountMinor < 0n ? '-' : ''
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Converts win units (base bets) to minor units. Every native and extended base stake is a multiple
 * of `unitsPerBet`, so the division is exact; a remainder is a broken invariant.
 */
export function unitsToMinor(
  winUnits: number,
  baseStakeMinor: bigint,
  unitsPerBet: number,
): bigint {
  const product = BigInt(winUnits) * baseStakeMinor
  const perBet = BigInt(unitsPerBet)
  if (product % perBet !== 0n) {
    throw new RangeError(`win of ${winUnits} units does not divide at stake ${baseStakeMinor}`)
  }
  return product / perBet
}
