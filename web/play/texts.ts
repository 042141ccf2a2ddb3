// Owns how the client's words are filled in. It must never hold words; each language's are a file in texts/.

/** Fills {slots} of a text. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

/** "big-fish" as "Big fish", for ids that have no text of their own. */
export function spellId(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Of a text of several. */
export function firstSentence(text: string): string {
  return /^.*?[.。](?=\s|$|[^\s\d])/.exec(text)?.[0] ?? text
}
