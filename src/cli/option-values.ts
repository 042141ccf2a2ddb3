// Readers of option values that several commands share. Each takes a text and returns its value;
// for a wrong one it throws an error that commander prints with the option's name.

import { InvalidArgumentError } from '@commander-js/extra-typings'
import { isUuid } from '../core/identifiers.ts'
import { isMonth } from '../core/month.ts'

/** A whole number from `least` to `most`; forms such as "20m" and "1e9" are accepted. */
export function countUpTo(most: number, least = 1): (text: string) => number {
  return text => {
    const short = /^([0-9]+(?:\.[0-9]+)?)([km]?)$/i.exec(text)
    const times = { '': 1, k: 1_000, m: 1_000_000 }[short?.[2]?.toLowerCase() ?? ''] ?? 1
    const count = short === null ? Number(text) : Number(short[1]) * times
    if (text !== '' && Number.isInteger(count) && count >= least && count <= most) return count
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
  }
}

/** A decimal number from `least` to `most`. */
export function numberUpTo(most: number, least = 0): (text: string) => number {
  return text => {
    const value = /^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`)
  }
}

/** 0 means any free port. */
export function readPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It is a port: a number up to 65535.')
}

const AGE_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds from "30s", "5m", "2h", "1d" or "0". */
export function readAge(text: string): number {
  if (text === '0') return 0
  const [, count, unit] = /^([0-9]{1,6})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * AGE_MS[unit as keyof typeof AGE_MS]
  throw new InvalidArgumentError('It is an age like 30s, 5m, 2h or 1d.')
}

export function readMonth(text: string): string {
  if (isMonth(text)) return text
  throw new InvalidArgumentError('It is a month like 2026-01.')
}

export function readRoundId(text: string): string {
  if (isUuid(text)) return text
  throw new InvalidArgumentError('It is not a round id.')
}

/** One of the names. */
export function oneOf<Name extends string>(names: readonly Name[]): (text: string) => Name {
  return text => {
    const found = names.find(name => name === text)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`It is one of ${names.join(', ')}.`)
  }
}

/** Names separated by commas. */
export function listOf<Name extends string>(names: readonly Name[]): (text: string) => Name[] {
  return text => text.split(',').map(oneOf(names))
}

/** For an option that may be given more than once. */
export function collect(text: string, before: string[] | undefined): string[] {
  return [...(before ?? []), text]
}
