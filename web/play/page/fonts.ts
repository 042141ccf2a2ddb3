// Owns the names of the bundled fonts and the wait for them. It must never delay the game for long:
// after a while the system's font is used until the game's own arrives.

import type { Language } from '../../../src/core/language.ts'
import { printMoney } from '../../amounts.ts'
import type { Texts } from '../texts/en.ts'

/**
 * As `scripts/page-fonts.mjs` names them; characters missing from a family use the system's
 * sans-serif.
 */
const TEXT_FAMILY = '"Reelhouse Text", sans-serif'
/** The same font under another name: Pixi caches text measurements and textures by family name. */
const LATE_FAMILY = `"Reelhouse Text", ${TEXT_FAMILY}`
const LONGEST_WAIT_MS = 3_000

let family = TEXT_FAMILY

/** The font family of the canvas. */
export function canvasFamily(): string {
  return family
}

/**
 * Resolves once the font files have loaded that these texts, and amounts in the currency, need, or
 * after a long wait.
 * @param late called when they load after that: the text on the canvas must be redrawn
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

/** Titles appear later than the first spin: nothing waits for their font. */
export function loadTitles(texts: Texts): void {
  document.fonts.load('400 40px "Reelhouse Display"', JSON.stringify(texts)).catch(() => {})
}
