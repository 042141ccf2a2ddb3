// Owns whether the line to the platform lives: it asks when nothing is heard and says when no answer came. It must
// never open or close a socket.

/** Nothing was heard for so long, and nothing is asked: the line is tried. */
const QUIET_MS = 10_000
/** A command is unanswered for so long: is it the line, or is the platform at work? */
const UNANSWERED_MS = 800
/** A living line brings an answer in this time; with the wait before it a dead one shows within three seconds. */
const PONG_MS = 1_500
/** A line that stays silent for so long is given up. */
const GIVE_UP_MS = 6_000

export interface HeartbeatEvents {
  /** Ask now. */
  ping(): void
  /** No answer came; the line may still be slow. */
  silent(): void
  /** Something came after all. */
  heard(): void
  /** It stays silent. */
  dead(): void
}

export class Heartbeat {
  private readonly events: HeartbeatEvents
  private timer: ReturnType<typeof setTimeout> | undefined
  private isSilent = false
  private isOn = false

  constructor(events: HeartbeatEvents) {
    this.events = events
  }

  /** The line is open. */
  start(): void {
    this.isOn = true
    this.isSilent = false
    this.askAfter(QUIET_MS)
  }

  stop(): void {
    this.isOn = false
    this.isSilent = false
    clearTimeout(this.timer)
  }

  /** A command went out, or somebody looks again: an answer is expected soon. */
  expect(): void {
    if (this.isOn && !this.isSilent) this.askAfter(UNANSWERED_MS)
  }

  /** Any message. @param waits whether a command is unanswered all the same */
  heard(waits: boolean): void {
    if (!this.isOn) return
    const wasSilent = this.isSilent
    this.isSilent = false
    this.askAfter(waits ? UNANSWERED_MS : QUIET_MS)
    if (wasSilent) this.events.heard()
  }

  private askAfter(ms: number): void {
    this.after(ms, () => {
      this.events.ping()
      this.after(PONG_MS, () => this.fallSilent())
    })
  }

  private fallSilent(): void {
    this.isSilent = true
    this.after(GIVE_UP_MS, () => this.events.dead())
    this.events.silent()
  }

  private after(ms: number, run: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(run, ms)
  }
}
