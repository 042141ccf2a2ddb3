// Applies the pauses of the ledger to a node: reads them at once when a change is notified and also
// every second, sends them to every lane, and records in the ledger what all lanes apply. One
// reading after the other.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import {
  enterNode,
  type NodeRun,
  noteObeyed,
  readPauses,
  removeNode,
} from '../ledger/pauses/node-pauses.ts'
import { PAUSES_CHANNEL } from '../ledger/pauses/pauses.ts'
import { type Listener, openListener } from '../ledger/projects/listener.ts'
import { withDeadline } from '../limits/deadline.ts'
import { PAUSES_LEAVE_MS, PAUSES_READ_MS, PAUSES_READ_SOON_MS } from '../limits/pauses.ts'
import type { ToldPauses } from '../wire/lane.ts'
import { openNodeClock } from './node-clock.ts'
import type { Parts } from './parts.ts'

/** What a node's first threads are given at their start. */
export interface FirstPauses {
  by: NodeRun
  told: ToldPauses
}

const clockMs = openNodeClock()

export async function readFirstPauses({ pool, config }: Parts): Promise<FirstPauses> {
  const by = { run: randomUUID(), node: config.nodeName }
  await enterNode(pool, by)
  return { by, told: (await read(pool, by)).told }
}

async function read(pool: Pool, by: NodeRun) {
  const readAtMs = clockMs()
  const { paused, ...at } = await readPauses(pool, by)
  return { told: { paused, readAtMs }, ...at }
}

/** Resolves with true when no thread applies older ones any more. */
type SetPauses = (pauses: ToldPauses) => Promise<boolean>

export function followPauses(
  { config, pool, onFault }: Parts,
  { by, told: first }: FirstPauses,
  setPauses: SetPauses,
): Listener {
  let isClosed = false
  let isWanted = false
  let timer: NodeJS.Timeout | undefined
  let following: Promise<void> | null = null
  let told = first

  /** A change notified during a reading may be newer than the reading: it is read again. */
  function follow(): void {
    clearTimeout(timer)
    isWanted = true
    following ??= followAll().finally(() => {
      following = null
    })
  }

  async function followAll(): Promise<void> {
    let isDone = true
    while (isWanted && !isClosed) {
      isWanted = false
      isDone = await act().catch(error => {
        onFault(error)
        return false
      })
    }
    if (isClosed) return
    timer = setTimeout(
      follow,
      isDone && listener.isListening() ? PAUSES_READ_MS : PAUSES_READ_SOON_MS,
    )
    timer.unref()
  }

  /**
   * False: a lane has not answered yet. The others still got the pauses, so that theirs stay fresh.
   */
  async function act(): Promise<boolean> {
    const reading = await read(pool, by)
    told = reading.told
    if (!(await isTold(setPauses, told, PAUSES_READ_MS))) return false
    const { revision, actsOn } = reading
    if (actsOn !== revision) await noteObeyed(pool, by, revision)
    return true
  }

  const listener = openListener(config.databaseUrl, PAUSES_CHANNEL, {
    onMessage: follow,
    onListening: follow,
    onLost: follow,
    onFault,
  })
  follow()
  return {
    isListening: listener.isListening,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await listener.close()
      await following
      // Too old to be valid: once the lanes have answered, they start no round, and other nodes
      // need not wait for this one.
      const ended = { ...told, readAtMs: Number.NEGATIVE_INFINITY }
      if (await isTold(setPauses, ended, PAUSES_LEAVE_MS)) await removeNode(pool, by).catch(onFault)
    },
  }
}

async function isTold(
  setPauses: SetPauses,
  pauses: ToldPauses,
  withinMs: number,
): Promise<boolean> {
  let isDone = false
  const telling = setPauses(pauses).then(done => {
    isDone = done
  })
  await withDeadline(telling, withinMs)
  return isDone
}
