// Owns the check whether the connection works: it pings when nothing has arrived and reports when
// no answer came. It must never open or close a socket.

/** Idle and without a message for this long: ping. */
const QUIET_MS = 10_000
/**
 * A command unanswered for this long: ping, to distinguish a dead connection from a busy platform.
 */
const UNANSWERED_MS = 800
/**
 * A working connection answers within this time; with the wait before it, a dead one is detected
 * within three seconds.
 */
const PONG_MS = 1_500
/** A connection silent for this long is given up. */
const GIVE_UP_MS = 6_000

export interface HeartbeatEvents {
  /** Ping now. */
  ping(): void
  /** No answer came; the connection may still be slow. */
  silent(): void
  /** A message arrived after all. */
  heard(): void
  /** It stayed silent. */
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

  /** The connection is open. */
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

  /** A command was sent, or the page became visible: an answer is expected soon. */
  expect(): void {
    if (this.isOn && !this.isSilent) this.askAfter(UNANSWERED_MS)
  }

  /**
   * Called for any message.
   * @param waits whether a command is still unanswered
   */
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
