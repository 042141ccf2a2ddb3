// Owns the messages with the casino's page around the game: what it may send, what it has
// requested, and every message to it. It must never exchange messages with an origin that the
// launch link does not allow.

import type { CasinoMessage, GameMessage } from '../../../src/wire/embedding.ts'
import {
  END_REASON_MOST,
  MESSAGE_ID_MOST,
  MESSAGE_TEXT_MOST,
} from '../../../src/wire/embedding-bounds.ts'
import { isAllowed } from './origin.ts'

type Unversioned<T> = T extends unknown ? Omit<T, 'reelhouse'> : never
export type OutgoingMessage = Unversioned<GameMessage>
type Request = Unversioned<CasinoMessage>
/** What the page does for the casino once the game is ready. */
export type Act = Extract<Request, { type: 'open-rules' | 'open-history' | 'show-message' }>
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
/** More of them, before the game is ready, are ignored. */
const MOST_ACTS = 8

type Fields = Readonly<Record<string, unknown>>
const plain = () => true
const isText = (value: unknown, most: number) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

/** Whether a message has the fields of its type. */
const REQUESTS: Readonly<Record<Request['type'], (fields: Fields) => boolean>> = {
  hello: plain,
  pause: plain,
  resume: plain,
  mute: plain,
  unmute: plain,
  'refresh-balance': plain,
  'open-rules': plain,
  'open-history': plain,
  'show-message': ({ messageId, text }) =>
    isText(messageId, MESSAGE_ID_MOST) && isText(text, MESSAGE_TEXT_MOST),
  'offer-top-up': ({ offered }) => typeof offered === 'boolean',
  end: ({ reason }) => isText(reason, END_REASON_MOST),
}

export class Casino {
  /** The state has changed, or the casino sent its first message. */
  onChange: () => void = () => {}
  /**
   * The casino requested the balance; `takeRefresh` returns true once when there is time for it.
   */
  onRefresh: () => void = () => {}
  /** Why the casino has ended the game; null: it has not. */
  endReason: string | null = null
  /** The player has a key to top up. */
  offersTopUp = false
  private readonly setup: CasinoSetup
  private acts: Act[] = []
  private doAct: ((act: Act) => void) | null = null
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

  /** New rounds are paused, or the game is to end. */
  get paused(): boolean {
    return this.state.paused || this.endReason !== null
  }

  /** No round is under way that would go on by itself. */
  get isAtRest(): boolean {
    return !this.state.inRound
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

  /** The game is ready: does what the casino has asked for, and will ask for. */
  serve(doAct: (act: Act) => void): void {
    this.doAct = doAct
    for (const act of this.acts.splice(0)) doAct(act)
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
    switch (request.type) {
      case 'hello':
        this.answerHello()
        break
      case 'pause':
      case 'resume':
        this.change({ paused: request.type === 'pause' })
        break
      case 'mute':
      case 'unmute':
        this.change({ muted: request.type === 'mute' })
        break
      case 'refresh-balance':
        this.wantRefresh()
        this.onRefresh()
        break
      case 'offer-top-up':
        this.offersTopUp = request.offered
        this.onChange()
        break
      case 'end':
        this.endReason ??= request.reason
        this.onChange()
        break
      default:
        this.take(request)
    }
  }

  private take(act: Act): void {
    if (this.doAct !== null) this.doAct(act)
    else if (this.acts.length < MOST_ACTS) this.acts.push(act)
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
  const { reelhouse, type, ...fields } = data as Fields
  const isRequest = typeof type === 'string' && Object.hasOwn(REQUESTS, type)
  if (reelhouse !== VERSION || !isRequest) return null
  return REQUESTS[type as Request['type']](fields) ? ({ type, ...fields } as Request) : null
}
