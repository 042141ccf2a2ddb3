// Owns the sum of a tumble: a plate over the reels into which every win flies, the multipliers that
// are thrown at it, and its way to the meter. It must never add up anything but the units of the
// round's events.

import { centerOf, make, part, restart, write } from '../../../dom.ts'
import type { BeatOf } from '../../round/beats.ts'
import { part as between, type Scene } from '../../round/scene.ts'
import type { MeterStep } from '../../round/win-meter.ts'
import type { Point } from '../../stage/acts.ts'
import { easeIn, easeInOut, easeOut, easeOutBack } from '../../stage/animator.ts'
import type { GameShow } from './show.ts'

/** Wins of one board begin to fly one after another, at this share of their time. */
const STAGGER = 0.12
/** Each bomb is thrown faster than the one before, down to this share of a flight. */
const FASTEST = 0.5
const CANDY = 26

export class TumbleSum implements GameShow {
  readonly gathers = true
  private readonly scene: Scene
  private readonly amount = make('b', { class: 'amount sum-amount' })
  private readonly times = make('i', { class: 'sum-times' })
  private readonly text = make('p', { class: 'sum-text' }, this.amount, this.times)
  private readonly host = make('div', { class: 'sum', test: 'tumble-sum' }, this.text)
  private units = 0
  /** Where the sum hovers, from its place on the plate. */
  private away: Point = { x: 0, y: 0 }
  private scale = 1

  constructor(scene: Scene) {
    this.scene = scene
    const plate = scene.stage.figure('plate')
    if (plate !== null) this.host.prepend(plate)
    // Spoken once, when it is multiplied: screen readers hear every amount from the meter.
    this.host.setAttribute('aria-hidden', 'true')
    this.host.hidden = true
    part('board').append(this.host)
  }

  clear(): void {
    this.host.hidden = true
    this.host.classList.remove('sum-empty')
    document.body.classList.remove('tumbling')
    this.times.textContent = ''
    this.units = 0
    this.put({ x: 0, y: 0 }, 1)
  }

  async wins({ wins }: BeatOf<'wins'>, { boardUnits }: MeterStep): Promise<void> {
    const { stage, pace } = this.scene
    let units = wins.reduce((rest, { winUnits }) => rest - winUnits, boardUnits)
    this.open(units)
    if (!this.isStill) {
      const flights = wins.map(async ({ cells, winUnits }, index) => {
        await stage.animator.wait(pace.winsMs * (0.22 + index * STAGGER))
        const from = stage.toWindow(stage.board.middleOf(cells))
        const text = this.scene.print(winUnits)
        const size = Math.max(20, stage.board.smallestSymbol * 0.4)
        await stage.sparks.carry(text, from, centerOf(this.text), size, pace.flightMs)
        units += winUnits
        this.set(units)
        restart(this.amount, 'bump')
      })
      await Promise.all(flights)
    }
    this.set(boardUnits)
  }

  /** Bombs are thrown one by one; then the sum takes off, and is multiplied on its way. */
  async multiply(beat: BeatOf<'multiplier'>, { boardUnits }: MeterStep): Promise<void> {
    const { stage, hud, pace } = this.scene
    const before = this.units
    this.open(before)
    let factor = 0
    for (const [index, cell] of beat.cells.entries()) {
      factor += beat.values[index] ?? 0
      if (this.isStill) continue
      await this.throwBomb(cell, pace.flightMs * Math.max(FASTEST, 1 - index * 0.12))
      this.times.textContent = `×${hud.printCount(factor)}`
      restart(this.times, 'bump')
    }
    const times = `×${hud.printCount(beat.multiplier)}`
    this.times.textContent = times
    const product = this.scene.print(boardUnits)
    hud.speak(`${this.scene.print(before)} ${times} = ${product}`)
    await stage.animator.wait(pace.flightMs * 0.7)
    if (!this.isStill) await this.rise(before, boardUnits)
    this.times.textContent = ''
    this.set(boardUnits)
    await stage.animator.wait(pace.flightMs * 0.7)
  }

