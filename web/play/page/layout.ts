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
  const form = layoutOf(build, innerWidth, innerHeight)
  document.body.dataset.form = form
  placeSoundKey(form)
  const { left, top, width, height } = part('board').getBoundingClientRect()
  const place = { x: left, y: top, width, height }
  hud.placeBoard(stage.resize({ width: innerWidth, height: innerHeight }, place), place)
}

/** In portrait it makes as many keys to the right of the spin key as to the left. */
function placeSoundKey(form: Layout): void {
  const key = document.querySelector<HTMLElement>('.sound-key')
  const host = part(form === 'portrait' ? 'keys-right' : 'tools-right')
  if (key === null || key.parentElement === host) return
  if (form === 'portrait') host.append(key)
  else host.prepend(key)
}
