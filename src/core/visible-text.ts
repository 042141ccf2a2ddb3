// Shows characters that a reader cannot see, or that a terminal or a text's direction acts on. Must never
// change what is stored or compared: only what a person reads.

/** Controls (C0, DEL, C1), direction and other format marks, half surrogates, separators of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Each such character as `\n` or `\u001b`, which keeps a line of JSON the same value. */
export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, found => SHORT[found] ?? escapeUnits(found))
}

function escapeUnits(character: string): string {
  const units = character.split('').map(unit => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map(unit => `\\u${unit}`).join('')
}
