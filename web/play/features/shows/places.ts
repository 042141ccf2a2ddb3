// Owns where the shows' elements are in the window, and how one of them jumps. It must never hold
// state.

import type { Point } from '../../stage/acts.ts'

/** In window pixels. */
export function centerOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Restarts the animation of `bump` in the style sheet. */
export function bump(element: HTMLElement): void {
  element.classList.remove('bump')
  // Reading its size makes the browser notice the change.
  void element.offsetWidth
  element.classList.add('bump')
}
