// Owns the request for the balance: one at a time, repeated until it is answered. It must never
// show the answer.

import type { PlayErrorCode, ServerMessage } from '../../../src/wire/play-answers.ts'
import type { Reported } from './exchange.ts'

type Refusal = Extract<ServerMessage, { type: 'error' }>
type Answer = Extract<ServerMessage, { type: 'balance' }>

/** A little longer than the platform's rate limit, so that the second try is accepted. */
const AGAIN_MS = 10_200

export interface BalanceQueryEvents {
  /** Returns false when it can't be sent now; `again` is called once it can. */
  send(message: object): void
  answered(balance: Reported): void
  failed(code: PlayErrorCode): void
}

export class BalanceQuery {
  private readonly events: BalanceQueryEvents
  private readonly newRequestId: () => string
  private requestId: string | null = null
  private timer = 0

  constructor(events: BalanceQueryEvents, newRequestId: () => string) {
    this.events = events
    this.newRequestId = newRequestId
  }

  ask(): void {
    if (this.requestId !== null) return
    this.requestId = this.newRequestId()
    this.again()
  }

  /** The connection is new: a request sent on the previous one may be lost. */
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

  /** Whether the refusal belongs to this request. */
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
