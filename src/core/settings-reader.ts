// Reads JSON by the schema of the settings: complete, with its defaults. A wrong value is refused
// with its place and the reason. Must hold no rule that compares two values.

import { parseMinor } from './bet-limits.ts'
import { formatAmount, parseAmount } from './money.ts'
import type { JsonSchema } from './settings-schema.ts'

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

/** @param place the path of the value; empty for the settings as a whole */
export function readBySchema(schema: JsonSchema, value: unknown, place = ''): unknown {
  if (value === undefined && schema.default !== undefined) {
    return readBySchema(schema, schema.default, place)
  }
  if (schema.anyOf !== undefined) {
    return value === null ? null : readBySchema(schema.anyOf[0], value, place)
  }
  if (schema.enum !== undefined) {
    const isOne = schema.enum.some(each => each === value)
    return isOne ? value : refuse(place, `one of ${schema.enum.join(', ')}`)
  }
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined
        ? readRecord(schema, value, place)
        : readFields(schema, schema.properties, value, place)
    case 'array':
      return readList(schema, value, place)
    case 'integer':
      return isWithin(schema, value) ? value : refuse(place, describeSchema(schema))
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse(place, 'true or false')
    default:
      return isText(schema, value) ? value : refuse(place, describeSchema(schema))
  }
}

function readFields(
  { required = [] }: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
  value: unknown,
  place: string,
): object {
  const given = readObject(value, place)
  const unknown = Object.keys(given).find(name => !Object.hasOwn(properties, name))
  if (unknown !== undefined) refuse(placeOf(place), `${JSON.stringify(unknown)} means nothing here`)
  const fields = Object.entries(properties).filter(
    ([name]) => given[name] !== undefined || required.includes(name),
  )
  return Object.fromEntries(
    fields.map(([name, schema]) => [name, readBySchema(schema, given[name], within(place, name))]),
  )
}

function readRecord({ patternProperties = {} }: JsonSchema, value: unknown, place: string): object {
  const [schema] = Object.values(patternProperties)
  const entries = Object.entries(readObject(value, place))
  return Object.fromEntries(
    entries.map(([name, each]) => [name, readBySchema(schema!, each, within(place, name))]),
  )
}

function readObject(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(placeOf(place), 'an object')
  }
  return value as Record<string, unknown>
}

function readList({ items, maxItems = 0 }: JsonSchema, value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) return refuse(place, 'a list')
  if (value.length > maxItems) refuse(place, `at most ${maxItems}`)
  return value.map((each, index) => readBySchema(items!, each, `${place}[${index}]`))
}

const within = (place: string, name: string) => (place === '' ? name : `${place}.${name}`)
const placeOf = (place: string) => (place === '' ? 'settings' : place)

function isWithin({ minimum = 0, maximum = 0 }: JsonSchema, value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
}

function isText(schema: JsonSchema, value: unknown): value is string {
  if (typeof value !== 'string') return false
  const { minLength = 0, maxLength = 0, format } = schema
  const isFitting = value.length >= minLength && value.length <= maxLength
  return isFitting && (format === undefined || FORMATS[format]!.isGood(value, schema))
}

/** The allowed values of one number or text, for a person who gave a wrong one. */
function describeSchema(schema: JsonSchema): string {
  const { type, minimum, maximum, minLength = 0, maxLength, format, 'x-unit': unit } = schema
  if (type === 'integer') {
    const what = unit === undefined ? 'a whole number' : `a whole number of ${unit}`
    return `${what} from ${minimum} to ${maximum}`
  }
  if (format === undefined) return `a text of ${minLength} to ${maxLength} characters`
  return FORMATS[format]!.describe(schema)
}

interface Format {
  isGood(text: string, schema: JsonSchema): boolean
  describe(schema: JsonSchema): string
}

/** The formats of texts that the schema names. */
const FORMATS: Readonly<Record<string, Format>> = {
  percent: {
    isGood(text, schema) {
      const [from, to] = schema['x-range-bps']!
      const bps = Number(parseAmount(text) ?? -1)
      return bps >= from && bps <= to
    },
    describe(schema) {
      const [from, to] = schema['x-range-bps']!.map(bps =>
        JSON.stringify(formatAmount(BigInt(bps))),
      )
      return `a percentage as a text, at most two decimals, from ${from} to ${to}`
    },
  },
  'minor-units': {
    isGood: text => parseMinor(text) !== undefined,
    describe: () => 'minor units, as a text of digits',
  },
  scope: {
    isGood: text => /^(default$|(provider|game):)/.test(text),
    describe: () => 'default, provider:<id> or game:<id>',
  },
  switch: {
    isGood: text => /^(project$|(provider|game|mode):)/.test(text),
    describe: () => 'project, provider:<id>, game:<id>, mode:ante or mode:buy',
  },
  label: {
    isGood: text => text.trim() !== '' && !/\p{Cc}/u.test(text),
    describe: ({ minLength, maxLength }) => `a text of ${minLength} to ${maxLength} characters`,
  },
  'https-url': {
    isGood: text => /^https:\/\/[^\s"<>\\]+$/.test(text) && isAnonymous(text),
    describe: ({ maxLength }) => `an https address of at most ${maxLength} characters`,
  },
  // Printable ASCII: it is sent as a header.
  'lobby-url': {
    isGood: text => /^https:\/\/[!-~]+$/.test(text) && isAnonymous(text),
    describe: () => 'an https address like "https://casino.example.com/games", or null',
  },
  // A source of a content security policy: https, a host or all hosts below one, optionally a port.
  // A page on the player's own machine may use plain http: nothing on the network can change it,
  // and developers of casinos work there.
  'frame-ancestor': {
    isGood: text =>
      /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/.test(text) ||
      /^http:\/\/(localhost|127\.0\.0\.1)(:[0-9]{1,5})?$/.test(text),
    describe: () => 'an origin like "https://casino.example.com"',
  },
}

/** Without user name and password, which players would see. */
function isAnonymous(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** @param known the names of this version; absent: any well-formed name is accepted */
export function readName(
  name: string,
  place: string,
  known: readonly string[] | undefined,
): string {
  const isId = /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)
  if (known === undefined) return isId ? name : refuse(place, `${JSON.stringify(name)} is no id`)
  if (known.includes(name)) return name
  const reason = `${JSON.stringify(name)} is not one of ${known.join(', ')}`
  return refuse(place, reason, isId ? 'unknown-name' : 'invalid')
}

/** Splits `game:lucky-lanterns`. */
export function splitName(text: string): [kind: string, name: string] {
  const [kind = '', ...name] = text.split(':')
  return [kind, name.join(':')]
}
