// Owns the pots over the reels: what each pays at the current bet, and which have been won. It must
// never hold an amount that the game does not publish.

import { unitsToMinor } from '../../../src/core/money.ts'
import { centerOf, make, part, write } from '../../dom.ts'
import type { Hud } from '../page/hud.ts'
import { type Pot, type PotGame, potsOf, printPot } from './game-facts.ts'

export class Pots {
  private readonly host = part('pots')
  private readonly game: PotGame
  private readonly hud: Hud
  private readonly pots: readonly Pot[]

  constructor(game: PotGame, hud: Hud) {
    this.game = game
    this.hud = hud
    this.pots = potsOf(game)
    document.body.classList.toggle('has-pots', this.pots.length > 0)
    this.host.hidden = this.pots.length === 0
    this.host.replaceChildren(
      ...this.pots.toReversed().map(({ name }) => {
        const amount = make('b', { class: 'amount' })
        const pot = make('p', { class: `pot pot-${name}`, test: `pot-${name}` })
        pot.append(make('span', { class: 'pot-name', text: printPot(name) }), amount)
        return pot
      }),
    )
  }

  /** Sets the amounts for a base stake. */
  setStake(baseStakeMinor: bigint): void {
    for (const { name, winUnits } of this.pots) {
      const minor = unitsToMinor(winUnits, baseStakeMinor, this.game.unitsPerBet)
      const pot = this.host.querySelector<HTMLElement>(`.pot-${CSS.escape(name)}`)
      const amount = pot?.querySelector<HTMLElement>('.amount')
      if (pot === null || pot === undefined || amount === null || amount === undefined) continue
      pot.dataset.minor = minor.toString()
      write(amount, this.hud.print(minor))
    }
  }

  /** Lights a pot that was won; null: all are dark again. */
  light(name: string | null): void {
    for (const pot of this.host.children) {
      if (name === null) pot.classList.remove('pot-won', 'pot-open')
      else if (pot.classList.contains(`pot-${name}`)) pot.classList.add('pot-won')
    }
  }

  /** Its amount comes out of it. Where it is in the window; null: the game has no such pot. */
  open(name: string): { x: number; y: number } | null {
    const pot = this.host.querySelector(`.pot-${CSS.escape(name)}`)
    if (pot === null) return null
    pot.classList.add('pot-open')
    return centerOf(pot)
  }
}
