// Owns the one socket to the platform: hello, reconnecting, and repeating an unanswered command
// with the same requestId. It must never start a command twice under two ids, nor decide what to
// show.

import { settle } from '../../../src/wire/answer-reader.ts'
import type {
  Elsewhere,
  PlayErrorCode,
  ServerMessage,
  SideMessage,
} from '../../../src/wire/play-answers.ts'
import type { PlayCommand } from '../../../src/wire/play-commands.ts'
import type { FreeSpinsView, RoundView } from '../../../src/wire/play-round.ts'
import { BalanceQuery } from './balance-query.ts'
import { Exchange, type Order, type OutcomeMessage, type Reported, reportedOf } from './exchange.ts'
import { type Greeted, greet, newRequestId } from './greeting.ts'
import { Heartbeat } from './heartbeat.ts'
import { type AnswerOf, Queries, type Query } from './queries.ts'

export type Welcome = Extract<ServerMessage, { type: 'welcome' }>
type SettledMessage = Extract<ServerMessage, { type: 'settled' }>
type RoundMessage = Extract<ServerMessage, { type: 'round' }>
type ErrorMessage = Extract<ServerMessage, { type: 'error' }>

/**
 * `offline`: the device has no network; `silent`: the platform does not answer; `down`: the socket
 * is closed; `refresh`: the page reconnects by itself, with nothing wrong with the connection.
 */
export type Loss = 'offline' | 'silent' | 'down' | 'refresh'

export interface ConnectionEvents {
  welcomed(welcome: Welcome): void
  lost(how: Loss): void
  /** The platform was silent and has answered again; the command's own answer is still to come. */
  heard(): void
  /** The platform asked to wait; the command will be repeated. */
  waiting(code: PlayErrorCode): void
  /** This page can do nothing more. */
  ended(code: PlayErrorCode): void
  /** The wallet's current balance, which was requested. */
  balanceRead(balance: Reported): void
  balanceFailed(code: PlayErrorCode): void
  /** A balance that changed because of another page of the player, or by a refund. */
  balanceChanged(balance: Reported): void
  /**
   * Number of other pages that have the session open, as far as this one knows: 0 without a
   * connection.
   */
  openElsewhere(pages: number): void
}

const REPLY_TIMEOUT_MS = 12_000
const RECONNECT_FIRST_MS = 400
/** Before reconnecting after a close by a node that shuts down. */
const ELSEWHERE_MS = 50
const SENT_ELSEWHERE = 1012
const RECONNECT_MOST_MS = 10_000
const RETRY_FIRST_MS = 350
/** Reconnecting would not help. */
const ENDS_SESSION: ReadonlySet<PlayErrorCode> = new Set([
  'SESSION_EXPIRED',
  'UNAUTHORIZED',
  'SESSION_REPLACED',
])
const RETRY_MOST_MS = 5_000

export class Connection {
  private readonly url: string
  private readonly token: string
  private readonly events: ConnectionEvents
  private readonly balance: BalanceQuery
  private socket: WebSocket | null = null
  private helloId = ''
  private ready = false
  private finished = false
  private attempt = 0
  private current: Exchange | null = null
  /** The newest update of a round that nothing follows: it may be followed a moment later. */
  private unclaimed: OutcomeMessage | RoundMessage | null = null
  /** The open round of the last welcome, until it is followed. */
  private found: string | null = null
  /** Of the session. */
  private currency = ''
  private reconnectTimer = 0
  private replyTimer = 0
  /** The current command has no answer yet. */
  private unanswered = false
  private readonly queries = new Queries(message => this.transmitQuietly(message))
  private readonly heartbeat = new Heartbeat({
    ping: () => this.queries.ping(),
    silent: () => this.events.lost('silent'),
    heard: () => this.events.heard(),
    dead: () => this.abandon(),
  })

  /** Greeted while the code was loading, for the first connection. */
  private early: Greeted | null

  constructor(url: string, token: string, events: ConnectionEvents, early: Greeted | null = null) {
    this.early = early
    this.url = url
    this.token = token
    this.events = events
    this.balance = new BalanceQuery(
      {
        send: message => this.ready && this.socket?.send(JSON.stringify(message)),
        answered: reported => events.balanceRead(reported),
        failed: code => events.balanceFailed(code),
      },
      newRequestId,
    )
  }

