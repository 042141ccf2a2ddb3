// Owns the names of the bundled lettering and the wait for it. It must never hold up the game for long: after a while
// the reader's own letters serve.

import type { Language } from '../../src/core/language.ts'
import { printMoney } from '../amounts.ts'
import type { Texts } from './texts/shape.ts'

/** As `scripts/page-fonts.mjs` names them; what a family lacks, the reader's own sans-serif has. */
export const TEXT_FAMILY = '"Reelhouse Text", sans-serif'
const LONGEST_WAIT_MS = 3_000

/** Resolves once the files are there that these words, and amounts in the currency, need. */
export async function loadLettering(
  texts: Texts,
  currency: string,
  language: Language,
): Promise<void> {
  const written = JSON.stringify(texts) + printMoney(123_456_789_000n, currency, language)
  const loaded = document.fonts.load('900 20px "Reelhouse Text"', written)
  const late = new Promise(resolve => setTimeout(resolve, LONGEST_WAIT_MS))
  await Promise.race([loaded.catch(() => {}), late])
}

/** Titles come later than the first spin: nobody waits for their letters. */
export function loadTitles(texts: Texts): void {
  document.fonts.load('400 40px "Reelhouse Display"', JSON.stringify(texts)).catch(() => {})
}
