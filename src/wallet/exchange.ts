// One call to a wallet on its way: request out, answer in, one deadline over all of it. It settles
// exactly once, whatever the network does, and never keeps a body past that.

import type { Dispatcher } from 'undici'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import { CALLBACK_LOG_ANSWER_MAX_BYTES } from '../limits/callback-log.ts'
import { WALLET_ANSWER_MAX_BYTES } from '../limits.ts'
import { AddressRefused } from './address-guard.ts'
import { readWalletAnswer, unknown } from './answer.ts'
import type { WalletMethod } from './bodies.ts'
import type { Deadlines, Due } from './deadlines.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly body: string
  readonly currency: string
  readonly method: WalletMethod
  /** Names and values in turn; lower-case names. */
  readonly headers: string[]
  readonly observer?: AnswerObserver | undefined
}

/** Sees an answer as it comes, for a report to a person; must not throw. */
export interface AnswerObserver {
  onStatus(status: number): void
  onBytes(chunk: Buffer): void
}

/** What came back over the wire, whatever it means. */
export interface SeenAnswer {
  /** Null: no status came. */
  readonly status: number | null
  /** Of the body, as far as it was read. */
  readonly bytes: number
  /** The body, or its beginning where it is no answer; empty: none came. */
  body(): Buffer
}

const ABORTED = new Error('aborted')

/** An undici handler of the lean kind: no header parsing, no streams. */
export class Exchange implements Dispatcher.DispatchHandler, Due, SeenAnswer {
  readonly options: Dispatcher.DispatchOptions
  dueMs: number | null = null
  before: Due | null = null
  after: Due | null = null
  /** Called when undici has let go of the request, after or without an answer. */
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

  /** @param startedMs since when its deadline counts */
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

  get isSettled(): boolean {
    return this.settled
  }

  /** Nothing of it was written to a connection yet. */
  get isUnsent(): boolean {
    return this.abort === null
  }

  /** Gives the caller its answer now and lets go of the connection. */
  end(answer: WalletAnswer): void {
    this.settle(answer)
    this.abort?.(ABORTED)
  }

  onConnect(abort: (error?: Error) => void): void {
    // Thrown, not aborted: undici then drops the request and keeps the connection.
    if (this.settled) throw ABORTED
    this.abort = abort
  }

  onHeaders(status: number, headers: readonly Buffer[]): boolean {
    // A 1xx is no answer yet. A wallet may send them without end, so their bytes count like a body's.
    if (status < 200) return this.countBytes(interimBytes(headers))
    this.status = status
    this.request.observer?.onStatus(status)
    // Only 200 is an answer. A redirect is a status like any other: it is not followed.
    if (status > 200) this.failure = unknown('http-status', `HTTP ${status}`)
    return true
  }

  onData(chunk: Buffer): boolean {
    this.request.observer?.onBytes(chunk)
    // Of what is no answer the beginning is kept, for the log.
    const isWanted = this.failure === null || this.bytes < CALLBACK_LOG_ANSWER_MAX_BYTES
    if (isWanted && !this.settled) {
      if (this.chunks === null) this.chunks = [chunk]
      else this.chunks.push(chunk)
    }
    this.countBytes(chunk.length)
    return true
  }

  /** Ends the call when its answer is too long; false then. */
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
    if (!this.settled) {
      const refused = error instanceof AddressRefused
      this.settle(
        this.failure ??
          (refused ? unknown('address-refused', error.message) : unknown('network', codeOf(error))),
      )
    }
    // When no connection opens, undici ends its calls in a loop and asserts that none came meanwhile.
    queueMicrotask(() => this.release())
  }

  private readAnswer(): WalletAnswer {
    const { currency, method, body } = this.request
    return readWalletAnswer(this.body(), currency, method, body)
  }

  /** Only until the call is settled and whoever waits for it has looked. */
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

  /** The deadline's answer: a status already seen says more than "late". */
  expire(): void {
    const where = this.isUnsent ? ', nothing was sent' : ''
    const detail = `no answer within ${this.deadlines.deadlineMs} ms${where}`
    this.end(this.failure ?? unknown('timeout', detail))
  }
}

/**
 * An interim answer counts as at least so much: a wallet sends one or two. Counted by its bytes alone,
 * hundreds were read before a call ended, and the calls of one wallet took the time of all.
 */
const INTERIM_MIN_BYTES = 1_024

function interimBytes(headers: readonly Buffer[]): number {
  // A name and its value stand between them with ": " and a line end.
  return Math.max(
    INTERIM_MIN_BYTES,
    headers.reduce((sum, part) => sum + part.length + 2, 0),
  )
}

/** A code, never a message: messages may carry addresses and URLs. */
function codeOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.name
}
