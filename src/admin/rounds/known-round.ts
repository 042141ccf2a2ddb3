// What the ledger knows about one round, for the platform's people: where it is, what it owes, who
// tries next and who drives it. Used by commands and the admin panel alike. Changes nothing.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isMonth, monthOfRound } from '../../core/month.ts'
import { type OperationStatus, transactionId } from '../../core/wallet-operation.ts'
import { findArchived } from '../../ledger/archive/months.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  askLook,
  findKnownRound,
  type KnownRound,
  readPush,
} from '../../ledger/rounds/unfinished-rounds.ts'
import { nextAttempt, type Owed, owedBy } from '../../round/owed.ts'
import { debitMinor, type Round } from '../../round/round.ts'

/** How long an owner who asks all nodes about a round waits for their answers. */
const PUSH_LOOK_MS = 1_500

const LOOK_EVERY_MS = 50

export type LookedUp =
  | { kind: 'found'; pool: Pool; known: KnownRound }
  | { kind: 'unknown' }
  /** Only in these files. */
  | { kind: 'archived'; month: string; files: readonly string[] }

/**
 * @param roundId a UUID
 * @param within a project: rounds of others are unknown; null: every project
 */
export async function lookUpRound(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  within: string | null = null,
): Promise<LookedUp> {
  const found = await pools.findById(roundId, async pool => {
    const known = await findKnownRound(pool, roundId)
    if (known === null || known.projectId !== (within ?? known.projectId)) return null
    return { kind: 'found' as const, pool, known }
  })
  return found ?? whereabouts(pools, roundId)
}

/** Where a round is that the ledger does not have. */
export async function whereabouts(
  pools: PlayerDatabases<Pool>,
  roundId: string,
): Promise<Exclude<LookedUp, { kind: 'found' }>> {
  const month = monthOfRound(roundId)
  if (!isMonth(month)) return { kind: 'unknown' }
  const archived = await Promise.all(pools.carriers.map(pool => findArchived(pool, month)))
  const files = archived.flatMap(each => (each?.droppedAt ? [each.file] : []))
  return files.length === 0 ? { kind: 'unknown' } : { kind: 'archived', month, files }
}

/** A notification that waits is named by its event. */
export type OwedPart = Owed | 'start notification' | 'finish notification'

/** What the round owes first, then its notifications. */
export function owesOf({ round, notifications }: KnownRound): OwedPart[] {
  const owed = owedBy(round)
  const owedEvents = notifications.map(({ event }) => `${event} notification` as const)
  return owed === null ? owedEvents : [owed, ...owedEvents]
}

export interface NextTry {
  /**
   * `node`: the node that wrote the round last drives it. `nobody`: no node does, and the recovery
   * job takes it up. Null: only notifications are owed.
   */
  driver: 'node' | 'nobody' | null
  atMs: number | null
}

export function nextTryOf({ round, touchedAtMs, readAtMs, notifications }: KnownRound): NextTry {
  const next = nextAttempt(round, touchedAtMs, readAtMs)
  if (next !== null) return next
  const times = notifications.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt))
  return { driver: null, atMs: times.length === 0 ? null : Math.min(...times) }
}

export interface RoundOperation {
  kind: 'bet' | 'win' | 'refund'
  transaction: string
  amountMinor: bigint
  status: OperationStatus
  plannedAtMs: number | null
  confirmedAtMs: number | null
}

/** The operations that the round has. */
export function operationsOf({ intent, progress: p }: Round): RoundOperation[] {
  const debited = debitMinor(intent)
  const { roundId, createdAtMs } = intent
  const operation = (
    kind: RoundOperation['kind'],
    status: OperationStatus | null,
    amountMinor: bigint,
    [plannedAtMs, confirmedAtMs]: readonly [number | null, number | null],
  ): RoundOperation[] => {
    const transaction = transactionId(kind, roundId)
    return status === null
      ? []
      : [{ kind, transaction, amountMinor, status, plannedAtMs, confirmedAtMs }]
  }
  return [
    ...operation('bet', p.betStatus, debited, [createdAtMs, p.betConfirmedAtMs]),
    ...operation('win', p.winStatus, p.winMinor, [p.winPlannedAtMs, p.winConfirmedAtMs]),
    ...operation('refund', p.refundStatus, debited, [p.refundPlannedAtMs, p.refundConfirmedAtMs]),
  ]
}

export interface Driver {
  node: string
  work: 'driving' | 'waiting'
  /** Until its next attempt; null while one is running. */
  dueInMs: number | null
}

/** Asks all nodes. Null: no running node reports that it drives the round. */
export async function findDriver(pool: Pool, known: KnownRound): Promise<Driver | null> {
  if (nextTryOf(known).driver === null) return null
  const lookId = await askLook(pool, known)
  for (let waitedMs = 0; waitedMs < PUSH_LOOK_MS; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS)
    const { answer, node } = await readPush(pool, lookId)
    if (answer !== null) return readDriver(node ?? '', answer)
  }
  return null
}

/** @param answer as server/round-pushes.ts prints it */
function readDriver(node: string, answer: string): Driver {
  const [work, dueInMs] = answer.split(' ')
  if (work !== 'waiting') return { node, work: 'driving', dueInMs: null }
  return { node, work, dueInMs: Number(dueInMs) }
}
