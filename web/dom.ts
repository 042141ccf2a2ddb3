// Owns how the pages of players find and create their elements. It must never hold state.

/** Finds an element that the page's HTML must contain. */
export function part<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element as T
}

export interface Make {
  class?: string
  text?: string
  label?: string
  test?: string
  onClick?: () => void
}

/** Creates an element with its common attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: Make = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (options.class !== undefined) element.className = options.class
  if (options.text !== undefined) element.textContent = options.text
  if (options.label !== undefined) element.setAttribute('aria-label', options.label)
  if (options.test !== undefined) element.dataset.test = options.test
  if (options.onClick !== undefined) element.addEventListener('click', options.onClick)
  if (element instanceof HTMLButtonElement) element.type = 'button'
  element.append(...children)
  return element
}

/** Repeats the page's notice about test units, for a sheet that covers it. */
export function testNote(): HTMLElement {
  const said = document.querySelector('.badge')?.textContent ?? ''
  return make('p', { class: 'test-note', text: said.replace(/\s+/g, ' ').trim() })
}

/** Writes a text that the style sheet shrinks when it is long: it stays on one line. */
export function write(element: HTMLElement, text: string): void {
  element.textContent = text
  element.style.setProperty('--length', String(text.length))
}

/** Writes a text that the style sheet shrinks when a word is long: it breaks only between words. */
export function writeTitle(element: HTMLElement, text: string): void {
  element.textContent = text
  const longest = Math.max(...text.split(/\s+/).map(word => word.length))
  element.style.setProperty('--longest', String(longest))
}

/** The middle of an element, in window pixels. */
export function centerOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Begins the animation that the style sheet gives to a class, also while it runs. */
export function restart(element: Element, name: string): void {
  element.classList.remove(name)
  // A new animation begins only after the layout without it.
  element.getBoundingClientRect()
  element.classList.add(name)
}

/** Creates a drawing or one of its shapes. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

/** A one-path icon in a box of 24. */
export function icon(d: string, className: string): SVGSVGElement {
  const box = { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: className }
  return draw('svg', box, draw('path', { d }))
}
