// Makes characters visible that a reader cannot see, or that affect a terminal or the text
// direction. Must never change what is stored or compared, only what a person reads.

/**
 * Controls (C0, DEL, C1), direction and other format characters, lone surrogates, line separators.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Prints each such character as `\n` or `\u001b`; a line of JSON keeps its value. */
export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, found => SHORT[found] ?? escapeUnits(found))
}

function escapeUnits(character: string): string {
  const units = character.split('').map(unit => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map(unit => `\\u${unit}`).join('')
}
