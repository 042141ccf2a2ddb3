// What the steps of a move share: what it is given, its connections, and the refusals that an owner
// can act on.

import type pg from 'pg'
import type { AuditedBy } from '../audit/audit-log.ts'
import type { PlaceMove } from './place-moves.ts'
import type { CopyProgress } from './replication.ts'

/** What an owner can act on; nothing was changed, or the move goes on when called again. */
export class MoveProblem extends Error {}

export interface PlaceToMove {
  name: string
  shards: string
  /** Null: where the settings say. */
  server: string | null
}

export interface MoveDeps {
  place: PlaceToMove
  toServer: string
  /** Other places whose addresses change with DATABASE_URL. */
  throughHome: readonly string[]
  /** Addresses for the owner of the databases, each in the place's schema. */
  urls: { home: string; source: string; target: string }
  /** The role of the nodes at the target; null: the owner's. */
  appRole: string | null
  by: AuditedBy
  onProgress(move: Pick<PlaceMove, 'step'>, progress: CopyProgress | null): void
}

export interface Work extends MoveDeps {
  home: pg.Client
  source: pg.Client
  target: pg.Client
}

/** Any number: one move at a time. */
const LOCK = 7_233_559

export async function requireTurn(home: pg.Client): Promise<void> {
  const { rows } = await home.query('SELECT pg_try_advisory_lock($1) AS mine', [LOCK])
  if (rows[0].mine) return
  throw new MoveProblem('Another command is moving or splitting a place: wait until it ends.')
}

/** @param locked what held a lock; null: nothing did */
export async function orNoLock(
  locked: Promise<string | null>,
  where: 'source' | 'target',
): Promise<void> {
  const holder = await locked
  if (holder === null) return
  throw new MoveProblem(
    `The tables of the ${where} could not be locked: ${holder}. Wait until it ends, or end it ` +
      '(pg_stat_activity), and call again.',
  )
}

/** What a player meets after a closing that failed. */
export function withState(error: unknown, isOpen: boolean): unknown {
  if (!(error instanceof MoveProblem)) return error
  const state = isOpen ? 'The place is open.' : 'The place may be closed until you call again.'
  return new MoveProblem(`${error.message} ${state}`)
}
