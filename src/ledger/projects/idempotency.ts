// Idempotent calls: the first call of a key runs, its answer is kept, duplicates get the same
// answer. Duplicates wait in memory for a call of this node and by NOTIFY for a call of another
// node, never by polling the pool, so that one operator's slow wallet takes no connection from the
// others.

import type { Pool } from 'pg'
import { createCounts } from '../../limits/counts.ts'
import { IDEMPOTENCY_CLAIM_MS } from '../../limits.ts'
import type { Listen } from '../database/listener.ts'
import {
  CALL_ENDED_CHANNEL,
  claim,
  type IdempotentCall,
  lookUp,
  runClaimed,
  topicOf,
} from './idempotency-rows.ts'

/** How long a duplicate waits for the first call's answer. */
const IDEMPOTENCY_WAIT_MS = 8_000
/**
 * Duplicates of one operator's calls that wait on one node; above that they are refused
 * (RATE_LIMITED). An operator that repeats a call has one or two duplicates under way.
 */
export const IDEMPOTENCY_WAITERS_PER_PROJECT = 64

/**
 * `conflict`: the key was used with another body. `late`: the first call still has no answer.
 * `crowded`: the maximum of the project's calls already waits. `full`: the project's kept answers
 * are at their bound, and nothing was run.
 */
export type Once<Result> =
  | { kind: 'answer'; result: Result }
  | { kind: 'conflict' | 'late' | 'crowded' | 'full' }

export interface IdempotentCalls {
  /**
   * Runs `work` once for this key and keeps its result, which must be JSON, if the call's bound
   * allows it. When it throws, nothing is kept: duplicates on this node fail with it, and the next
   * call runs it again. A claim whose call was lost is taken over.
   */
  runOnce<Result>(call: IdempotentCall, work: () => Promise<Result>): Promise<Once<Result>>
}

/** A call of this node under way, for its duplicates of the same body. */
interface Shared {
  once: Promise<Once<unknown>>
  /** After this the call's own claim has ended, and a duplicate asks Postgres again. */
  untilMs: number
}

export function openIdempotentCalls(pool: Pool, listen: Listen): IdempotentCalls {
  const underWay = new Map<string, Shared>()
  const room = createWaitingRoom()
  const ended = createEndings()
  listen(CALL_ENDED_CHANNEL, {
    onMessage: ended.wake,
    // Notifications from before it listened are lost, so every waiting call looks once.
    onListening: ended.wakeAll,
  })

  /** Claims and runs the call, or waits for the node that does. */
  async function runHere<Result>(
    call: IdempotentCall,
    work: () => Promise<Result>,
  ): Promise<Once<Result>> {
    const deadlineMs = performance.now() + IDEMPOTENCY_WAIT_MS
    for (;;) {
      const claimed = await claim(pool, call)
      if (claimed === 'full') return { kind: 'full' }
      if (claimed === 'claimed') {
        return { kind: 'answer', result: await runClaimed(pool, call, work) }
      }
      const ending = ended.watch(topicOf(call))
      try {
        const known = await lookUp<Result>(pool, call)
        if (known.kind === 'answer' || known.kind === 'conflict') return known
        const leftMs = deadlineMs - performance.now()
        if (leftMs <= 0) return { kind: 'late' }
        if (known.kind === 'free') continue
        const waited = room.wait(call.projectId, () =>
          within(ending.happened, Math.min(leftMs, known.claimMs + CLAIM_MARGIN_MS)),
        )
        if (waited === 'full') return { kind: 'crowded' }
        await waited
      } finally {
        ending.forget()
      }
    }
  }

  async function share<Result>(
    { projectId }: IdempotentCall,
    { once }: Shared,
  ): Promise<Once<Result>> {
    const waited = room.wait(projectId, () => within(once, IDEMPOTENCY_WAIT_MS))
    if (waited === 'full') return { kind: 'crowded' }
    return ((await waited) ?? { kind: 'late' }) as Once<Result>
  }

  return {
    runOnce<Result>(call: IdempotentCall, work: () => Promise<Result>) {
      const name = `${topicOf(call)} ${call.bodySha256.toString('base64url')}`
      const known = underWay.get(name)
      if (known !== undefined && known.untilMs > performance.now()) return share(call, known)
      const once = runHere(call, work)
      const entry = { once, untilMs: performance.now() + IDEMPOTENCY_CLAIM_MS }
      underWay.set(name, entry)
      const forget = () => {
        if (underWay.get(name) === entry) underWay.delete(name)
      }
      once.then(forget, forget)
      return once
    },
  }
}

/** Postgres rounds the end of a claim; a look a moment later finds it ended. */
const CLAIM_MARGIN_MS = 5

/** The value, or undefined when it takes longer than `ms`. */
function within<Value>(happened: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined)
    happened.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The waiting calls of each project: a call above the limit is refused. */
function createWaitingRoom() {
  const waiting = createCounts()
  return {
    wait<Value>(projectId: string, until: () => Promise<Value>): Promise<Value> | 'full' {
      if (waiting.of(projectId) >= IDEMPOTENCY_WAITERS_PER_PROJECT) return 'full'
      waiting.up(projectId)
      return until().finally(() => waiting.down(projectId))
    },
  }
}

/** Ends of calls on other nodes that calls of this node wait for, by topic. */
function createEndings() {
  const watched = new Map<string, Set<() => void>>()
  return {
    wake(topic: string): void {
      for (const happen of watched.get(topic) ?? []) happen()
    },
    wakeAll(): void {
      for (const waiting of watched.values()) for (const happen of waiting) happen()
    },
    watch(topic: string) {
      let happen = () => {}
      const happened = new Promise<void>(resolve => {
        happen = resolve
      })
      const waiting = watched.get(topic) ?? new Set()
      watched.set(topic, waiting.add(happen))
      return {
        happened,
        forget(): void {
          waiting.delete(happen)
          if (waiting.size === 0 && watched.get(topic) === waiting) watched.delete(topic)
        },
      }
    },
  }
}
