// Owns the two languages of the panel and how a text is looked up and filled. Must never hold a
// text.

export const PANEL_LANGUAGES = ['en', 'uk'] as const
export type PanelLanguage = (typeof PANEL_LANGUAGES)[number]

/** A tree of texts; the leaves may contain {slots}. */
export interface Texts {
  readonly [name: string]: string | Texts
}

/** The same keys, other texts. */
export type Like<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends string ? string : Like<Tree[Name]>
}

export type Bilingual<Tree> = Readonly<Record<PanelLanguage, Tree>>

/** The compiler checks that every text exists in both languages. */
export function bilingual<Tree extends Texts>(en: Tree, uk: Like<Tree>): Bilingual<Like<Tree>> {
  return { en: en as Like<Tree>, uk }
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
