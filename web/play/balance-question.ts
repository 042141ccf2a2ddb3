// Owns the question for the balance alone: one at a time, asked again until it is answered. It must never show
// the answer.

import type { ServerMessage } from '../../src/wire/play.ts'
import type { PlayErrorCode } from '../../src/wire/play-errors.ts'
import type { Reported } from './exchange.ts'

type Refusal = Extract<ServerMessage, { type: 'error' }>
type Answer = Extract<ServerMessage, { type: 'balance' }>

/** A little longer than the platform's pace, so that the second try is taken. */
const AGAIN_MS = 10_200

export interface BalanceQuestionEvents {
  /** False: not just now; `again` follows once it can be. */
  send(message: object): void
  answered(balance: Reported): void
  failed(code: PlayErrorCode): void
}

export class BalanceQuestion {
  private readonly events: BalanceQuestionEvents
  private readonly newRequestId: () => string
  private requestId: string | null = null
  private timer = 0

  constructor(events: BalanceQuestionEvents, newRequestId: () => string) {
    this.events = events
    this.newRequestId = newRequestId
  }

  ask(): void {
    if (this.requestId !== null) return
    this.requestId = this.newRequestId()
    this.again()
  }

  /** The connection is new: what was asked on the one before may be lost. */
  again(): void {
    clearTimeout(this.timer)
    const { requestId } = this
    if (requestId !== null) this.events.send({ type: 'refresh-balance', requestId })
  }

  take(answer: Answer): void {
    if (answer.requestId !== this.requestId) return
    this.requestId = null
    this.events.answered(answer)
  }

  /** Whether the refusal was of this question. */
  refuse({ requestId, retry, code }: Refusal): boolean {
    if (requestId === null || requestId !== this.requestId) return false
    if (retry) this.timer = setTimeout(() => this.again(), AGAIN_MS) as unknown as number
    else {
      this.requestId = null
      this.events.failed(code)
    }
    return true
  }
}
