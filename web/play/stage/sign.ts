// Owns the signs of features: it puts a game's sign behind the words of a card, with its heroes.
// It must never hold a game's own look. Pages load it with the pictures of a feature.

import styles from '../css/sign.css' with { type: 'text' }
import type { Sign } from '../themes/theme.ts'

export interface SignLook {
  svg: string
  /** How it reaches its place. */
  arrival: 'drops' | 'unrolls' | 'slams' | 'rises' | 'pops'
  /** Colours of the cords that it hangs from; absent: it has no cords. */
  cord?: readonly [light: string, dark: string]
  /** Symbols or figures of the game to its left and right. */
  heroes: readonly [left: string, right: string]
  /** In the middle of its upper edge. */
  crest: string
  /** Its edges are repeated between the corners, where others are stretched. */
  repeats?: true
  /** Letters on a light material: of titles from the top down, their edge, and of small lines. */
  ink?: { top: string; bottom: string; edge: string; lines: string }
}

const FIGURES = ['moment-hero', 'moment-hero moment-hero-right', 'moment-crest']

export function createSign({ svg, arrival, cord, heroes, crest, repeats, ink }: SignLook): Sign {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const look = {
    '--sign': `url(${url})`,
    '--repeat': repeats && 'round',
    '--cord-light': cord?.[0],
    '--cord-dark': cord?.[1],
    '--title-top': ink?.top,
    '--title-bottom': ink?.bottom,
    '--title-edge': ink?.edge,
    '--lines': ink?.lines,
  }
  return {
    svg,
    dress(host, portray, isQuick) {
      host.classList.add('moment-sign', `moment-${arrival}`)
      host.classList.toggle('moment-quick', isQuick)
      host.classList.toggle('moment-ink', ink !== undefined)
      for (const [name, value] of Object.entries(look)) {
        if (value !== undefined) host.style.setProperty(name, value)
      }
      const figures = [...heroes, crest].map((name, index) => {
        const canvas = portray(name)
        canvas.className = FIGURES[index]!
        canvas.setAttribute('aria-hidden', 'true')
        return canvas
      })
      host.querySelector('.moment-paper')!.append(...figures)
    },
  }
}
