// The language of the panel: the browser's until the user chooses one. Must never hold a text.

import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { keep, recall } from '../storage.ts'
import {
  type Bilingual,
  PANEL_LANGUAGES,
  type PanelLanguage,
  pickPanelLanguage,
} from './texts/bilingual.ts'

interface LanguageChoice {
  readonly language: PanelLanguage
  choose(language: PanelLanguage): void
}

const KEY = 'admin:language'
const Context = createContext<LanguageChoice>({ language: 'en', choose: () => {} })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(startLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = (chosen: PanelLanguage) => {
    keep(KEY, chosen)
    setLanguage(chosen)
  }
  return <Context value={{ language, choose }}>{children}</Context>
}

export function useLanguage(): LanguageChoice {
  return use(Context)
}

export function useTexts<Tree>(texts: Bilingual<Tree>): Tree {
  return texts[use(Context).language]
}

function startLanguage(): PanelLanguage {
  const kept = PANEL_LANGUAGES.find(language => language === recall(KEY))
  return kept ?? pickPanelLanguage(navigator.languages)
}
