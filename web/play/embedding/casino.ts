// Owns the talk with the casino's page around the game: what it may say, what it has asked for, and every message
// to it. It must never speak to a page of another origin than the launch link allows, nor hear one.

import type { CasinoMessage, GameMessage } from '../../../src/wire/embedding.ts'
import { isAllowed } from './origin.ts'

type Unversioned<T> = T extends unknown ? Omit<T, 'reelhouse'> : never
export type Told = Unversioned<GameMessage>
type Wish = CasinoMessage['type']
type Ready = Extract<Told, { type: 'ready' }>

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
  /** Null: the game is in no frame. */
  page: PageAround | null
  /** Origins that the launch link allows. */
  sources: readonly string[]
  /** Of the page around, where it is known before its first message. */
  origin: string | null
}

const VERSION: GameMessage['reelhouse'] = 1
const WISHES: Readonly<Record<Wish, true>> = {
  ...{ hello: true, pause: true, resume: true, mute: true, unmute: true },
  'refresh-balance': true,
}

export class Casino {
  /** Something of this changed, or the casino spoke for the first time. */
  onChange: () => void = () => {}
  /** The balance is wanted; `takeRefresh` says so once more when there is time for it. */
  onRefresh: () => void = () => {}
  private readonly setup: CasinoSetup
  private origin: string | null
  private hasSpoken = false
  private isClosed = false
  private ignored = 0
  private refresh = false
  private ready: Ready | null = null
  private state: Extract<Told, { type: 'state' }>

  constructor(setup: CasinoSetup) {
    this.setup = setup
    this.origin = setup.origin
    this.state = { type: 'state', paused: false, muted: false, inRound: false, online: true }
  }

  /** No new round. */
  get paused(): boolean {
    return this.state.paused
  }

  get muted(): boolean {
    return this.state.muted
  }

  /** Somebody is there who hears `close`. */
  get listens(): boolean {
    return this.hasSpoken
  }

  get isFramed(): boolean {
    return this.setup.page !== null
  }

  tell(told: Told): void {
    if (told.type === 'ready') this.ready = told
    if (this.isClosed || this.setup.page === null || this.origin === null) return
    this.setup.page.postMessage({ reelhouse: VERSION, ...told } as GameMessage, this.origin)
  }

  /** Tells of it where it is news. */
  change(part: Partial<Omit<Extract<Told, { type: 'state' }>, 'type'>>): void {
    const before = JSON.stringify(this.state)
    this.state = { ...this.state, ...part }
    if (JSON.stringify(this.state) === before) return
    this.tell(this.state)
    this.onChange()
  }

  /** It could not be read just now. */
  wantRefresh(): void {
    this.refresh = true
  }

  /** Whether the balance is wanted; asked once. */
  takeRefresh(): boolean {
    const wanted = this.refresh
    this.refresh = false
    return wanted
  }

  /** The page hears from now on. */
  open(): void {
    this.tell(this.loaded(false))
  }

  /** Another launch begins in this page: what is still said of this one would be taken for the other's. */
  close(): void {
    this.isClosed = true
  }

  hear({ origin, source, data }: Heard): void {
    const { page, sources } = this.setup
    if (this.isClosed || page === null || source !== page || !isAllowed(origin, sources)) return
    // The browser says where it comes from: that is surer than anything known before.
    this.origin = origin
    const wish = readWish(data)
    if (wish === 'foreign') return
    if (wish === null) this.ignore()
    else this.grant(wish)
  }

  private grant(wish: Wish): void {
    if (!this.hasSpoken) {
      this.hasSpoken = true
      this.onChange()
    }
    if (wish === 'hello') this.answerHello()
    else if (wish === 'pause' || wish === 'resume') this.change({ paused: wish === 'pause' })
    else if (wish === 'mute' || wish === 'unmute') this.change({ muted: wish === 'mute' })
    else {
      this.wantRefresh()
      this.onRefresh()
    }
  }

  private answerHello(): void {
    this.tell(this.loaded(true))
    if (this.ready !== null) this.tell(this.ready)
    this.tell(this.state)
  }

  private ignore(): void {
    this.ignored += 1
    if (this.ignored > 1) return
    const message = 'The game was sent something that is no message of its protocol.'
    this.tell({ type: 'error', code: 'INVALID_MESSAGE', message, fatal: false })
  }

  private loaded(greeted: boolean): Told {
    return { type: 'loaded', game: this.setup.game, greeted, ignored: this.ignored }
  }
}

/** `foreign`: not addressed to a game at all, as much that pages send about; null: addressed, and wrong. */
function readWish(data: unknown): Wish | 'foreign' | null {
  if (typeof data !== 'object' || data === null || !('reelhouse' in data)) return 'foreign'
  const { reelhouse, type } = data as { reelhouse: unknown; type?: unknown }
  const isWish = typeof type === 'string' && Object.hasOwn(WISHES, type)
  return reelhouse === VERSION && isWish ? (type as Wish) : null
}
