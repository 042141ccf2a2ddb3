// Owns the showing of a round: it plays the story's beats on the stage in order, at the pace in
// force. It must never skip to a result the beats do not tell, nor talk to the platform.

import { unitsToMinor } from '../../src/core/money.ts'
import type { Grid } from '../../src/games/contract.ts'
import type { GameView } from '../../src/wire/play.ts'
import type { DecisionPanel } from './decision-panel.ts'
import type { Hud } from './hud.ts'
import { easeOut } from './stage/animator.ts'
import type { Motion } from './stage/board.ts'
import { NORMAL, type Pace, TURBO } from './stage/pace.ts'
import type { Stage } from './stage/stage.ts'
import type { Beat, Win } from './story.ts'
import { fill, type Texts } from './texts.ts'
import type { Theme } from './themes/theme.ts'
import { WinCycle } from './win-cycle.ts'

/** The round's own figures, all in minor units. */
export interface Purse {
  baseStakeMinor: bigint
  /** What the round cost; the base stake for a free spin. */
  priceMinor: bigint
}

type BeatOf<K extends Beat['kind']> = Extract<Beat, { kind: K }>

/** How many times the price of the round makes a moment. */
const MOMENTS = [
  [60n, 'epic'],
  [25n, 'mega'],
  [10n, 'big'],
] as const

export class Presenter {
  turbo = false
  private readonly stage: Stage
  private readonly hud: Hud
  private readonly decision: DecisionPanel
  private readonly game: GameView
  private readonly texts: Texts
  private readonly theme: Theme
  private readonly cycle: WinCycle
  private readonly calm: boolean
  private hurried = false
  private moving = false
  private shownMinor = 0n
  private lastWins: readonly Win[] = []
  private inFreeGames = false
  private purse: Purse = { baseStakeMinor: 0n, priceMinor: 0n }

  constructor(
    stage: Stage,
    hud: Hud,
    decision: DecisionPanel,
    game: GameView,
    texts: Texts,
    theme: Theme,
  ) {
    this.stage = stage
    this.hud = hud
    this.decision = decision
    this.game = game
    this.texts = texts
    this.theme = theme
    this.calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.cycle = new WinCycle(stage.highlights, game, win => this.print(win.winUnits))
  }

  private get pace(): Pace {
    return this.turbo || this.hurried ? TURBO : NORMAL
  }

  private get motion(): Motion {
    return this.calm ? 'calm' : this.theme.motion
  }

  /** Sets the reels moving for a round whose outcome is not known yet. */
  start(): void {
    this.cycle.stop()
    this.stage.sparks.clear()
    this.hurried = false
    this.lastWins = []
    this.setWin(0n)
    this.startReels()
  }

  /** Brings the reels back to where they were: the round did not take place. */
  async cancel(): Promise<void> {
    if (!this.moving) return
    this.moving = false
    await this.stage.board.settleBack(this.motion, () => this.pace)
  }

  /** The player is impatient: everything up to the next spin goes quickly. */
  hurry(): void {
    this.hurried = true
    this.stage.animator.hurry()
  }

  /** Shows where an open round stands, without telling its story again. */
  showAtOnce(grid: Grid | null, winMinor: bigint, purse: Purse): void {
    this.purse = purse
    if (grid !== null) this.stage.board.put(grid)
    this.setWin(winMinor)
  }

  /** Plays beats in order; resolves when the last one has been seen. */
  async play(beats: readonly Beat[], purse: Purse): Promise<void> {
    this.purse = purse
    for (const beat of beats) await this.playBeat(beat)
    if (this.inFreeGames) this.leaveFreeGames()
  }

