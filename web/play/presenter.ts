// Owns the showing of a round: it plays the story's beats on the stage in order, at the pace in
// force. It must never skip to a result the beats do not tell, nor talk to the platform.

import type { Cell, Grid, SymbolRole } from '../../src/games/engine/contract.ts'
import type { DecisionPanel } from './decision-panel.ts'
import { FreeGames } from './free-games.ts'
import { HoldAndWin } from './hold-and-win.ts'
import { type Purse, part, type Scene } from './scene.ts'
import { easeOut } from './stage/animator.ts'
import type { Beat, BeatOf, Win } from './story.ts'
import { WinCycle } from './win-cycle.ts'

/** How many times the price of the round makes a moment. */
const MOMENTS = [
  [60n, 'epic'],
  [25n, 'mega'],
  [10n, 'big'],
] as const

/** The stage between two rounds. */
export interface AtRest {
  grid: number[][]
  purse: Purse
  winMinor: bigint
  wins: readonly Win[]
}

export class Presenter {
  private readonly scene: Scene
  private readonly decision: DecisionPanel
  private readonly cycle: WinCycle
  private readonly freeGames: FreeGames
  private readonly holdAndWin: HoldAndWin
  private moving = false
  private cascades = 0
  /** The result is not to be expected soon: the reels idle. */
  private waiting = false
  private lastWins: readonly Win[] = []

  constructor(scene: Scene, decision: DecisionPanel) {
    this.scene = scene
    this.decision = decision
    this.cycle = new WinCycle(scene)
    this.freeGames = new FreeGames(scene)
    this.holdAndWin = new HoldAndWin(scene)
    this.tellStops()
  }

  get turbo(): boolean {
    return this.scene.turbo
  }

  set turbo(on: boolean) {
    this.scene.turbo = on
  }

  /** Sets the reels moving for a round whose outcome is not known yet. */
  start(): void {
    const { stage, hud } = this.scene
    this.cycle.stop()
    stage.sparks.clear()
    stage.respins.end()
    hud.setMultiplier(1)
    this.scene.hurried = false
    this.lastWins = []
    this.scene.setWin(0n)
    this.startReels(false)
  }

  /** The result is late, or comes no more: reels that turn slow down, others come to rest. */
  setWaiting(waiting: boolean): void {
    if (this.waiting === waiting) return
    this.waiting = waiting
    this.scene.stage.board.setIdling(waiting && this.moving)
  }

  /** Brings the reels back to where they were: the round did not take place. */
  async cancel(): Promise<void> {
    if (!this.moving) return
    this.moving = false
    await this.scene.stage.board.settleBack(this.scene.motion, () => this.scene.pace)
  }

  /** The player is impatient: everything up to the next spin goes quickly. */
  hurry(): void {
    this.scene.hurried = true
    this.scene.stage.animator.hurry()
  }

  /** Shows where an open round stands, without telling its story again. */
  showAtOnce(grid: Grid | null, growing: number, winMinor: bigint, purse: Purse): void {
    this.scene.purse = purse
    this.clear()
    if (grid !== null) this.scene.stage.board.put(grid)
    this.scene.hud.setMultiplier(growing)
    this.scene.setWin(winMinor)
  }

  /** What lies on the stage at rest, for `restore`. */
  remember(): AtRest {
    const { stage, purse } = this.scene
    const grid = stage.board.columns.map(column => [...column.symbols])
    return { grid, purse, winMinor: this.scene.winMinor, wins: this.lastWins }
  }

  restore({ grid, purse, winMinor, wins }: AtRest): void {
    this.moving = false
    this.showAtOnce(grid, 1, winMinor, purse)
    this.lastWins = wins
    if (wins.length > 0) this.cycle.start(wins)
  }

  private clear(): void {
    const { stage } = this.scene
    this.cycle.stop()
    stage.sparks.clear()
    stage.respins.end()
    stage.highlights.clear()
    this.lastWins = []
  }

  /**
   * Plays beats in order; resolves when the last one has been seen.
   * @param isStopped asked before each beat: the rest is not shown
   */
  async play(
    beats: readonly Beat[],
    purse: Purse,
    isStopped: () => boolean = () => false,
  ): Promise<void> {
    this.scene.purse = purse
    this.scene.judgeWin(this.scene.minor(beats[beats.length - 1]?.wonUnits ?? 0))
    this.cycle.stop()
    for (const beat of beats) {
      if (isStopped()) break
      this.scene.hud.setMultiplier(beat.growing)
      await this.playBeat(beat)
    }
    this.freeGames.leave()
    this.holdAndWin.leave()
  }

