// Owns how texts are filled in, with the numbers and plural forms of the page's language. It must
// never hold texts; each language is a file in texts/.

/**
 * `{count, plural, one {# way} other {# ways}}`: the plural of ICU MessageFormat, without nesting;
 * `#` is the number.
 */
const PLURAL = /\{(\w+), plural,((?:\s*\w+\s*\{[^{}]*\})+)\s*\}/g
const FORM = /(\w+)\s*\{([^{}]*)\}/g
const SLOT = /\{(\w+)\}/g

let plurals = new Intl.PluralRules('en')
let numbers = new Intl.NumberFormat('en')

/** The page has one language at a time; called before its texts are filled. */
export function fillIn(language: string): void {
  plurals = new Intl.PluralRules(language)
  numbers = new Intl.NumberFormat(language)
}

/** Fills {slots} of a text; numbers are printed as the language does. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text
    .replace(PLURAL, (whole, name: string, forms: string) => pluralOf(forms, slots[name]) ?? whole)
    .replace(SLOT, (whole, name: string) => print(slots[name]) ?? whole)
}

function pluralOf(forms: string, value: string | number | undefined): string | undefined {
  if (typeof value !== 'number') return undefined
  const found = [...forms.matchAll(FORM)].map(
    ([, category = '', form = '']) => [category, form] as const,
  )
  const byCategory = new Map(found)
  const form = byCategory.get(plurals.select(value)) ?? byCategory.get('other')
  return form?.replaceAll('#', numbers.format(value))
}

function print(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? numbers.format(value) : value
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
