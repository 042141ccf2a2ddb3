// Owns the operator's links to help and rules in the info sheet. They open beside the game; nothing
// of the game is passed on.

import type { Language } from '../../../src/core/language.ts'
import { make } from '../dom.ts'
import type { PlayRules } from './figures.ts'
import { profileTextsOf } from './texts.ts'

export type HelpLink = PlayRules['helpLinks'][number]

export function helpPart(links: readonly HelpLink[], language: Language): HTMLElement[] {
  if (links.length === 0) return []
  const rows = links.map(({ label, url }) => {
    const link = make('a', { text: label, test: 'help-link' })
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    return make('li', {}, link)
  })
  return [
    make('h3', { text: profileTextsOf(language).help }),
    make('ul', { class: 'help-links' }, ...rows),
  ]
}
