// Owns where the shows' elements are in the window, and how one of them jumps. It must never hold
// state.

export interface Point {
  x: number
  y: number
}

/** In window pixels. */
export function centerOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

export function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** Restarts the animation of `bump` in the style sheet. */
export function bump(element: HTMLElement): void {
  element.classList.remove('bump')
  // Reading its size makes the browser notice the change.
  void element.offsetWidth
  element.classList.add('bump')
}
