// Owns the operator's free spins on the page: the grant that is due, its panel and its cards. It
// must never confuse them with free games, which are a feature inside a round, nor send a command.

import type { FreeSpinsView, FreeSpinView, RoundView } from '../../../src/wire/play-round.ts'
import { minorOf, printMoment } from '../../amounts.ts'
import { part, write } from '../../dom.ts'
import type { Scene } from '../round/scene.ts'
import { fill } from '../texts/fill.ts'
import { GrantCard } from './grant-card.ts'
import { type GrantChange, grantChanges, type KnownGrant } from './grant-changes.ts'

/** The contents of the grant panel. */
interface GrantFigures {
  left: number
  total: number
  totalWin: string
  stake: string
  expiresAt: number | null
}

export class FreeSpins {
  /** The grant of the next spin; null: the next spin is paid. */
  due: FreeSpinsView | null = null
  /** The bet of every free spin while there are any; null in paid play. */
  stakeMinor: bigint | null = null
  readonly card = new GrantCard()
  private readonly scene: Scene
  private known: KnownGrant | null = null
  /** Number of announcements; a newer one ends an older one. */
  private turns = 0

  constructor(scene: Scene) {
    this.scene = scene
  }

  /** Counts down when a free spin starts. */
  take(): void {
    if (this.due !== null) this.show({ ...this.due, left: this.due.remaining - 1 })
  }

  /** An open round was found; `next` becomes due when it is over. */
  resume({ freeSpin, stake }: RoundView, next: FreeSpinsView | null): void {
    const same = next !== null && next.grantId === freeSpin?.grantId ? next : null
    this.due = null
    this.known = freeSpin && { grantId: freeSpin.grantId, expiresAt: same?.expiresAt ?? null }
    if (freeSpin === null) this.show(null)
    else
      this.show({
        ...freeSpin,
        stake,
        left: same?.remaining ?? 0,
        expiresAt: same?.expiresAt ?? null,
      })
  }

  /** What to announce after a round has ended, or after a new welcome. */
  changesAfter(ended: FreeSpinView | null, next: FreeSpinsView | null): GrantChange[] {
    return grantChanges(this.known, ended, next)
  }

  /** Continues with `next`; the cards stay until the player closes them. */
  async turn(changes: readonly GrantChange[], next: FreeSpinsView | null): Promise<void> {
    this.due = next
    this.known = next
    if (changes.length > 0) this.turns += 1
    const turn = this.turns
    for (const each of changes) {
      await this.announce(each)
      if (turn !== this.turns) return
    }
    this.showDue()
  }

  private async announce(change: GrantChange): Promise<void> {
    const { hud, texts } = this.scene
    switch (change.kind) {
      case 'gone':
        return hud.notice(texts.errors.FREE_SPINS_OVER, 'FREE_SPINS_OVER')
      case 'over':
        return this.sumUp(change.ended)
      case 'begins':
        return this.open(change.grant)
    }
  }

  private open({ remaining, stake, expiresAt }: FreeSpinsView): Promise<void> {
    const { hud, texts } = this.scene
    this.showDue()
    hud.speak(fill(texts.freeSpinsLeft, { count: remaining }))
    return this.card.present({
      kind: 'begins',
      heading: texts.freeSpinsGift,
      figure: hud.printCount(remaining),
      caption: texts.freeSpins,
      lines: [
        `${texts.freeSpinsBet}: ${hud.print(minorOf(stake))}`,
        texts.freeSpinsPaid,
        texts.freeSpinsLocked,
        fill(texts.validUntil, { time: printMoment(expiresAt, hud.language) }),
      ],
      button: texts.freeSpinsStart,
    })
  }

  private sumUp({ played, total, totalWin }: FreeSpinView): Promise<void> {
    const { hud, texts } = this.scene
    const wonMinor = minorOf(totalWin)
    const early = played < total ? [texts.freeSpinsEarly] : []
    this.setFigures(0, total, totalWin)
    if (wonMinor > 0n) this.scene.rain(50)
    hud.speak(`${texts.freeSpinsEnded}. ${texts.totalWin}: ${hud.print(wonMinor)}`)
    return this.card.present({
      kind: 'over',
      heading: texts.freeSpinsEnded,
      figure: hud.print(wonMinor),
      caption: texts.totalWin,
      lines: [fill(texts.spinsPlayed, { played, total }), ...early],
      button: texts.continue,
    })
  }

  private showDue(): void {
    this.show(this.due && { ...this.due, left: this.due.remaining })
  }

  private show(figures: GrantFigures | null): void {
    const { hud, texts } = this.scene
    this.stakeMinor = figures && minorOf(figures.stake)
    hud.setFreePlay(figures !== null)
    part('grant').hidden = figures === null
    if (figures === null) return
    const { left, total, totalWin, expiresAt } = figures
    this.setFigures(left, total, totalWin)
    const until = part('grant-until')
    until.hidden = expiresAt === null
    if (expiresAt === null) return
    until.textContent = fill(texts.validUntil, { time: printMoment(expiresAt, hud.language) })
  }

  private setFigures(left: number, total: number, totalWin: string): void {
    const { hud } = this.scene
    part('grant-left').textContent = hud.printCount(left)
    part('grant-total').textContent = `/ ${hud.printCount(total)}`
    part('spins-left').textContent = hud.printCount(left)
    const won = part('grant-won')
    won.dataset.minor = minorOf(totalWin).toString()
    write(won, hud.print(minorOf(totalWin)))
  }
}