  /** The end of a round: the exact win, the moment it deserves, then the wins one by one. */
  async finish(winMinor: bigint, withMoment: boolean): Promise<void> {
    const { hud, texts, purse } = this.scene
    const size = MOMENTS.find(([times]) => winMinor >= purse.priceMinor * times)?.[1]
    if (withMoment && size !== undefined && winMinor > 0n) await this.celebrate(winMinor, size)
    this.scene.setWin(winMinor)
    this.scene.moments.emit({ kind: 'roundEnd', bets: this.scene.betsOf(winMinor) })
    if (winMinor === 0n) return
    hud.speak(`${texts.win}: ${hud.print(winMinor, purse.currency)}`)
    this.cycle.start(this.lastWins)
  }

  /** Time to see the end of a round before something covers it. */
  linger(): Promise<void> {
    return this.scene.stage.animator.wait(this.scene.pace.winsMs)
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
      case 'grew':
        this.scene.moments.emit({ kind: 'multiplierGrew', multiplier: beat.growing })
        return this.scene.stage.animator.wait(this.scene.pace.breatherMs)
      case 'chosen':
        return this.decision.confirm(beat.option, this.scene.turbo ? 250 : 700)
      case 'special':
        return this.freeGames.presentSpecial(beat)
      case 'expanded':
        this.lastWins = []
        return this.freeGames.grow(beat)
      case 'awarded':
        return this.freeGames.award(beat)
      case 'freeGame':
        return this.freeGames.begin(beat)
      case 'freeGamesEnded':
        return this.freeGames.end(beat)
      case 'respins':
        this.lastWins = []
        return this.holdAndWin.award(beat)
      case 'respin':
        return this.holdAndWin.respin(beat)
      case 'pot':
        return this.holdAndWin.winPot(beat)
      case 'cash':
        return this.holdAndWin.collect(beat)
      case 'gambled':
        return this.playGambled(beat)
      case 'capped':
        return this.playCapped(beat)
      case 'collected':
        this.scene.setWin(this.scene.minor(beat.wonUnits))
    }
  }

  /** Every stop of a column is a moment, and so is every scatter that comes to rest with it. */
  private tellStops(): void {
    const { stage, game, moments } = this.scene
    const { board } = stage
    let scatters = 0
    board.onStop = column => {
      if (column === 0) scatters = 0
      moments.emit({ kind: 'reelStop', column, of: board.columns.length })
      for (const symbol of board.columns[column]!.symbols) {
        if (!isScatter(game.symbols[symbol]?.role)) continue
        scatters += 1
        moments.emit({ kind: 'scatterLand', nth: scatters, column })
      }
    }
    board.onSuspense = column => {
      moments.emit(column === null ? { kind: 'anticipationEnd' } : { kind: 'anticipation', column })
    }
  }

  private startReels(freeGame: boolean): void {
    this.moving = true
    this.cascades = 0
    this.scene.moments.emit({ kind: 'reelsStart', motion: this.scene.motion, freeGame })
    const { board } = this.scene.stage
    board.start(this.scene.motion, this.scene.pace)
    board.setIdling(this.waiting)
  }

  private async playReels(beat: BeatOf<'reels'>): Promise<void> {
    const { stage, motion } = this.scene
    stage.highlights.clear()
    if (!this.moving) {
      this.scene.hurried = false
      this.startReels(beat.freeGame)
    }
    await stage.board.land(beat.grid, motion, () => this.scene.pace, this.suspense(beat.grid))
    this.moving = false
    this.lastWins = []
  }

  /** Columns after the second scatter are worth waiting for. */
  private suspense(grid: Grid): boolean[] {
    const { theme, game } = this.scene
    let seen = 0
    return grid.map(column => {
      const wait = seen >= 2 && theme.motion === 'spin'
      const roles = column.map(id => game.symbols[id]?.role)
      seen += roles.filter(isScatter).length
      return wait
    })
  }

  private async playWins(beat: BeatOf<'wins'>): Promise<void> {
    const { stage, pace } = this.scene
    this.lastWins = beat.wins
    const units = beat.wins.reduce((sum, win) => sum + win.winUnits, 0)
    const special = beat.wins.some(({ cells }) => cells.some(cell => this.isSpecial(cell)))
    const bets = this.scene.bets(units)
    this.scene.moments.emit({ kind: 'wins', bets, count: beat.wins.length, special })
    const shown = { ...this.cycle.together(beat.wins), amount: this.scene.print(units) }
    await Promise.all([
      stage.highlights.show(shown, pace.winsMs),
      this.scene.rollWin(this.scene.minor(beat.wonUnits), pace.winsMs * 0.7),
    ])
  }

  private isSpecial(cell: Cell): boolean {
    const { game, stage } = this.scene
    const role = game.symbols[stage.board.symbolAt(cell)]?.role
    return role === 'wild' || isScatter(role)
  }

  private async playCascade(beat: BeatOf<'cascade'>): Promise<void> {
    const { stage, calm, theme, motion, pace } = this.scene
    stage.highlights.clear()
    this.lastWins = []
    this.cascades += 1
    this.scene.moments.emit({ kind: 'cascadeStep', step: this.cascades })
    if (!calm) for (const cell of beat.removed) stage.burst(cell, theme.colors.glow)
    await stage.board.cascade(beat.removed, beat.grid, motion, pace)
  }

  private async playMultiplier(beat: BeatOf<'multiplier'>): Promise<void> {
    const { stage, hud, pace, calm } = this.scene
    const { board, highlights, sparks } = stage
    const target = this.scene.winBoxCenter()
    this.scene.moments.emit({ kind: 'multiplierApplied', multiplier: beat.multiplier })
    void highlights.show({ cells: beat.cells, lines: [], amount: null }, pace.flightMs)
    const flights = beat.cells.map((cell, index) =>
      sparks.carry(
        `×${beat.values[index]}`,
        stage.toWindow(board.center(cell)),
        target,
        Math.max(26, board.symbolSize(cell) * 0.5),
        pace.flightMs * (calm ? 0.5 : 1 + index * 0.25),
      ),
    )
    await Promise.all(flights)
    const amountMinor = this.scene.minor(beat.winUnits)
    if (!this.scene.isPlain) hud.showBanner({ title: `×${beat.multiplier}`, amountMinor })
    await this.scene.rollWin(this.scene.minor(beat.wonUnits), this.scene.pace.winsMs)
    hud.hideBanner()
    highlights.clear()
  }

  private async playGambled(beat: BeatOf<'gambled'>): Promise<void> {
    await this.decision.reveal(beat.card, beat.won, this.scene.turbo ? 700 : 1500)
    this.scene.moments.emit({ kind: beat.won ? 'gambleWon' : 'gambleLost' })
    this.scene.setWin(this.scene.minor(beat.wonUnits))
    if (!beat.won) this.lastWins = []
  }

  private async playCapped(beat: BeatOf<'capped'>): Promise<void> {
    const amountMinor = this.scene.minor(beat.wonUnits)
    this.scene.setWin(amountMinor)
    this.scene.rain(90)
    this.scene.moments.emit({ kind: 'maxWin' })
    await this.scene.banner({ title: this.scene.texts.maxWinReached, amountMinor, size: 'epic' })
  }

  private async celebrate(winMinor: bigint, size: 'big' | 'mega' | 'epic'): Promise<void> {
    const { hud, stage, texts } = this.scene
    const title = { big: texts.bigWin, mega: texts.megaWin, epic: texts.epicWin }[size]
    this.scene.hurried = false
    hud.showBanner({ title, amountMinor: 0n, size })
    this.scene.rain({ big: 30, mega: 50, epic: 80 }[size])
    const durationMs = this.scene.pace.bannerMs * 0.75
    this.scene.moments.emit({ kind: 'winTier', tier: size })
    this.scene.moments.emit({ kind: 'countStart', durationMs })
    await stage.animator.run(durationMs, t => hud.setBannerAmount(part(0n, winMinor, t)), easeOut)
    this.scene.moments.emit({ kind: 'countStop' })
    await stage.animator.wait(this.scene.pace.bannerMs * 0.5)
    hud.hideBanner()
    this.scene.moments.emit({ kind: 'winTierEnd' })
  }
}

function isScatter(role: SymbolRole | undefined): boolean {
  return role === 'scatter' || role === 'wildScatter'
}
