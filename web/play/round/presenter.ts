// Owns the showing of a round: it plays the round's beats on the stage in order, at the current
// pace. It must never skip to a result that the beats do not contain, nor communicate with the
// platform.

import type { Cell, Grid } from '../../../src/games/engine/contract.ts'
import type { DecisionPanel } from '../features/decision-panel.ts'
import { FreeGames } from '../features/free-games.ts'
import { growsByWilds } from '../features/game-facts.ts'
import { HeldReels } from '../features/held-reels.ts'
import { HoldAndWin } from '../features/hold-and-win.ts'
import type { Pots } from '../features/pots.ts'
import type { GameShow } from '../features/shows/show.ts'
import { type Beat, type BeatOf, beforeMultiplier, type Win } from './beats.ts'
import { Celebration } from './celebration.ts'
import { type Multiplied, showMultiplied } from './multiplied-win.ts'
import { isScatter, Reels } from './reels.ts'
import type { RoundAmounts, Scene } from './scene.ts'
import { WinCycle } from './win-cycle.ts'
import { type MeterStep, planMeter } from './win-meter.ts'

/** The stage between two rounds. */
export interface AtRest {
  grid: number[][]
  amounts: RoundAmounts
  winMinor: bigint
  wins: readonly Win[]
}

export class Presenter {
  private readonly scene: Scene
  private readonly decision: DecisionPanel
  private readonly cycle: WinCycle
  private readonly freeGames: FreeGames
  private readonly holdAndWin: HoldAndWin
  private readonly heldReels: HeldReels
  private readonly celebration: Celebration
  private readonly reels: Reels
  private lastWins: readonly Win[] = []
  /** Null until it has been loaded, and in games without it. */
  private show: GameShow | null = null

  constructor(scene: Scene, decision: DecisionPanel, pots: Pots) {
    this.scene = scene
    this.decision = decision
    this.cycle = new WinCycle(scene)
    this.celebration = new Celebration(scene)
    this.freeGames = new FreeGames(scene, this.celebration)
    this.holdAndWin = new HoldAndWin(scene, this.celebration, pots)
    this.reels = new Reels(scene)
    this.heldReels = new HeldReels(scene, this.celebration, this.reels)
    this.heldReels.onHold = (columns, multiplier) => {
      this.show?.hold?.(columns, multiplier)
      return this.show?.hold !== undefined
    }
  }

  /** Loads the show of the game's mechanic; without it wins and multipliers are shown plainly. */
  async prepareShow(): Promise<void> {
    const { openShow } = await import('../features/shows/open.ts')
    this.show = await openShow(this.scene)
    document.body.dataset.show = this.show === null ? 'none' : 'ready'
  }

  get turbo(): boolean {
    return this.scene.turbo
  }

  set turbo(on: boolean) {
    this.scene.turbo = on
  }

  /** A banner or a card is shown: a tap closes it, even if skipping is not allowed otherwise. */
  get isCardShown(): boolean {
    return this.scene.isCardShown
  }

  /** Autoplay: a feature's cards do not wait for a tap. */
  set unattended(on: boolean) {
    this.scene.unattended = on
  }

  /** Starts the reels for a round whose outcome is not known yet. */
  start(): void {
    const { stage } = this.scene
    this.cycle.stop()
    stage.sparks.clear()
    stage.acts?.clear()
    stage.respins.end()
    stage.anticipation.out()
    this.celebration.clear()
    this.setMultiplier(1)
    this.show?.clear?.()
    this.scene.hurried = false
    this.lastWins = []
    this.scene.setWin(0n)
    this.reels.start(true)
  }

  /** The result is late, or will not come: spinning reels slow down, others come to rest. */
  setWaiting(waiting: boolean): void {
    this.reels.setWaiting(waiting)
  }

  /** Returns the reels to their last symbols: the round did not take place. */
  cancel(): Promise<void> {
    return this.reels.settleBack()
  }

  /** The player wants to skip: everything until the next spin is fast. */
  hurry(): void {
    // The tap is for the banner or the card: the first tap ends its count, the next one closes it.
    if (this.scene.isCardShown) this.scene.tapped = true
    else this.scene.hurried = true
    this.scene.stage.animator.hurry()
  }

  /** Shows the state of an open round without replaying its events. */
  showAtOnce(grid: Grid | null, growing: number, winMinor: bigint, amounts: RoundAmounts): void {
    this.scene.amounts = amounts
    this.clear()
    if (grid !== null) this.reels.put(grid)
    this.setMultiplier(growing)
    this.scene.setWin(winMinor)
  }

