// Owns the page's queries besides playing, and matches answers to them. It must never move a round;
// an unanswered query has no effect.

import type { ServerMessage, SideMessage } from '../../../src/wire/play-answers.ts'

export type Query =
  | { type: 'rules' }
  | { type: 'history'; before?: string }
  | { type: 'replay'; roundId?: string }
export type AnswerOf<K extends Query['type']> = Extract<SideMessage, { type: K }>
export type Answer = AnswerOf<Query['type']>

const ANSWER_MS = 6_000
const AGAIN_MS = 700
const ATTEMPTS = 4
/** Identifies answers to queries among all other messages. */
const PREFIX = 'ask-'

interface Waiting {
  query: Query
  attempts: number
  resolve(answer: Answer | null): void
  timer: ReturnType<typeof setTimeout>
}

export class Queries {
  private readonly send: (message: object) => void
  private readonly waiting = new Map<string, Waiting>()
  private count = 0
  /** A node of an earlier version does not support pings. */
  private pings = true

  constructor(send: (message: object) => void) {
    this.send = send
  }

  ping(): void {
    if (this.pings) this.send({ type: 'ping', requestId: `${PREFIX}ping` })
  }

  /** Null: no answer in time, a refusal, or a lost connection. */
  ask<K extends Query['type']>(query: Extract<Query, { type: K }>): Promise<AnswerOf<K> | null> {
    return new Promise(resolve => {
      const settle = (answer: Answer | null) => resolve(answer as AnswerOf<K> | null)
      const requestId = `${PREFIX}${query.type}-${++this.count}`
      const timer = setTimeout(() => this.end(requestId, null), ANSWER_MS)
      this.waiting.set(requestId, { query, attempts: 1, resolve: settle, timer })
      this.send({ ...query, requestId })
    })
  }

  /** The connection is lost: no query will be answered. */
  lost(): void {
    for (const requestId of [...this.waiting.keys()]) this.end(requestId, null)
  }

  /** Whether the message belonged to a query. */
  take(message: ServerMessage | SideMessage): boolean {
    if (message.type === 'pong') return true
    const requestId = message.requestId ?? ''
    if (!requestId.startsWith(PREFIX)) return false
    if (message.type === 'error') this.refused(requestId, message)
    else this.end(requestId, message as Answer)
    return true
  }

  private refused(requestId: string, { code, retry }: { code: string; retry: boolean }): void {
    if (requestId === `${PREFIX}ping` && code === 'INVALID_REQUEST') this.pings = false
    const waiting = this.waiting.get(requestId)
    if (waiting === undefined) return
    if (!retry || waiting.attempts >= ATTEMPTS) {
      this.end(requestId, null)
      return
    }
    waiting.attempts += 1
    const again = () => {
      if (this.waiting.has(requestId)) this.send({ ...waiting.query, requestId })
    }
    setTimeout(again, AGAIN_MS * waiting.attempts)
  }

  private end(requestId: string, answer: Answer | null): void {
    const waiting = this.waiting.get(requestId)
    if (waiting === undefined) return
    this.waiting.delete(requestId)
    clearTimeout(waiting.timer)
    waiting.resolve(answer)
  }
}