  /** The end of a round: the exact win, the moment it deserves, then the wins one by one. */
  async finish(winMinor: bigint, withMoment: boolean): Promise<void> {
    const size = MOMENTS.find(([times]) => winMinor >= this.purse.priceMinor * times)?.[1]
    if (withMoment && size !== undefined && winMinor > 0n) await this.celebrate(winMinor, size)
    this.setWin(winMinor)
    if (winMinor > 0n) this.hud.speak(`${this.texts.win}: ${this.hud.printWithCurrency(winMinor)}`)
    if (winMinor > 0n) this.cycle.start(this.lastWins)
  }

  private async playBeat(beat: Beat): Promise<void> {
    switch (beat.kind) {
      case 'reels':
        return this.playReels(beat)
      case 'wins':
        return this.playWins(beat)
      case 'cascade':
        return this.playCascade(beat)
      case 'multiplier':
        return this.playMultiplier(beat)
      case 'awarded':
        return this.playAwarded(beat)
      case 'freeGame':
        return this.playFreeGame(beat)
      case 'freeGamesEnded':
        return this.playFreeGamesEnded(beat)
      case 'gambled':
        return this.playGambled(beat)
      case 'capped':
        return this.playCapped(beat)
      case 'collected':
        this.setWin(this.minor(beat.wonUnits))
    }
  }

  private startReels(): void {
    this.moving = true
    this.stage.board.start(this.motion, this.pace)
  }

  private async playReels(beat: BeatOf<'reels'>): Promise<void> {
    this.stage.highlights.clear()
    if (!this.moving) {
      this.hurried = false
      this.startReels()
    }
    const suspense = this.suspense(beat.grid)
    await this.stage.board.land(beat.grid, this.motion, () => this.pace, suspense)
    this.moving = false
    this.lastWins = []
  }

  /** Columns after the second scatter are worth waiting for. */
  private suspense(grid: Grid): boolean[] {
    let seen = 0
    return grid.map(column => {
      const wait = seen >= 2 && this.theme.motion === 'spin'
      seen += column.filter(id => this.game.symbols[id]?.role === 'scatter').length
      return wait
    })
  }

  private async playWins(beat: BeatOf<'wins'>): Promise<void> {
    this.lastWins = beat.wins
    const units = beat.wins.reduce((sum, win) => sum + win.winUnits, 0)
    const shown = this.cycle.together(beat.wins)
    await Promise.all([
      this.stage.highlights.show({ ...shown, amount: this.print(units) }, this.pace.winsMs),
      this.rollWin(this.minor(beat.wonUnits), this.pace.winsMs * 0.7),
    ])
  }

  private async playCascade(beat: BeatOf<'cascade'>): Promise<void> {
    const { board, highlights, sparks } = this.stage
    highlights.clear()
    if (!this.calm) {
      for (const cell of beat.removed) {
        const { x, y } = this.stage.toWindow(board.center(cell))
        sparks.burst(x, y, board.cellSize.symbol, this.theme.colors.glow)
      }
    }
    await board.cascade(beat.removed, beat.grid, this.motion, this.pace)
  }

  private async playMultiplier(beat: BeatOf<'multiplier'>): Promise<void> {
    const { board, highlights, sparks } = this.stage
    const target = this.winBoxCenter()
    void highlights.show({ cells: beat.cells, lines: [], amount: null }, this.pace.flightMs)
    const flights = beat.cells.map((cell, index) =>
      sparks.carry(
        `×${beat.values[index]}`,
        this.stage.toWindow(board.center(cell)),
        target,
        Math.max(26, board.cellSize.symbol * 0.5),
        this.pace.flightMs * (this.calm ? 0.5 : 1 + index * 0.25),
      ),
    )
    await Promise.all(flights)
    this.hud.showBanner({ title: `×${beat.multiplier}`, amountMinor: this.minor(beat.winUnits) })
    await this.rollWin(this.minor(beat.wonUnits), this.pace.winsMs)
    this.hud.hideBanner()
    highlights.clear()
  }

