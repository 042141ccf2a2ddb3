// Owns the messages with the casino's page around the game: what it may send, what it has
// requested, and every message to it. It must never exchange messages with an origin that the
// launch link does not allow.

import type { CasinoMessage, GameMessage } from '../../../src/wire/embedding.ts'
import { isAllowed } from './origin.ts'

type Unversioned<T> = T extends unknown ? Omit<T, 'reelhouse'> : never
export type OutgoingMessage = Unversioned<GameMessage>
type Request = CasinoMessage['type']
type Ready = Extract<OutgoingMessage, { type: 'ready' }>

export interface PageAround {
  postMessage(message: GameMessage, targetOrigin: string): void
}

export interface Heard {
  origin: string
  source: unknown
  data: unknown
}

export interface CasinoSetup {
  game: string
  /** Null: the game is not in a frame. */
  page: PageAround | null
  /** Origins that the launch link allows. */
  sources: readonly string[]
  /** Origin of the parent page, if it is known before its first message. */
  origin: string | null
}

const VERSION: GameMessage['reelhouse'] = 1
const REQUESTS: Readonly<Record<Request, true>> = {
  hello: true,
  pause: true,
  resume: true,
  mute: true,
  unmute: true,
  'refresh-balance': true,
}

export class Casino {
  /** The state has changed, or the casino sent its first message. */
  onChange: () => void = () => {}
  /**
   * The casino requested the balance; `takeRefresh` returns true once when there is time for it.
   */
  onRefresh: () => void = () => {}
  private readonly setup: CasinoSetup
  private origin: string | null
  private hasSpoken = false
  private isClosed = false
  private ignored = 0
  private refresh = false
  private ready: Ready | null = null
  private state: Extract<OutgoingMessage, { type: 'state' }>

  constructor(setup: CasinoSetup) {
    this.setup = setup
    this.origin = setup.origin
    this.state = { type: 'state', paused: false, muted: false, inRound: false, online: true }
  }

  /** New rounds are paused. */
  get paused(): boolean {
    return this.state.paused
  }

  get muted(): boolean {
    return this.state.muted
  }

  /** The casino has sent a message, so it will receive `close`. */
  get listens(): boolean {
    return this.hasSpoken
  }

  get isFramed(): boolean {
    return this.setup.page !== null
  }

  send(message: OutgoingMessage): void {
    if (message.type === 'ready') this.ready = message
    if (this.isClosed || this.setup.page === null || this.origin === null) return
    this.setup.page.postMessage({ reelhouse: VERSION, ...message } as GameMessage, this.origin)
  }

  /** Sends the state if it has changed. */
  change(part: Partial<Omit<Extract<OutgoingMessage, { type: 'state' }>, 'type'>>): void {
    const before = JSON.stringify(this.state)
    this.state = { ...this.state, ...part }
    if (JSON.stringify(this.state) === before) return
    this.send(this.state)
    this.onChange()
  }

  /** Remembers the request: the balance could not be read now. */
  wantRefresh(): void {
    this.refresh = true
  }

  /** Whether the balance is still requested; resets the request. */
  takeRefresh(): boolean {
    const wanted = this.refresh
    this.refresh = false
    return wanted
  }

  /** Announces to the casino's page that the game is loaded. */
  open(): void {
    this.send(this.loaded(false))
  }

  /**
   * Another launch begins in this page: later messages of this one would be attributed to the
   * other.
   */
  close(): void {
    this.isClosed = true
  }

  hear({ origin, source, data }: Heard): void {
    const { page, sources } = this.setup
    if (this.isClosed || page === null || source !== page || !isAllowed(origin, sources)) return
    // The browser reports the sender's origin, which is more reliable than the earlier guess.
    this.origin = origin
    const request = readRequest(data)
    if (request === 'foreign') return
    if (request === null) this.ignore()
    else this.comply(request)
  }

  private comply(request: Request): void {
    if (!this.hasSpoken) {
      this.hasSpoken = true
      this.onChange()
    }
    if (request === 'hello') this.answerHello()
    else if (request === 'pause' || request === 'resume')
      this.change({ paused: request === 'pause' })
    else if (request === 'mute' || request === 'unmute') this.change({ muted: request === 'mute' })
    else {
      this.wantRefresh()
      this.onRefresh()
    }
  }

  private answerHello(): void {
    this.send(this.loaded(true))
    if (this.ready !== null) this.send(this.ready)
    this.send(this.state)
  }

  private ignore(): void {
    this.ignored += 1
    if (this.ignored > 1) return
    const message = 'The game was sent something that is no message of its protocol.'
    this.send({ type: 'error', code: 'INVALID_MESSAGE', message, fatal: false })
  }

  private loaded(greeted: boolean): OutgoingMessage {
    return { type: 'loaded', game: this.setup.game, greeted, ignored: this.ignored }
  }
}

/**
 * `foreign`: not addressed to a game, like many messages between pages; null: addressed to the
 * game, but invalid.
 */
function readRequest(data: unknown): Request | 'foreign' | null {
  if (typeof data !== 'object' || data === null || !('reelhouse' in data)) return 'foreign'
  const { reelhouse, type } = data as { reelhouse: unknown; type?: unknown }
  const isRequest = typeof type === 'string' && Object.hasOwn(REQUESTS, type)
  return reelhouse === VERSION && isRequest ? (type as Request) : null
}
