// Owns the page's layout: its choice for a window, and the place of the reels in it. It must never
// read the device's name.

import { part } from '../../dom.ts'
import type { Stage } from '../stage/stage.ts'
import type { Build } from './address.ts'
import type { Hud } from './hud.ts'

export type Layout = 'wide' | 'portrait' | 'landscape'

/** Below this height a window has no room for a bar under the reels. */
const LOW_PX = 560

/**
 * `landscape` has its controls at the thumbs; the mobile build keeps them there in any wide window.
 */
export function layoutOf(build: Build, width: number, height: number): Layout {
  if (height > width) return 'portrait'
  if (build === 'mobile' || height < LOW_PX) return 'landscape'
  return 'wide'
}

/** Lays the page out now and after every change of the window or of the page's elements. */
export function keepLayout(stage: Stage, hud: Hud, build: Build): void {
  const lay = () => layOut(stage, hud, build)
  addEventListener('resize', lay)
  // The board moves without a change of size when elements above or below it appear or vanish.
  const sizes = new ResizeObserver(lay)
  for (const each of part('board').parentElement!.children) sizes.observe(each)
  lay()
}

export function layOut(stage: Stage, hud: Hud, build: Build): void {
  document.body.dataset.form = layoutOf(build, innerWidth, innerHeight)
  const { left, top, width, height } = part('board').getBoundingClientRect()
  const place = { x: left, y: top, width, height }
  hud.placeBoard(stage.resize({ width: innerWidth, height: innerHeight }, place), place)
}
