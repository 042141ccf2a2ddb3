// One call to a wallet: request out, answer in, one deadline for all of it. It settles exactly
// once, whatever the network does, and keeps no body after that.

import type { Dispatcher } from 'undici'
import type { WalletAnswer, WalletMethod } from '../core/wallet-operation.ts'
import { CALLBACK_LOG_ANSWER_MAX_BYTES, WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { AddressRefused } from './address-guard.ts'
import { readWalletAnswer, unknown } from './answer.ts'
import { ConnectTimeout } from './connector.ts'
import type { Deadlines, Due } from './deadlines.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly body: string
  readonly currency: string
  readonly method: WalletMethod
  /** Names and values in turn; lower-case names. */
  readonly headers: string[]
  readonly observer?: AnswerObserver | undefined
  readonly takesFinalRefusals?: boolean | undefined
}

/** Receives an answer as it comes, for a report to a person; must not throw. */
export interface AnswerObserver {
  onStatus(status: number): void
  onBytes(chunk: Buffer): void
}

/** What came back over the wire, before it is interpreted. */
export interface SeenAnswer {
  /** Null: no status came. */
  readonly status: number | null
  /** Bytes of the body, as far as it was read. */
  readonly bytes: number
  /** The body, or its beginning if it is not a valid answer; empty: no body came. */
  body(): Buffer
}

const ABORTED = new Error('aborted')

/** A minimal undici handler: no header parsing, no streams. */
export class Exchange implements Dispatcher.DispatchHandler, Due, SeenAnswer {
  readonly options: Dispatcher.DispatchOptions
  dueMs: number | null = null
  before: Due | null = null
  after: Due | null = null
  /** Called when undici no longer holds the request, after or without an answer. */
  onReleased: (() => void) | null = null
  status: number | null = null
  bytes = 0
  private readonly request: ExchangeRequest
  private readonly onAnswer: (answer: WalletAnswer, seen: SeenAnswer) => void
  private readonly deadlines: Deadlines
  private settled = false
  private abort: ((error?: Error) => void) | null = null
  private failure: WalletAnswer | null = null
  private chunks: Buffer[] | null = null

  /** @param startedMs when its deadline starts to count */
  constructor(
    request: ExchangeRequest,
    deadlines: Deadlines,
    startedMs: number,
    onAnswer: (answer: WalletAnswer, seen: SeenAnswer) => void,
  ) {
    const { path, headers, body } = request
    this.request = request
    this.deadlines = deadlines
    this.onAnswer = onAnswer
    this.options = { path, method: 'POST', headers, body }
    deadlines.add(this, startedMs)
  }

  /** Nothing of the request was written to a connection yet. */
  get isUnsent(): boolean {
    return this.abort === null
  }

  /** Gives the caller its answer now and releases the connection. */
  end(answer: WalletAnswer): void {
    this.settle(answer)
    this.abort?.(ABORTED)
  }

  /**
   * True: not to be sent any more. It has ended, or it has waited for half of its time and ends
   * here. Sent so late it would end before its answer: with all calls waiting that long, a wallet
   * would work, and no answer would count.
   */
  giveUpLate(): boolean {
    if (this.dueMs === null) return true
    const halfMs = this.deadlines.deadlineMs / 2
    if (this.dueMs - performance.now() >= halfMs) return false
    this.end(unknown('timeout', `no connection was free within ${halfMs} ms, nothing was sent`))
    return true
  }

  onConnect(abort: (error?: Error) => void): void {
    // Thrown instead of aborted: undici then drops the request and keeps the connection.
    if (this.settled) throw ABORTED
    this.abort = abort
  }

  onHeaders(status: number, headers: readonly Buffer[]): boolean {
    // A 1xx is not an answer yet. A wallet may send them without end, so their bytes count like a
    // body's.
    if (status < 200) return this.countBytes(interimBytes(headers))
    this.status = status
    this.request.observer?.onStatus(status)
    // Only 200 is an answer. A redirect is a status like any other: it is not followed.
    if (status > 200) this.failure = unknown('http-status', `HTTP ${status}`)
    return true
  }

  onData(chunk: Buffer): boolean {
    this.request.observer?.onBytes(chunk)
    // The beginning of an invalid answer is kept for the log.
    const isWanted = this.failure === null || this.bytes < CALLBACK_LOG_ANSWER_MAX_BYTES
    if (isWanted && !this.settled) {
      if (this.chunks === null) this.chunks = [chunk]
      else this.chunks.push(chunk)
    }
    this.countBytes(chunk.length)
    return true
  }

  /** Ends the call when its answer is too long, and returns false. */
  private countBytes(bytes: number): boolean {
    this.bytes += bytes
    if (this.bytes <= WALLET_ANSWER_MAX_BYTES) return true
    const detail = `answer is larger than ${WALLET_ANSWER_MAX_BYTES} bytes`
    this.end(this.failure ?? unknown('invalid-answer', detail))
    return false
  }

  onComplete(): void {
    if (!this.settled) this.settle(this.failure ?? this.readAnswer())
    this.release()
  }

  onError(error: Error): void {
    // The connector's deadline for TCP is the call's, and may end first.
    if (error instanceof ConnectTimeout) this.expire()
    if (!this.settled) {
      const refused = error instanceof AddressRefused
      this.settle(
        this.failure ??
          (refused ? unknown('address-refused', error.message) : unknown('network', codeOf(error))),
      )
    }
    // When no connection can be opened, undici ends its calls in a loop and asserts that none is
    // added meanwhile.
    queueMicrotask(() => this.release())
  }

  private readAnswer(): WalletAnswer {
    const { currency, method, body, takesFinalRefusals } = this.request
    return readWalletAnswer(this.body(), currency, method, body, takesFinalRefusals)
  }

  /** Only available until the call is settled and its caller has read it. */
  body(): Buffer {
    const chunks = this.chunks ?? []
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  private settle(answer: WalletAnswer): void {
    if (this.settled) return
    this.settled = true
    this.deadlines.remove(this)
    this.onAnswer(answer, this)
    this.chunks = null
  }

  private release(): void {
    const released = this.onReleased
    this.onReleased = null
    released?.()
  }

  /** The answer at the deadline: a status that has come says more than "late". */
  expire(): void {
    const where = this.isUnsent ? ', nothing was sent' : ''
    const detail = `no answer within ${this.deadlines.deadlineMs} ms${where}`
    this.end(this.failure ?? unknown('timeout', detail))
  }
}

/**
 * An interim answer counts as at least this much; a wallet sends one or two. Counted by their bytes
 * alone, hundreds were read before a call ended, and one wallet's calls took the time of all.
 */
const INTERIM_MIN_BYTES = 1_024

function interimBytes(headers: readonly Buffer[]): number {
  // A name and its value are separated by ": " and followed by a line end.
  return Math.max(
    INTERIM_MIN_BYTES,
    headers.reduce((sum, part) => sum + part.length + 2, 0),
  )
}

/** A code, never a message: messages may contain addresses and URLs. */
function codeOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.name
}