  start(): void {
    addEventListener('online', () => this.hurry())
    // What was sent meanwhile is lost, and the socket would not report it for minutes.
    addEventListener('offline', () => this.abandon())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.hurry()
    })
    this.open()
  }

  /** Sends a query that moves no money; resolves with null when there is no answer. */
  ask<K extends Query['type']>(query: Extract<Query, { type: K }>): Promise<AnswerOf<K> | null> {
    return this.ready ? this.queries.ask<K>(query) : Promise.resolve(null)
  }

  /** Sends a command and follows its round until `release`. */
  submit(order: Order): Exchange {
    const command = { ...order, requestId: newRequestId() } as PlayCommand
    const roundId = 'roundId' in order ? order.roundId : null
    this.current = new Exchange(command, roundId)
    if (this.ready) this.sendCurrent()
    return this.current
  }

  /** Follows a round that was open on connecting, with what has arrived of it since. */
  watch(roundId: string): Exchange {
    const exchange = new Exchange(null, roundId)
    this.current = exchange
    this.found = null
    if (this.unclaimed?.round.roundId === roundId) this.take(this.unclaimed)
    return exchange
  }

  /** Reconnects to fetch the exact state: this page and the platform disagree. */
  refresh(): void {
    this.abandon('refresh')
  }

  /** Between rounds only: a spin would queue behind it. */
  askBalance(): void {
    this.balance.ask()
  }

  /** Permanently: nothing is sent or processed any more. */
  close(): void {
    this.finished = true
    this.heartbeat.stop()
    clearTimeout(this.replyTimer)
    clearTimeout(this.reconnectTimer)
    this.socket?.close()
  }

  release(exchange: Exchange): void {
    if (this.current === exchange) this.current = null
    this.found = null
    this.answered()
    for (const update of exchange.rest()) {
      if (update.kind === 'round') this.balanceOf(update.round, update.reported)
    }
  }

  private open(): void {
    clearTimeout(this.reconnectTimer)
    const { socket, helloId, arrived } = this.takeEarly() ?? greet(this.url, this.token)
    this.socket = socket
    this.helloId = helloId
    this.awaitReply()
    const receive = (text: string) => {
      if (socket === this.socket && !this.finished) this.receive(text)
    }
    socket.onmessage = message => receive(String(message.data))
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.dropped(code)
    }
    for (const text of arrived) receive(text)
  }

  /** Null when it is already closed: the code took so long, or the platform has refused it. */
  private takeEarly(): Greeted | null {
    const { early } = this
    this.early = null
    const isAlive = early !== null && early.socket.readyState <= WebSocket.OPEN
    return isAlive ? early : null
  }

  /** @param why the code of the close; missing when the socket gave none */
  private dropped(why?: number | 'refresh'): void {
    this.socket = null
    this.ready = false
    clearTimeout(this.replyTimer)
    this.heartbeat.stop()
    this.queries.lost()
    this.events.openElsewhere(0)
    if (this.finished) return
    this.attempt += 1
    const seen = why === 'refresh' ? why : 'down'
    this.events.lost(navigator.onLine ? seen : 'offline')
    // A node that shut down has served to the end: another one is available now.
    const isAtOnce = (why === SENT_ELSEWHERE || why === 'refresh') && this.attempt === 1
    const first = isAtOnce ? ELSEWHERE_MS : RECONNECT_FIRST_MS
    const delay = backOff(first, RECONNECT_MOST_MS, this.attempt)
    this.reconnectTimer = window.setTimeout(() => this.open(), delay)
  }

  /** The page is visible again, or the network is back: skip the rest of the delay. */
  private hurry(): void {
    if (this.socket === null && !this.finished) this.open()
    else this.heartbeat.expect()
  }

  private transmit(message: object): void {
    this.transmitQuietly(message)
    this.awaitReply()
    this.heartbeat.expect()
  }

  private transmitQuietly(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private awaitReply(): void {
    clearTimeout(this.replyTimer)
    this.replyTimer = window.setTimeout(() => this.abandon(), REPLY_TIMEOUT_MS)
  }

  /** No answer at all: the connection is dead even if the socket has not noticed. */
  private abandon(why?: 'refresh'): void {
    const socket = this.socket
    if (socket === null) return
    this.dropped(why)
    socket.close()
  }

  private sendCurrent(): void {
    const command = this.current?.command
    if (!command) return
    this.unanswered = true
    this.transmit(command)
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as ServerMessage | SideMessage | Elsewhere
    if (message.type === 'elsewhere') this.events.openElsewhere(message.pages)
    else if (!this.queries.take(message)) this.take(message as ServerMessage)
    this.heartbeat.heard(this.unanswered)
  }

  private take(message: ServerMessage): void {
    if (message.type === 'welcome') this.welcomed(message)
    else if (message.type === 'outcome') this.outcomeArrived(message)
    else if (message.type === 'settled') this.settledArrived(message)
    else if (message.type === 'round') this.roundArrived(message)
    else if (message.type === 'balance') this.balanceArrived(message)
    else if (message.type === 'error') this.failed(message)
  }

  private welcomed(welcome: Welcome): void {
    clearTimeout(this.replyTimer)
    this.ready = true
    this.attempt = 0
    this.unclaimed = null
    this.found = welcome.round?.roundId ?? null
    this.currency = welcome.currency
    this.heartbeat.start()
    this.events.welcomed(welcome)
    this.balance.again()
    const current = this.current
    const { round, balance, balanceAt, freeSpins, sessionPlay } = welcome
    const reported = { balance, balanceAt }
    if (current === null) return
    if (current.command !== null) this.sendCurrent()
    else if (round === null || round.roundId !== current.roundId) {
      current.push({ kind: 'gone', reported, freeSpins, sessionPlay })
    } else current.push({ kind: 'round', round, reported, freeSpins })
  }

  /** The settlement is still to come: the connection must work until then. */
  private outcomeArrived(message: OutcomeMessage): void {
    const current = this.current
    if (current === null || !isOf(message, current)) {
      this.unclaimed = message
      return
    }
    this.awaitReply()
    const { round, freeSpins } = message
    current.roundId = round.roundId
    current.outcome = message
    current.push({ kind: 'round', round, reported: reportedOf(message), freeSpins })
  }

  /**
   * Without an outcome on this connection it was sent elsewhere: repeating the command returns the
   * round.
   */
  private settledArrived(message: SettledMessage): void {
    for (const outcome of [this.current?.outcome, this.unclaimed]) {
      if (outcome?.type !== 'outcome' || outcome.requestId !== message.requestId) continue
      this.roundArrived(settle(outcome, message))
      return
    }
  }

  private roundArrived(message: RoundMessage): void {
    const current = this.current
    if (current === null || !isOf(message, current)) {
      this.unclaimed = message
      if (message.round.roundId !== this.found) {
        this.balanceOf(message.round, reportedOf(message))
      }
      return
    }
    this.answered()
    const { round, freeSpins } = message
    current.roundId = round.roundId
    current.push({ kind: 'round', round, reported: reportedOf(message), freeSpins })
  }

  /** Of a round that nothing follows, such as one whose bet has been refunded. */
  private balanceOf({ currency }: RoundView, reported: Reported | null): void {
    if (reported !== null && currency === this.currency) this.events.balanceChanged(reported)
  }

  private balanceArrived(message: Extract<ServerMessage, { type: 'balance' }>): void {
    if (message.requestId === undefined) this.events.balanceChanged(message)
    else this.balance.take(message)
  }

  private failed(message: ErrorMessage): void {
    const { code, requestId } = message
    const current = this.current
    if (!this.ready || requestId === this.helloId) this.helloFailed(message)
    else if (ENDS_SESSION.has(code)) this.end(code)
    else if (this.balance.refuse(message)) return
    else if (current !== null && concerns(requestId, current)) this.refused(current, message)
  }

  private answered(): void {
    this.unanswered = false
    clearTimeout(this.replyTimer)
  }

  private refused(current: Exchange, { code, retry, message, ...more }: ErrorMessage): void {
    this.answered()
    if (retry) this.repeatLater(current, code)
    else current.push({ kind: 'refused', code, message, ...freeSpinsOf(more) })
  }

  private repeatLater(current: Exchange, code: PlayErrorCode): void {
    current.retries += 1
    this.events.waiting(code)
    const delay = backOff(RETRY_FIRST_MS, RETRY_MOST_MS, current.retries)
    window.setTimeout(() => {
      if (this.current === current && this.ready) this.sendCurrent()
    }, delay)
  }

  private helloFailed({ code, retry }: ErrorMessage): void {
    clearTimeout(this.replyTimer)
    if (retry) this.socket?.close()
    else this.end(code)
  }

  private end(code: PlayErrorCode): void {
    this.close()
    this.events.ended(code)
  }
}

function freeSpinsOf({ freeSpins }: Pick<ErrorMessage, 'freeSpins'>): {
  freeSpins?: FreeSpinsView | null
} {
  return freeSpins === undefined ? {} : { freeSpins }
}

/** Belongs to the followed round, sent by any page of the player. */
function isOf(
  { requestId, round }: { requestId?: string; round: RoundView },
  { command, roundId }: Exchange,
): boolean {
  if (round.roundId === roundId) return true
  return requestId !== undefined && requestId === command?.requestId
}

/** An error without a requestId belongs to the last command. */
function concerns(requestId: string | null, { command }: Exchange): boolean {
  return requestId === null || requestId === command?.requestId
}

/**
 * Doubles from `first` up to `most`, half of it random, so that clients do not reconnect together.
 */
function backOff(firstMs: number, mostMs: number, attempt: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** (attempt - 1))
  return full / 2 + Math.random() * (full / 2)
}
