// Owns the card that opens and closes a grant of free spins: how many there are, what they won. It
// must never start a spin; it closes when the player has read it.

import { make, part, testNote, write } from '../../dom.ts'

export interface CardContent {
  kind: 'begins' | 'over'
  heading: string
  /** The one number of the card. */
  figure: string
  caption: string
  lines: readonly string[]
  button: string
}

export class GrantCard {
  private readonly host = part('grant-card')
  private read: (() => void) | null = null

  get open(): boolean {
    return this.read !== null
  }

  /** Resolves once the player has closed the card, or another one replaces it. */
  present(content: CardContent): Promise<void> {
    this.read?.()
    const { kind, heading, figure, caption, lines, button } = content
    const title = make('h2', { class: 'grant-heading', text: heading })
    const key = make('button', {
      class: 'grant-key',
      text: button,
      test: `free-spins-${kind}`,
      onClick: () => this.close(),
    })
    const number = make('p', { class: 'grant-figure', test: 'grant-figure' })
    write(number, figure)
    this.host.className = `grant-card grant-${kind}`
    this.host.setAttribute('aria-label', heading)
    this.host.replaceChildren(
      make(
        'div',
        { class: 'grant-paper' },
        title,
        number,
        make('p', { class: 'grant-caption', text: caption }),
        ...lines.map(text => make('p', { class: 'grant-line', text })),
        key,
        testNote(),
      ),
    )
    this.host.hidden = false
    part('table').inert = true
    key.focus()
    return new Promise(resolve => {
      this.read = resolve
    })
  }

  close(): void {
    const { read } = this
    if (read === null) return
    this.read = null
    this.host.hidden = true
    this.host.replaceChildren()
    part('table').inert = false
    read()
  }
}
