// Owns when the background effects move: with every frame that is drawn anyway, and rarely while
// nothing else draws. It must never run while the page is hidden, long unused, or short of power.

import type { Ambient } from './ambient.ts'
import type { Animator } from './animator.ts'
import { AIR } from './pace.ts'

/** After this many slow frames in a row the background effects stop for good. */
const DEAREST_DRAW_MS = 24
const DEAR_IN_A_ROW = 15
const LONGEST_STEP_MS = 250
/** Below this level, when not charging, the effects stop to save the battery. */
const LOW_BATTERY = 0.3

interface Battery extends EventTarget {
  charging: boolean
  level: number
}

export class AirClock {
  private readonly animator: Animator
  private readonly ambient: Ambient
  private readonly everyMs: number
  private timer = 0
  private lastMs = 0
  private usedAtMs = Date.now()
  private isSparing = false
  private dearDraws = 0

  /** `calm`: reduced motion; then nothing ever moves. */
  constructor(animator: Animator, ambient: Ambient, isSoftware: boolean, calm: boolean) {
    this.animator = animator
    this.ambient = ambient
    this.everyMs = isSoftware ? AIR.softwareMs : AIR.everyMs
    if (calm) return
    animator.onDraw = () => this.move()
    document.addEventListener('visibilitychange', () => this.awake())
    for (const kind of ['pointerdown', 'keydown']) {
      addEventListener(kind, () => this.awake(), { passive: true })
    }
    void watchBattery(isLow => {
      this.isSparing = isLow
      this.awake()
    })
    this.awake()
  }

  /** The player has done something, or the page is visible again. */
  awake(): void {
    this.usedAtMs = Date.now()
    this.lastMs = performance.now()
    this.arrange()
  }

  /** How long a frame took; on a slow machine the effects stop. */
  tookMs(ms: number): void {
    if (this.isDear) return
    this.dearDraws = ms > DEAREST_DRAW_MS ? this.dearDraws + 1 : 0
  }

  private get isDear(): boolean {
    return this.dearDraws >= DEAR_IN_A_ROW
  }

  private get isResting(): boolean {
    return document.hidden || Date.now() - this.usedAtMs > AIR.restAfterMs
  }

  private move(): void {
    if (this.isSparing || this.isDear) return
    const now = performance.now()
    const passedMs = Math.min(LONGEST_STEP_MS, now - this.lastMs)
    this.lastMs = now
    this.ambient.step(passedMs)
    this.arrange()
  }

  private arrange(): void {
    if (this.timer !== 0 || this.isResting || this.isSparing || this.isDear) return
    this.timer = window.setTimeout(() => {
      this.timer = 0
      if (!this.isResting) this.animator.requestDraw()
    }, this.everyMs)
  }
}

/** If the browser reports the battery level (not all do). */
async function watchBattery(changed: (isLow: boolean) => void): Promise<void> {
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> }
  const battery = await getBattery?.call(navigator).catch(() => undefined)
  if (battery === undefined) return
  const report = () => changed(!battery.charging && battery.level <= LOW_BATTERY)
  for (const kind of ['levelchange', 'chargingchange']) battery.addEventListener(kind, report)
  report()
}
