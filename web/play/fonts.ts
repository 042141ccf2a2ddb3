// Owns the names of the bundled lettering and the wait for it. It must never hold up the game for long: after a while
// the reader's own letters serve, until the game's own come.

import type { Language } from '../../src/core/language.ts'
import { printMoney } from '../amounts.ts'
import type { Texts } from './texts/shape.ts'

/** As `scripts/page-fonts.mjs` names them; what a family lacks, the reader's own sans-serif has. */
const TEXT_FAMILY = '"Reelhouse Text", sans-serif'
/** The same letters under another name: Pixi keeps measures and pictures of texts by the name of their family. */
const LATE_FAMILY = `"Reelhouse Text", ${TEXT_FAMILY}`
const LONGEST_WAIT_MS = 3_000

let family = TEXT_FAMILY

/** What the canvas writes in. */
export function canvasFamily(): string {
  return family
}

/**
 * Resolves once the files are there that these words, and amounts in the currency, need, or when it has waited long.
 * @param late called when they come after that: what is written on the canvas has other letters
 */
export async function loadLettering(
  texts: Texts,
  currency: string,
  language: Language,
  late: () => void,
): Promise<void> {
  const written = JSON.stringify(texts) + printMoney(123_456_789_000n, currency, language)
  let isLate = false
  const loaded = document.fonts.load('900 20px "Reelhouse Text"', written).then(
    () => {
      if (!isLate) return
      family = LATE_FAMILY
      late()
    },
    () => {},
  )
  const waited = new Promise<void>(resolve => {
    setTimeout(() => {
      isLate = true
      resolve()
    }, LONGEST_WAIT_MS)
  })
  await Promise.race([loaded, waited])
}

/** Titles come later than the first spin: nobody waits for their letters. */
export function loadTitles(texts: Texts): void {
  document.fonts.load('400 40px "Reelhouse Display"', JSON.stringify(texts)).catch(() => {})
}
