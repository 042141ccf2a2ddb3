// Owns the two languages of the panel and how a text is looked up and filled. Must never hold a
// text.

export const PANEL_LANGUAGES = ['en', 'uk'] as const
export type PanelLanguage = (typeof PANEL_LANGUAGES)[number]

/** A text in each language, in the order above; it may contain {slots}. */
type Translated = readonly [en: string, uk: string]

interface TranslatedTree {
  readonly [name: string]: Translated | TranslatedTree
}

/** The same keys, with the text of one language. */
type TextsOf<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Translated ? string : TextsOf<Tree[Name]>
}

export type Bilingual<Texts> = Readonly<Record<PanelLanguage, Texts>>

export function bilingual<const Tree extends TranslatedTree>(tree: Tree): Bilingual<TextsOf<Tree>> {
  return { en: textsIn(tree, 0), uk: textsIn(tree, 1) }
}

function textsIn<Tree extends TranslatedTree>(tree: Tree, language: 0 | 1): TextsOf<Tree> {
  const texts = Object.entries(tree).map(([name, each]) => [
    name,
    isTranslated(each) ? each[language] : textsIn(each, language),
  ])
  return Object.fromEntries(texts)
}

function isTranslated(each: Translated | TranslatedTree): each is Translated {
  return Array.isArray(each)
}

/** Fills {slots} of a text. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

/** The first of the browser's languages that the panel supports. */
export function pickPanelLanguage(wanted: readonly string[]): PanelLanguage {
  for (const code of wanted) {
    const [primary] = code.toLowerCase().split(/[-_]/)
    const found = PANEL_LANGUAGES.find(language => language === primary)
    if (found !== undefined) return found
  }
  return 'en'
}