  /** To the meter, unless a banner counts it. */
  async endBoard({ banner, shownUnits, boardUnits }: MeterStep): Promise<void> {
    if (this.host.hidden) return
    const { stage, pace } = this.scene
    const isCounted = banner === null && boardUnits > 0 && this.scene.minor(shownUnits) > 0n
    this.host.classList.add('sum-empty')
    if (isCounted && !this.isStill) {
      const from = this.away
      const scale = this.scale
      const [at, to] = [centerOf(this.text), this.scene.winBoxCenter()]
      const goal = { x: from.x + to.x - at.x, y: from.y + to.y - at.y }
      await stage.animator.run(pace.flightMs * 0.7, t => {
        const s = easeInOut(t)
        const x = from.x + (goal.x - from.x) * s
        const y = from.y + (goal.y - from.y) * s - Math.sin(s * Math.PI) * 30 * (1 - s)
        this.put({ x, y }, scale + (0.7 - scale) * s)
      })
    }
    this.clear()
  }

  /** Nothing flies: the player prefers reduced motion, or the rules allow no celebration. */
  private get isStill(): boolean {
    return this.scene.calm || this.scene.isPlain
  }

  private open(units: number): void {
    if (this.host.hidden) {
      this.host.hidden = false
      document.body.classList.add('tumbling')
    }
    this.set(units)
  }

  private set(units: number): void {
    this.units = units
    this.show(this.scene.minor(units))
  }

  private show(minor: bigint): void {
    this.host.dataset.minor = minor.toString()
    write(this.amount, this.scene.hud.printWin(minor))
  }

  private async throwBomb(cell: readonly [number, number], durationMs: number): Promise<void> {
    const { stage } = this.scene
    const { board, sparks, atlas } = stage
    const texture = atlas.winner(board.symbolAt(cell)).body
    const size = board.symbolSize(cell) * 1.3
    this.scene.burst(cell)
    board.columns[cell[0]]!.sprite(cell[1]).alpha = 0
    const to = centerOf(this.host)
    await sparks.toss(texture, stage.toWindow(board.center(cell)), to, size, durationMs)
    sparks.shower(to.x, to.y, size * 0.5, CANDY)
  }

  /** The factor strikes the sum, which leaves its plate for the middle of the reels and grows. */
  private async rise(fromUnits: number, toUnits: number): Promise<void> {
    const { stage, pace, moments } = this.scene
    const { board, animator, sparks } = stage
    const middle = stage.toWindow({
      x: (board.columnWidth * board.columns.length) / 2,
      y: board.height * 0.42,
    })
    const [fromMinor, toMinor] = [this.scene.minor(fromUnits), this.scene.minor(toUnits)]
    const at = centerOf(this.text)
    const goal = { x: middle.x - at.x, y: middle.y - at.y }
    this.host.classList.add('sum-empty')
    await animator.run(
      pace.flightMs * 0.45,
      t => {
        this.times.style.transform = `translateX(${-130 * t}%) scale(${1 - 0.7 * t})`
      },
      easeIn,
    )
    this.times.style.transform = ''
    this.times.textContent = ''
    restart(this.amount, 'bump')
    const durationMs = pace.flightMs * 1.5
    moments.emit({ kind: 'countStart', durationMs })
    await animator.run(durationMs, t => {
      const s = easeOut(t)
      this.put({ x: goal.x * s, y: goal.y * s }, 1 + 0.9 * easeOutBack(t))
      this.show(between(fromMinor, toMinor, easeInOut(t)))
    })
    moments.emit({ kind: 'countStop' })
    sparks.shower(middle.x, middle.y, board.smallestSymbol * 0.7, CANDY)
  }

  private put(away: Point, scale: number): void {
    this.away = away
    this.scale = scale
    this.text.style.transform = `translate(${away.x}px, ${away.y}px) scale(${scale})`
  }
}
