// Owns how the client's texts are filled in. It must never hold texts; each language is a file in
// texts/.

/** Fills {slots} of a text. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

/** "big-fish" as "Big fish", for ids without a text. */
export function spellId(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
  return /^.*?[.。](?=\s|$|[^\s\d])/.exec(text)?.[0] ?? text
}
