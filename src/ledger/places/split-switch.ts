// The moment of a split in which the place is closed: who has played meanwhile is copied once more,
// numbers are carried over, and one commit makes the parts the truth. If anything fails before that
// commit, the place opens again.

import type pg from 'pg'
import type { AuditedBy } from '../audit/audit-log.ts'
import { inTransactionOf } from '../database/client.ts'
import { findLastMove, type PlaceMove } from './place-moves.ts'
import { closeTables, openTables, waitForWriters } from './place-tables.ts'
import { MoveProblem, orNoLock, withState } from './place-work.ts'
import { COPY_PLAYERS, type CopyWork, copyPlayers, countWaiting } from './split-copy.ts'
import { holdParts, type NewPart, releaseParts, switchParts } from './split-records.ts'
import { copyLogs, copyRest, copySums, isWhole, type Reached } from './split-rest.ts'
import { SPLIT_TABLES, setTriggers } from './split-tables.ts'

/** The rest must be copied by then; otherwise the place opens again. */
const CLOSED_MS = 10_000
const TOO_SLOW = `The rest was not copied within ${CLOSED_MS / 1000} s: choose a quieter hour.`
const QUERY_CANCELED = '57014'

interface SwitchWork {
  home: pg.Client
  source: pg.Client
  by: AuditedBy
}

/** @returns how long it was closed, in milliseconds */
export async function closeAndSplit(
  work: SwitchWork,
  current: PlaceMove,
  parts: readonly NewPart[],
  copy: CopyWork,
): Promise<number> {
  const { home, source } = work
  const reached = await copyBeforeClosing(copy)
  await orNoLock(waitForWriters(source, SPLIT_TABLES), 'source')
  try {
    await holdParts(home, current)
    const closedAtMs = performance.now()
    await orNoLock(closeTables(source, SPLIT_TABLES), 'source')
    await inTime(source, closedAtMs + CLOSED_MS, [
      () => copyPlayers(copy),
      () => copySums(copy, 'touched'),
      () => copyLogs(copy, reached),
      () => copyRest(copy),
      () => requireWhole(copy),
    ])
    // Without the limit: a commit whose wait for a standby is cancelled counts as done.
    await openParts(copy)
    await switchParts(home, current, parts, work.by)
    return Math.round(performance.now() - closedAtMs)
  } catch (error) {
    // If it fails, the place stays closed until the split goes on or is taken back.
    const isOpen = await openAgain(work, current).catch(() => false)
    throw withState(error, isOpen)
  }
}

/** @param steps each is repeated while it answers with true */
async function inTime(
  source: pg.Client,
  untilMs: number,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  try {
    for (const step of steps) {
      for (let isMore: unknown = true; isMore === true; ) {
        const leftMs = Math.ceil(untilMs - performance.now())
        if (leftMs <= 0) throw new MoveProblem(TOO_SLOW)
        await source.query(`SET statement_timeout = ${leftMs}`)
        isMore = await step()
      }
    }
  } catch (error) {
    throw (error as { code?: string }).code === QUERY_CANCELED ? new MoveProblem(TOO_SLOW) : error
  } finally {
    await source.query('RESET statement_timeout').catch(() => {
      // The connection is lost: the first error says why.
    })
  }
}

async function requireWhole(copy: CopyWork): Promise<void> {
  if (!(await isWhole(copy))) throw new Error('the parts lack rounds in play: nothing was split')
}

/** What does not change while it is played, and what changes only at its end. */
async function copyBeforeClosing(copy: CopyWork): Promise<Reached> {
  const { source, parts } = copy
  for (const { schema } of parts) await setTriggers(source, schema, 'DISABLE')
  await copySums(copy, 'all')
  const reached = await copyLogs(copy, null)
  while ((await countWaiting(source)) > COPY_PLAYERS) await copyPlayers(copy)
  return reached
}

/** Unless it has switched. */
export async function openAgain(
  { home, source }: SwitchWork,
  current: PlaceMove,
): Promise<boolean> {
  const last = await findLastMove(home, current.place)
  if (last?.step !== 'closing') return false
  if ((await openTables(source)) !== null) return false
  await releaseParts(home, current, 'following')
  return true
}

/** On disk with everything that was copied. */
async function openParts({ source, parts }: CopyWork): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  )
  const numbers = [rows.map(({ name }) => name), rows.map(({ last }) => last)]
  await inTransactionOf(source, 'on', async () => {
    for (const { schema, name } of parts) {
      await source.query(
        `SELECT setval(sequence, greatest(last, nextval(sequence))) FROM (
           SELECT ($1 || '.' || name)::regclass AS sequence, last
           FROM unnest($2::text[], $3::bigint[]) AS carried (name, last)) s`,
        [schema, ...numbers],
      )
      await source.query(
        `INSERT INTO ${schema}.carried_shards (shards) VALUES ($1)
         ON CONFLICT (is_only) DO UPDATE SET shards = $1, closed_for = NULL`,
        [name],
      )
      await setTriggers(source, schema, 'ENABLE')
    }
  })
}
