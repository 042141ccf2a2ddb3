// Owns time on the stage: it runs animations on animation frames and draws only while something
// moves. It must never depend on what is being moved.

export type Ease = (t: number) => number

const linear: Ease = t => t
export const easeIn: Ease = t => t * t
export const easeOut: Ease = t => 1 - (1 - t) ** 3
export const easeInOut: Ease = t => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2)
export const easeOutBack: Ease = t => {
  const overshoot = 1.1
  return 1 + (overshoot + 1) * (t - 1) ** 3 + overshoot * (t - 1) ** 2
}
export const easeOutBounce: Ease = t => {
  if (t < 0.7) return (t / 0.7) ** 2
  const u = (t - 0.7) / 0.3
  return 1 - 0.06 * 4 * u * (1 - u)
}

/** Longest step of a frame, so that a stalled tab does not jump through a whole animation. */
const LONGEST_FRAME_MS = 350

interface Motion {
  elapsedMs: number
  durationMs: number
  step(t: number, frameMs: number): void
  done(): void
}

export class Animator {
  private readonly motions = new Set<Motion>()
  private readonly draw: () => void
  private frame = 0
  private lastMs = 0
  private frames = 0
  private slowFrames = 0
  /** Moves what is always in motion, at every frame; see `AirClock` for when frames happen. */
  onDraw: (() => void) | null = null
  /** Called once when the machine cannot keep up with the animation. */
  onSlow: (() => void) | null = null

  constructor(draw: () => void) {
    this.draw = draw
  }

  /**
   * Runs `step` with eased progress from 0 to 1; resolves when it is over or skipped to its end.
   */
  run(durationMs: number, step: (t: number) => void, ease: Ease = linear): Promise<void> {
    return new Promise(resolve => {
      this.add({ elapsedMs: 0, durationMs, step: t => step(ease(t)), done: resolve })
    })
  }

  wait(durationMs: number): Promise<void> {
    return durationMs <= 0 ? Promise.resolve() : this.run(durationMs, () => {})
  }

  /** Calls `step` with the frame's milliseconds until the returned function is called. */
  loop(step: (frameMs: number) => void): () => void {
    const motion: Motion = {
      elapsedMs: 0,
      durationMs: Number.POSITIVE_INFINITY,
      step: (_, frameMs) => step(frameMs),
      done: () => {},
    }
    this.add(motion)
    return () => this.motions.delete(motion)
  }

  /** Brings every timed animation to its end at the next frame. */
  hurry(): void {
    for (const motion of this.motions) {
      if (Number.isFinite(motion.durationMs)) motion.elapsedMs = motion.durationMs
    }
  }

  /** Draws once at the next frame, for changes without animation. */
  requestDraw(): void {
    if (this.frame !== 0) return
    this.lastMs = performance.now()
    this.frame = requestAnimationFrame(now => this.tick(now))
  }

  private add(motion: Motion): void {
    this.motions.add(motion)
    this.requestDraw()
  }

  private tick(now: number): void {
    const frameMs = Math.min(LONGEST_FRAME_MS, Math.max(0, now - this.lastMs))
    this.lastMs = now
    this.frame = 0
    for (const motion of [...this.motions]) this.advance(motion, frameMs)
    this.onDraw?.()
    this.draw()
    if (this.motions.size === 0) return
    this.watchSpeed(frameMs)
    this.frame = requestAnimationFrame(next => this.tick(next))
  }

  private advance(motion: Motion, frameMs: number): void {
    motion.elapsedMs += frameMs
    const t = motion.durationMs <= 0 ? 1 : Math.min(1, motion.elapsedMs / motion.durationMs)
    motion.step(t, frameMs)
    if (t < 1) return
    this.motions.delete(motion)
    motion.done()
  }

  /** Two in three of 45 moving frames over 34 ms (below 30 a second) is "cannot keep up". */
  private watchSpeed(frameMs: number): void {
    this.frames += 1
    if (frameMs > 34) this.slowFrames += 1
    if (this.frames < 45) return
    if (this.slowFrames >= 30) this.onSlow?.()
    this.frames = 0
    this.slowFrames = 0
  }
}