  /** The stage at rest, for `restore`. */
  remember(): AtRest {
    const { stage, amounts } = this.scene
    const grid = stage.board.columns.map(column => [...column.symbols])
    return { grid, amounts, winMinor: this.scene.winMinor, wins: this.lastWins }
  }

  restore({ grid, amounts, winMinor, wins }: AtRest): void {
    this.reels.forget()
    this.showAtOnce(grid, 1, winMinor, amounts)
    this.lastWins = wins
    if (wins.length > 0) this.cycle.start(wins)
  }

  private clear(): void {
    const { stage } = this.scene
    this.cycle.stop()
    this.celebration.clear()
    this.freeGames.leave()
    this.holdAndWin.leave()
    this.heldReels.leave()
    this.leaveShow()
    stage.anticipation.out()
    stage.sparks.clear()
    stage.acts?.clear()
    stage.respins.end()
    stage.highlights.clear()
    this.lastWins = []
  }

  /**
   * Plays beats from `shownBeats` on in order; resolves when the last one has been shown.
   * @param isStopped checked before each beat: the rest is not shown
   */
  async play(
    beats: readonly Beat[],
    shownBeats: number,
    amounts: RoundAmounts,
    isStopped: () => boolean = () => false,
  ): Promise<void> {
    this.scene.amounts = amounts
    this.scene.judgeWin(this.scene.minor(beats[beats.length - 1]?.wonUnits ?? 0))
    this.cycle.stop()
    const isMoment = (units: number) => this.celebration.tierOf(units) !== null
    const plan = planMeter(beats, shownBeats, isMoment, this.show?.gathers)
    for (const [index, step] of plan.entries()) {
      if (isStopped()) break
      await this.playStep(beats[shownBeats + index]!, step)
    }
    this.freeGames.leave()
    this.holdAndWin.leave()
    this.heldReels.leave()
    this.leaveShow()
  }

  private leaveShow(): void {
    this.show?.clear?.()
    this.show?.leave?.()
  }

  private setMultiplier(multiplier: number): void {
    this.scene.hud.setMultiplier(multiplier)
    this.show?.setMultiplier?.(multiplier)
  }

  /** The end of a round: the exact win, then the wins one by one. */
  finish(winMinor: bigint): void {
    const { hud, texts, amounts } = this.scene
    this.scene.setWin(winMinor)
    // A multiplier that grew after the last win has not applied to anything.
    this.setMultiplier(1)
    this.scene.moments.emit({ kind: 'roundEnd', bets: this.scene.betsOf(winMinor) })
    if (winMinor === 0n) return
    hud.speak(`${texts.win}: ${hud.print(winMinor, amounts.currency)}`)
    this.cycle.start(this.lastWins)
  }

  /** Time to see the end of a round before something covers it. */
  linger(): Promise<void> {
    return this.scene.stage.animator.wait(this.scene.pace.winsMs)
  }

  private async playStep(beat: Beat, step: MeterStep): Promise<void> {
    this.setMultiplier(beat.growing)
    await this.playBeat(beat, step)
    if (step.endsBoard) await this.endBoard(step)
    if (step.banner !== null) {
      await this.celebration.win(step.banner.fromUnits, step.banner.toUnits)
    }
    this.freeGames.update(beat.growing, step.shownUnits)
  }

