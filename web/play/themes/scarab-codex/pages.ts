// Owns which symbols the pages of the codex show before the chosen one, and which page turns when.
// Pure; it must never choose a symbol.

import type { GameView } from '../../../../src/wire/play-game.ts'

/** Pages that turn; the last one uncovers the symbol. */
export const PAGES = 10
/** Each page takes so many times as long as the one before. */
const SLOWING = 1.24

/** The names that the pages show in turn; the last one is that of the chosen symbol. */
export function pagesBefore(symbols: GameView['symbols'], special: number): string[] {
  const others = symbols.flatMap(({ role }, index) =>
    role === 'regular' && index !== special ? [index] : [],
  )
  const passing = Array.from(
    { length: PAGES },
    (_, page) => others[page % others.length] ?? special,
  )
  return [...passing, special].map(symbol => symbols[symbol]?.id ?? '')
}

/** The page that turns at an instant, and how far; each takes longer than the one before. */
export function pageAt(t: number): { page: number; share: number } {
  const whole = SLOWING ** PAGES - 1
  const at = Math.log(1 + Math.min(1, t) * whole) / Math.log(SLOWING)
  const page = Math.min(PAGES, Math.floor(at + 1e-9))
  if (page === PAGES) return { page, share: 0 }
  const [from, to] = [SLOWING ** page - 1, SLOWING ** (page + 1) - 1]
  return { page, share: Math.max(0, (t * whole - from) / (to - from)) }
}
