// What every thread counts that drives rounds or calls wallets: the lanes, and the front end.
// Labels are project ids, game ids and fixed names; never a player, a session or a key.

import { threadId } from 'node:worker_threads'
import { findGame } from '../../games/catalogue/games.ts'
import { countRounds } from './rounds.ts'
import { FRONT_THREAD, THREAD_UNKNOWN, watchThread } from './runtime.ts'
import { countStores } from './stores.ts'
import { createTally, type Metric } from './tally.ts'
import { countWallets } from './wallets.ts'

/** One reading of a thread. */
export interface ThreadReading {
  /** Unique among all threads of the process, including ended ones. */
  readonly threadId: number
  readonly metrics: readonly Metric[]
}

export type ThreadMetrics = ReturnType<typeof createThreadMetrics>

export function createThreadMetrics(thread: 'front' | 'lane') {
  const tally = createTally()
  watchThread(tally, thread === 'front' ? FRONT_THREAD : THREAD_UNKNOWN)
  return {
    ...countRounds(tally, findGame),
    ...countStores(tally),
    ...countWallets(tally),
    /** A lane's queues, read when the metrics are. */
    watch(read: LaneQueues): void {
      watchQueues(tally, read)
    },
    read: (): ThreadReading => ({ threadId, metrics: tally.read() }),
    readCounted: (): ThreadReading => ({ threadId, metrics: tally.readCounted() }),
  }
}

interface LaneQueues {
  ledgerDepth(): number
  actors(): number
  mailboxes(): { queued: number; deepest: number }
}

function watchQueues(tally: ReturnType<typeof createTally>, read: LaneQueues): void {
  const byLane = (name: string, help: string, value: () => number) =>
    tally.gauge(name, help, ['thread'], () => [[value(), THREAD_UNKNOWN]])
  byLane('reelhouse_ledger_queue_rows', 'Rows waiting for a batch.', read.ledgerDepth)
  byLane('reelhouse_actors', 'Actors in memory.', read.actors)
  byLane(
    'reelhouse_mailbox_commands',
    'Commands waiting or running in the mailboxes of all players.',
    () => read.mailboxes().queued,
  )
  byLane(
    'reelhouse_mailbox_deepest',
    'Commands waiting or running in the fullest mailbox.',
    () => read.mailboxes().deepest,
  )
}