  private async playAwarded(beat: BeatOf<'awarded'>): Promise<void> {
    const { count, multiplier, retrigger, cells } = beat
    const shown = { cells, lines: [], amount: null }
    await this.stage.highlights.show(shown, this.pace.winsMs)
    const title = fill(retrigger ? this.texts.freeGamesMore : this.texts.freeGamesWon, { count })
    const note = multiplier > 1 ? fill(this.texts.freeGamesTimes, { multiplier }) : ''
    this.inFreeGames = true
    this.hud.setFreeGames(this.texts.freeGames)
    await this.banner({ title, note, size: retrigger ? 'plain' : 'big' })
  }

  private async playFreeGame(beat: BeatOf<'freeGame'>): Promise<void> {
    this.inFreeGames = true
    this.hud.setFreeGames(fill(this.texts.freeGameOf, { number: beat.number, of: beat.of }))
    await this.stage.animator.wait(this.pace.breatherMs)
  }

  private async playFreeGamesEnded(beat: BeatOf<'freeGamesEnded'>): Promise<void> {
    this.stage.highlights.clear()
    const amountMinor = this.minor(beat.winUnits)
    await this.banner({ title: this.texts.freeGamesEnded, note: this.texts.totalWin, amountMinor })
    this.leaveFreeGames()
  }

  private async playGambled(beat: BeatOf<'gambled'>): Promise<void> {
    await this.decision.reveal(beat.card, beat.won, this.turbo ? 700 : 1500)
    this.setWin(this.minor(beat.wonUnits))
    if (!beat.won) this.lastWins = []
  }

  private async playCapped(beat: BeatOf<'capped'>): Promise<void> {
    const amountMinor = this.minor(beat.wonUnits)
    this.setWin(amountMinor)
    if (!this.calm) this.rain(90)
    await this.banner({ title: this.texts.maxWinReached, amountMinor, size: 'epic' })
  }

  private leaveFreeGames(): void {
    this.inFreeGames = false
    this.hud.setFreeGames(null)
  }

  private async banner(banner: Parameters<Hud['showBanner']>[0]): Promise<void> {
    this.hud.showBanner(banner)
    await this.stage.animator.wait(this.pace.bannerMs)
    this.hud.hideBanner()
  }

  private async celebrate(winMinor: bigint, size: 'big' | 'mega' | 'epic'): Promise<void> {
    const { bigWin, megaWin, epicWin } = this.texts
    const title = { big: bigWin, mega: megaWin, epic: epicWin }[size]
    this.hurried = false
    this.hud.showBanner({ title, amountMinor: 0n, size })
    const count = { big: 30, mega: 50, epic: 80 }[size]
    if (!this.calm) this.rain(count)
    const durationMs = this.pace.bannerMs * 0.75
    await this.stage.animator.run(
      durationMs,
      t => this.hud.setBannerAmount(part(0n, winMinor, t)),
      easeOut,
    )
    await this.stage.animator.wait(this.pace.bannerMs * 0.5)
    this.hud.hideBanner()
  }

  private rain(count: number): void {
    this.stage.sparks.fountain(innerWidth, innerHeight, count)
  }

  private async rollWin(toMinor: bigint, durationMs: number): Promise<void> {
    const from = this.shownMinor
    await this.stage.animator.run(durationMs, t => this.setWin(part(from, toMinor, t)), easeOut)
    this.setWin(toMinor)
  }

  private setWin(minor: bigint): void {
    this.shownMinor = minor
    this.hud.setWin(minor)
  }

  private minor(units: number): bigint {
    return unitsToMinor(units, this.purse.baseStakeMinor, this.game.unitsPerBet)
  }

  private print(units: number): string {
    return this.hud.print(this.minor(units))
  }

  private winBoxCenter(): { x: number; y: number } {
    const box = document.getElementById('win-box')!.getBoundingClientRect()
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  }
}

/** A whole number of minor units `t` of the way; only for show, the end is exact. */
function part(from: bigint, to: bigint, t: number): bigint {
  return from + ((to - from) * BigInt(Math.round(t * 1000))) / 1000n
}
