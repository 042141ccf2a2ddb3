// The readers that settings in JSON are built from: objects, lists, names, percentages. A wrong
// value is refused with its field and the reason. Must contain no rule of a setting.

import { formatAmount, parseAmount } from './money.ts'

/** The providers and games that may be named. If absent, any well-formed name is accepted. */
export interface KnownNames {
  readonly providers: readonly string[]
  readonly games: readonly string[]
}

/**
 * `unknown-name`: it names a provider or a game that this version of the platform does not have.
 */
export type RefusedCause = 'invalid' | 'unknown-name'

/** Thrown by `refuse` and caught only by `parseSettings`: it ends the reading from any depth. */
export class Refusal extends Error {
  readonly place: string
  readonly refused: RefusedCause

  constructor(place: string, reason: string, refused: RefusedCause) {
    super(`${place}: ${reason}`)
    this.place = place
    this.refused = refused
  }
}

export function refuse(place: string, reason: string, refused: RefusedCause = 'invalid'): never {
  throw new Refusal(place, reason, refused)
}

/** @param names the only names allowed; null when they are checked elsewhere */
export function readObject(
  value: unknown,
  place: string,
  names: readonly string[] | null,
): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(place, 'an object')
  }
  const unknown = Object.keys(value).find(name => names !== null && !names.includes(name))
  if (unknown !== undefined) refuse(place, `${JSON.stringify(unknown)} means nothing here`)
  return value as Record<string, unknown>
}

export function readList(value: unknown, place: string): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : refuse(place, 'a list')
}

export function splitName(value: unknown): [kind: string, name: string] {
  const [kind = '', ...name] = typeof value === 'string' ? value.split(':') : []
  return [kind, name.join(':')]
}

export function readName(
  value: unknown,
  place: string,
  known: readonly string[] | undefined,
): string {
  if (known !== undefined) {
    const name = known.find(each => each === value)
    const reason = `${JSON.stringify(value)} is none of ${known.join(', ')}`
    return name ?? refuse(place, reason, isId(value) ? 'unknown-name' : 'invalid')
  }
  return isId(value) ? value : refuse(place, `${JSON.stringify(value)} is no id`)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9][a-z0-9_-]{0,63}$/.test(value)
}

export function readWhole(
  value: unknown,
  place: string,
  { from, to, unit }: { from: number; to: number; unit?: string },
): number {
  const isWithin = Number.isInteger(value) && Number(value) >= from && Number(value) <= to
  const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`
  return isWithin ? (value as number) : refuse(place, `${what} from ${from} to ${to}`)
}

export function readPercent(value: unknown, place: string): number {
  const hundredths = typeof value === 'string' ? parseAmount(value) : null
  return Number(hundredths ?? refuse(place, 'a percentage as a text, like "94.5"'))
}

export const printPercent = (bps: number) => formatAmount(BigInt(bps))

export function readBoolean(value: unknown, place: string): boolean {
  return typeof value === 'boolean' ? value : refuse(place, 'true or false')
}