  private async playBeat(beat: Beat, step: MeterStep): Promise<void> {
    switch (beat.kind) {
      case 'reels':
        return this.playReels(beat)
      case 'wins':
        return this.playWins(beat, step)
      case 'cascade':
        return this.playCascade(beat)
      case 'multiplier':
        return this.playMultiplier(beat, step)
      case 'grew':
        return this.playGrew(beat)
      case 'chosen':
        this.scene.chosen = beat.option
        return this.decision.confirm(beat.option, this.scene.turbo ? 250 : 1100, () =>
          this.freeGames.enter(),
        )
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
      case 'held':
        this.lastWins = []
        return this.heldReels.award(beat)
      case 'respinsEnded':
        return this.heldReels.end(beat)
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

  /** A sum over the reels goes to the meter, unless a banner is about to count it. */
  private async endBoard(step: MeterStep): Promise<void> {
    await this.show?.endBoard?.(step)
    const minor = this.scene.minor(step.shownUnits)
    if (step.banner !== null || minor === this.scene.winMinor) return
    await this.scene.rollWin(minor, this.scene.pace.winsMs * 0.35)
  }

  private async playReels(beat: BeatOf<'reels'>): Promise<void> {
    this.show?.clear?.()
    if (beat.cause === 'respin') await this.heldReels.begin(beat)
    await this.reels.land(beat)
    this.lastWins = []
  }

  /** Wilds that raise the multiplier light up with it. */
  private playGrew({ growing }: BeatOf<'grew'>): Promise<void> {
    const { game, stage, hud, moments, pace } = this.scene
    moments.emit({ kind: 'multiplierGrew', multiplier: growing })
    const act = stage.acts?.multiplier
    if (act !== undefined) return act.grow(`×${hud.printCount(growing)}`, pace.flightMs)
    if (growsByWilds(game)) {
      const cells = stage.board.columns.flatMap(({ symbols }, column) =>
        symbols.map((_, row): Cell => [column, row]),
      )
      for (const cell of cells) if (this.isWild(cell)) this.scene.burst(cell)
    }
    return stage.animator.wait(pace.breatherMs)
  }

  private isWild(cell: Cell): boolean {
    const { game, stage } = this.scene
    return game.symbols[stage.board.symbolAt(cell)]?.role === 'wild'
  }

  private async playCascade(beat: BeatOf<'cascade'>): Promise<void> {
    this.lastWins = []
    await this.reels.cascade(beat)
  }

  /** Wins that wait for a banner or in a sum light up without an amount: those have it. */
  private async playWins(beat: BeatOf<'wins'>, step: MeterStep): Promise<void> {
    const { stage, pace } = this.scene
    this.lastWins = beat.wins
    const units = beat.wins.reduce((sum, win) => sum + win.winUnits, 0)
    const specials = beat.wins.flatMap(({ cells }) => cells.filter(cell => this.isSpecial(cell)))
    const special = specials.length > 0
    for (const cell of specials.slice(0, 8)) this.scene.burst(cell)
    const bets = this.scene.bets(units)
    this.scene.moments.emit({ kind: 'wins', bets, count: beat.wins.length, special })
    const isLater = step.banner !== null || step.shownUnits < beat.wonUnits
    const waits = isLater || this.show?.gathers === true
    const shown = this.cycle.together(beat.wins)
    const multiplied = this.multipliedOf(beat.wins)
    if (multiplied !== null) {
      return showMultiplied(this.scene, multiplied, shown, waits ? null : step.shownUnits)
    }
    const amount = waits ? null : this.scene.print(units)
    const lit = stage.highlights.show({ ...shown, amount }, pace.winsMs)
    await this.show?.wins?.(beat, step)
    const counted = waits
      ? null
      : this.scene.rollWin(this.scene.minor(step.shownUnits), pace.winsMs * 0.7)
    await Promise.all([lit, counted])
  }

  /** Null: no multiplier in the scene applies to these wins. */
  private multipliedOf(wins: readonly Win[]): Multiplied | null {
    const { stage, calm, isPlain } = this.scene
    const before = beforeMultiplier(wins)
    const striker = stage.acts?.multiplier ?? this.show?.striker ?? null
    return calm || isPlain || before === null || striker === null ? null : { ...before, striker }
  }

  private isSpecial(cell: Cell): boolean {
    const { game, stage } = this.scene
    const role = game.symbols[stage.board.symbolAt(cell)]?.role
    return role === 'wild' || isScatter(role)
  }

  private async playMultiplier(beat: BeatOf<'multiplier'>, step: MeterStep): Promise<void> {
    const { stage, hud, pace, calm } = this.scene
    const { board, highlights, sparks } = stage
    const target = this.scene.winBoxCenter()
    this.scene.moments.emit({ kind: 'multiplierApplied', multiplier: beat.multiplier })
    if (this.show?.multiply !== undefined) return this.show.multiply(beat, step)
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
    const title = `×${beat.multiplier}`
    if (step.banner !== null || step.shownUnits < beat.wonUnits) {
      await this.scene.banner({ title, size: 'big' }, 0.45)
    } else {
      const amountMinor = this.scene.minor(beat.winUnits)
      if (!this.scene.isPlain) hud.showBanner({ title, amountMinor })
      await this.scene.rollWin(this.scene.minor(step.shownUnits), this.scene.pace.winsMs)
      hud.hideBanner()
    }
    highlights.clear()
  }

  private async playGambled(beat: BeatOf<'gambled'>): Promise<void> {
    await this.decision.reveal(beat.card, beat.won, this.scene.turbo ? 700 : 1500)
    this.scene.moments.emit({ kind: beat.won ? 'gambleWon' : 'gambleLost' })
    this.scene.setWin(this.scene.minor(beat.wonUnits))
    if (beat.won) return
    this.lastWins = []
    // A win is spoken at its end.
    this.scene.hud.speak(this.scene.texts.gambleLost)
  }

  private playCapped(beat: BeatOf<'capped'>): Promise<void> {
    return this.celebration.maxWin(this.scene.winMinor, this.scene.minor(beat.wonUnits))
  }
}
