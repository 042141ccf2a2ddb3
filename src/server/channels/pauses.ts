// Applies the pauses of the ledger to a node: reads them at once when a change is notified and also
// every second, sends them to every lane, and records in the ledger what all lanes apply. One
// reading after the other.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Listener } from '../../ledger/database/listener.ts'
import {
  enterNode,
  type NodeRun,
  noteApplied,
  readPauses,
  removeNode,
} from '../../ledger/pauses/node-pauses.ts'
import { PAUSES_CHANNEL } from '../../ledger/pauses/pauses.ts'
import { withDeadline } from '../../limits/deadline.ts'
import type { LanePauses } from '../../wire/lane.ts'
import { openNodeClock } from '../node-clock.ts'
import type { Parts } from '../parts.ts'

/** How often a node reads what is paused, in case a notice was lost, and reports that it did. */
const PAUSES_READ_MS = 1_000
/**
 * The same while its listening connection is down, or while a lane has not answered: one small
 * statement.
 */
const PAUSES_READ_SOON_MS = 200
/** A node that is drained stops new rounds in its lanes, and waits at most this long for them. */
const PAUSES_LEAVE_MS = 1_000

/** What a node's first threads are given at their start. */
export interface FirstPauses {
  by: NodeRun
  pauses: LanePauses
}

const clockMs = openNodeClock()

export async function readFirstPauses({ pool, config }: Parts): Promise<FirstPauses> {
  const by = { run: randomUUID(), node: config.nodeName }
  await enterNode(pool, by)
  return { by, pauses: (await read(pool, by)).pauses }
}

async function read(pool: Pool, by: NodeRun) {
  const readAtMs = clockMs()
  const { paused, ...at } = await readPauses(pool, by)
  return { pauses: { paused, readAtMs }, ...at }
}

/** Resolves with true when no thread applies older ones any more. */
type SetPauses = (pauses: LanePauses) => Promise<boolean>

export function followPauses(
  { pool, databases, onFault }: Parts,
  { by, pauses: first }: FirstPauses,
  setPauses: SetPauses,
): Listener {
  let isClosed = false
  let isWanted = false
  let timer: NodeJS.Timeout | undefined
  let following: Promise<void> | null = null
  let latest = first

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
    latest = reading.pauses
    if (!(await areApplied(setPauses, latest, PAUSES_READ_MS))) return false
    const { revision, actsOn } = reading
    if (actsOn !== revision) await noteApplied(pool, by, revision)
    return true
  }

  const listener = databases.home.listener.listen(PAUSES_CHANNEL, {
    onMessage: follow,
    onListening: follow,
    onLost: follow,
  })
  follow()
  return {
    isListening: listener.isListening,
    async close() {
      isClosed = true
      clearTimeout(timer)
      listener.close()
      await following
      // Too old to be valid: once the lanes have answered, they start no round, and other nodes
      // need not wait for this one.
      const ended = { ...latest, readAtMs: Number.NEGATIVE_INFINITY }
      if (await areApplied(setPauses, ended, PAUSES_LEAVE_MS)) {
        await removeNode(pool, by).catch(onFault)
      }
    },
  }
}

async function areApplied(
  setPauses: SetPauses,
  pauses: LanePauses,
  withinMs: number,
): Promise<boolean> {
  let isDone = false
  const setting = setPauses(pauses).then(done => {
    isDone = done
  })
  await withDeadline(setting, withinMs)
  return isDone
}
