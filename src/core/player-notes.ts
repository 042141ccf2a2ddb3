// What people may write about a player: a note, a tag. Pure; stores nothing.

import { readWritten } from './reason.ts'

/** Characters of a note: a page of text. */
export const NOTE_MAX_CHARS = 2_000
/** Notes of one player: all of them are shown at once. */
export const NOTES_MAX = 200
/** Tags of one player: a row of the page. */
export const TAGS_MAX = 20
/** Characters of a tag. */
export const TAG_MAX_CHARS = 32

/** Null: empty or too long. */
export const readNote = (text: string) => readWritten(text, NOTE_MAX_CHARS)

const TAG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u

/**
 * A tag in the one form that is stored and compared: lower case, composed (NFC), single spaces.
 * Null: it begins with something else than a letter or a digit, contains anything but letters,
 * digits, spaces and `._-`, or is too long.
 */
export function readTag(text: string): string | null {
  const tag = text.trim().normalize('NFC').toLowerCase().replace(/ +/g, ' ')
  return TAG.test(tag) && [...tag].length <= TAG_MAX_CHARS ? tag : null
}
