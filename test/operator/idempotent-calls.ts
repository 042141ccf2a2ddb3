// Idempotent calls on nodes that share nothing but the ledger, with runs that end on command.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { openListener } from '../../src/ledger/database/listener.ts'
import { openIdempotentCalls } from '../../src/ledger/projects/idempotency.ts'
import {
  CALL_ENDED_CHANNEL,
  type IdempotentCall,
} from '../../src/ledger/projects/idempotency-rows.ts'
import { watchStatements } from '../support/watched-pool.ts'

/** A node's idempotent calls, and the statements that they sent. */
export function openNode(t: { teardown(end: () => unknown): unknown }, pool: Pool, url: string) {
  const watched = watchStatements(pool)
  const { listen, close } = openListener(url, [CALL_ENDED_CHANNEL], () => {})
  t.teardown(close)
  const { runOnce } = openIdempotentCalls(watched.pool, listen)
  return { runOnce, statements: watched.statements, sent: watched.sent }
}
type Node = ReturnType<typeof openNode>

export const sha = (text: string) => createHash('sha256').update(text).digest()
let keys = 0
/** A call with a new key. */
export const newCall = (change: Partial<IdempotentCall> = {}): IdempotentCall => ({
  projectId: 'casino',
  method: 'playGame',
  key: `key-${++keys}`,
  bodySha256: sha('body'),
  isReading: false,
  mostBytes: 1_000_000,
  ...change,
})

/** A run in flight, which does its work when `finish` is called. */
export async function beginRun(
  node: Node,
  call: IdempotentCall,
  work: () => Promise<unknown> = async () => ({ n: 1 }),
) {
  let [begin, finish] = [() => {}, () => {}]
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const isFinished = new Promise<void>(resolve => {
    finish = resolve
  })
  const answer = node.runOnce(call, async () => {
    begin()
    await isFinished
    return work()
  })
  await begun
  return { answer, finish }
}

/** A call with the key of a run in flight, once the row of the call notes that it waits. */
export async function beginDuplicate(
  node: Node,
  call: IdempotentCall,
  work: () => Promise<unknown>,
) {
  const isNoted = node.sent(text => text.includes('is_awaited = true'))
  const answer = node.runOnce(call, work)
  const first = await Promise.race([isNoted.then(() => 'waits'), answer.then(() => 'ran')])
  if (first !== 'waits') throw new Error('the duplicate ran beside the run in flight')
  return { answer }
}
