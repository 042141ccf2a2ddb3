// Which texts an operator may use as ids, and how a record is referred to. Looks nothing up.
// Characters are code points, so that one emoji is one character.

/** NUL and lone surrogates, which Postgres text can't store. */
const UNSTORABLE = '\\u0000\\p{Cs}'
const HAS_UNSTORABLE = new RegExp(`[${UNSTORABLE}]`, 'u')
const EACH_UNSTORABLE = new RegExp(`[${UNSTORABLE}]`, 'gu')

/**
 * Texts of 1-128 characters that may be a player's id. `any`: all that Postgres can store, without
 * NUL and lone surrogates. `printable`: spaces are allowed. `ascii`: no spaces.
 */
export const PLAYER_ID_PATTERNS = {
  any: `^[^${UNSTORABLE}]{1,128}$`,
  printable: '^[^\\p{C}\\p{Zl}\\p{Zp}]{1,128}$',
  ascii: '^[!-~]{1,128}$',
} as const
export type PlayerIdCharacters = keyof typeof PLAYER_ID_PATTERNS
const ASCII_ID = new RegExp(PLAYER_ID_PATTERNS.ascii)
const PRINTABLE_ID = new RegExp(PLAYER_ID_PATTERNS.printable, 'u')
const EXTERNAL_ID = /^[^\p{C}\p{Z}]{1,128}$/u

/** `player_id` of `freespins_create`: 1-128 printable ASCII characters, no spaces. */
export function isAsciiPlayerId(value: unknown): value is string {
  return typeof value === 'string' && ASCII_ID.test(value)
}

/** `player_id` of `outcome_schedule`: 1-128 printable characters; spaces are allowed. */
export function isPrintablePlayerId(value: unknown): value is string {
  return typeof value === 'string' && PRINTABLE_ID.test(value)
}

/**
 * 1-128 printable characters of any script, without spaces. Compared exactly, without case folding.
 */
export function isExternalId(value: unknown): value is string {
  return typeof value === 'string' && EXTERNAL_ID.test(value)
}

/** Free text of at most `maxChars` characters; may be empty. */
export function isFreeText(value: unknown, maxChars: number): value is string {
  // A character is one or two code units, so a longer text need not be counted.
  if (typeof value !== 'string' || value.length > 2 * maxChars) return false
  return [...value].length <= maxChars && !HAS_UNSTORABLE.test(value)
}

/** The text with a replacement character for each one that Postgres can't store. */
export const toStorable = (text: string) => text.replace(EACH_UNSTORABLE, '\ufffd')

/** Refers to a record by the platform's id or by the operator's. */
export type Reference = { id: string } | { externalId: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Lower case, with hyphens, as the platform prints it. */
export const isUuid = (text: string) => UUID.test(text)

/** When a UUIDv7 was made, milliseconds since 1970: its first 48 bits. */
export function uuidTimeMs(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
}

/** The smallest UUIDv7 of a time, milliseconds since 1970. */
export function firstIdAt(timeMs: number): string {
  const time = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** UUIDs from the first to the last, both included. */
export interface IdRange {
  readonly first: string
  readonly last: string
}

const UUID_DIGITS = 32
/** Of an id that is looked for by its beginning: in version 7, those of 65 seconds. */
const ID_BEGINNING_DIGITS = 8
/** With hyphens, from its 32 hexadecimal digits. */
export const printUuid = (digits: string) =>
  digits.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/**
 * The UUIDs that begin with a text, which may lack the hyphens; null: it is too short, or no
 * beginning of a UUID.
 */
export function readIdBeginning(text: string): IdRange | null {
  const lower = text.trim().toLowerCase()
  const digits = lower.replaceAll('-', '')
  if (!/^[0-9a-f]+$/.test(digits)) return null
  if (digits.length < ID_BEGINNING_DIGITS || digits.length > UUID_DIGITS) return null
  const first = printUuid(digits.padEnd(UUID_DIGITS, '0'))
  const hasHyphens = lower.includes('-')
  // A last hyphen may be typed before what follows it.
  if (hasHyphens && !first.startsWith(lower.replace(/-$/, ''))) return null
  return { first, last: printUuid(digits.padEnd(UUID_DIGITS, 'f')) }
}
