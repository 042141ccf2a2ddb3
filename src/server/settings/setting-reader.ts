// Reads single settings of the environment and collects what is wrong with them, misspelt names
// too. Independent of which settings exist, and never repeats the value of a variable.

import { parseNetwork } from '../../core/network.ts'
import type { Environment } from '../../environment.ts'

export function parseUrl(text: string, schemes: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return schemes.includes(url.protocol) && url.hostname !== '' ? url : null
}

export function parseWhole(text: string, smallest: number, largest: number): number | null {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= smallest && value <= largest ? value : null
}

const parseSwitch = (text: string) => ({ on: true, off: false })[text] ?? null

/** For a whole number in these bounds. */
export const wholeFrom = (smallest: number, largest: number) => (text: string) =>
  parseWhole(text, smallest, largest)

/** For a text that is used as it is. */
export const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : null)

export const inMs = (seconds: number | null) => (seconds === null ? null : seconds * 1000)

/** Collects all problems, so that a person can fix them in one go. */
export class Reader {
  readonly problems: string[] = []
  /** Every setting that was asked for, set or not. */
  readonly names = new Set<string>()
  private readonly env: Environment

  constructor(env: Environment) {
    this.env = env
  }

  isGiven(name: string): boolean {
    this.names.add(name)
    return this.env[name] !== undefined
  }

  /** Reads one variable; `fallback` null means that it must be given. */
  read<Value>(
    name: string,
    wanted: string,
    fallback: Value | null,
    parse: (text: string) => Value | null,
  ): Value {
    this.names.add(name)
    const text = this.env[name]
    const value = text === undefined ? fallback : parse(text)
    if (value !== null) return value
    const what = text === undefined ? 'is not set' : 'is not valid'
    this.problems.push(`${name} ${what}: give ${wanted}.`)
    // Never used: a config with a problem is not handed out.
    return fallback as Value
  }

  /** Null: the variable is not set. */
  readOptional<Value>(
    name: string,
    wanted: string,
    parse: (text: string) => Value | null,
  ): Value | null {
    return this.isGiven(name) ? this.read<Value>(name, wanted, null, parse) : null
  }

  readSwitch(name: string, isOn: boolean): boolean {
    return this.read(name, '"on" or "off"', isOn, parseSwitch)
  }
}

export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return null
  return text.replace(/\/+$/, '')
}

/** The names of this machine in an address. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** Where passwords, codes and cookies may be sent. */
export const isHttpsOrLocal = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK_NAMES.includes(hostname))

export function parseNetworks(text: string): string[] | null {
  const given = text.split(',').map(part => part.trim())
  const networks = given.filter(network => network !== '').map(parseNetwork)
  return networks.some(network => network === null) ? null : (networks as string[])
}

// Names in the environment that are close to a setting's name without being one: a misspelt setting
// would keep its default unnoticed.

/** Slips: letters left out, added, changed or swapped. */
const SLIPS = 2
/** Shorter names are close to many. */
const SHORTEST = 6

/** The nearest setting of each such name. */
export function findMisspelt(
  given: Iterable<string>,
  known: ReadonlySet<string>,
): { name: string; nearest: string }[] {
  const found: { name: string; nearest: string }[] = []
  for (const name of given) {
    if (known.has(name) || name.length < SHORTEST) continue
    const [closest] = [...known]
      .filter(each => each.length >= SHORTEST && Math.abs(each.length - name.length) <= SLIPS)
      .map(nearest => ({ nearest, slips: slipsBetween(name, nearest) }))
      .sort((one, other) => one.slips - other.slips)
    if (closest !== undefined && closest.slips <= SLIPS) {
      found.push({ name, nearest: closest.nearest })
    }
  }
  return found
}

/** The Damerau-Levenshtein distance, where two swapped neighbours count once. */
function slipsBetween(one: string, other: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const least = Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (isSame ? 0 : 1))
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(isSwapped ? Math.min(least, twoBefore[j - 2]! + 1) : least)
    }
    twoBefore = before
    before = row
  }
  return before[other.length]!
}
