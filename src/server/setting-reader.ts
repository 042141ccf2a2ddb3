// Reads single settings of the environment and collects what is wrong with them. Independent of
// which settings exist, and never repeats the value of a variable.

import { parseNetwork } from '../core/network.ts'
import type { Environment } from '../environment.ts'

export function parseUrl(text: string, schemes: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return schemes.includes(url.protocol) && url.hostname !== '' ? url : null
}

export function parseWhole(text: string, smallest: number, largest: number): number | null {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= smallest && value <= largest ? value : null
}

export const parseSwitch = (text: string) => ({ on: true, off: false })[text] ?? null

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
}

export function parseOrigin(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return null
  return text.replace(/\/+$/, '')
}

export function parseNetworks(text: string): string[] | null {
  const given = text.split(',').map(part => part.trim())
  const networks = given.filter(network => network !== '').map(parseNetwork)
  return networks.some(network => network === null) ? null : (networks as string[])
}

export function readStoreUrl(
  reader: Reader,
  name: string,
  schemes: readonly string[],
  example: string,
) {
  return reader.read<string>(name, `an address like ${example}`, null, text =>
    parseUrl(text, schemes) === null ? null : text,
  )
}
