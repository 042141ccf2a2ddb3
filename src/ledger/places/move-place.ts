// Moves a place to another Postgres server while its players play: prepares the schema there,
// copies, follows, closes the place for a fraction of a second, and switches the map. It may be
// interrupted anywhere: called again it goes on, or `takeBack` goes back. Until the switch the
// source is the truth, and afterwards the target; never both accept writes.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NODE_GONE_MS } from '../../limits.ts'
import type { AuditedBy } from '../audit/audit-log.ts'
import { grantApp } from '../database/app-role.ts'
import { withClient } from '../database/client.ts'
import { migrate, readMigrations } from '../database/migrations.ts'
import { HOME } from '../database/shard-map.ts'
import { KNOWN_SERVERS, listNodes } from '../nodes/node-settings.ts'
import {
  beginMove,
  endMove,
  findLastMove,
  holdPlace,
  isUnderWay,
  noteProgress,
  noteStep,
  type PlaceMove,
  releasePlace,
  switchHome,
  switchPlace,
} from './place-moves.ts'
import {
  carrySequences,
  closeCopy,
  closePlace,
  emptyPlace,
  hasMonthBetween,
  identifyRows,
  isEmpty,
  isPlaceClosedAt,
  listMonthTables,
  openAsUsual,
  openPlace,
} from './place-tables.ts'
import {
  type CopyProgress,
  findSourceProblem,
  nameOf,
  publish,
  readCopyProgress,
  stopSubscription,
  subscribe,
  unpublish,
  unsubscribe,
} from './replication.ts'

/** How often the copy's progress is read and recorded. */
const PROGRESS_MS = 500
/** The place is closed once its copy is this close: about a second's work of a busy place. */
const CLOSE_AT_BYTES = 4_000_000
/** The copy must have caught up by then; otherwise the place opens again. */
const CATCH_UP_MS = 5_000
const CATCH_UP_LOOK_MS = 10

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
  /** Addresses for the owner of the databases, each in the place's schema. */
  urls: { home: string; source: string; target: string }
  /** The role of the nodes at the target; null: the owner's. */
  appRole: string | null
  by: AuditedBy
  onProgress(move: Pick<PlaceMove, 'step'>, progress: CopyProgress | null): void
}

interface Work extends MoveDeps {
  home: pg.Client
  source: pg.Client
  target: pg.Client
}

/** @returns for how long the place was closed, in milliseconds; null: in an earlier call */
export function movePlace(deps: MoveDeps): Promise<{ closedMs: number | null }> {
  const { home, source, target } = deps.urls
  return withClient(home, 'places', atHome =>
    withClient(source, 'places', atSource =>
      withClient(target, 'places', async atTarget => {
        await requireTurn(atHome)
        return move({ ...deps, home: atHome, source: atSource, target: atTarget })
      }),
    ),
  )
}

/** Any number: one move at a time. */
const LOCK = 7_233_559

async function requireTurn(home: pg.Client): Promise<void> {
  const { rows } = await home.query('SELECT pg_try_advisory_lock($1) AS mine', [LOCK])
  if (!rows[0].mine) throw new MoveProblem('Another command is moving a place: wait until it ends.')
}

async function move(work: Work): Promise<{ closedMs: number | null }> {
  let current = await findOrBegin(work)
  let closedMs: number | null = null
  while (isUnderWay(current)) {
    work.onProgress(current, null)
    if (current.step === 'closing') closedMs = await closeAndSwitch(work, current)
    else await STEPS[current.step as keyof typeof STEPS](work, current)
    current = await findOpen(work, current)
  }
  const { place, source, target } = work
  // A call before this one may have ended between its two commits.
  if (place.name === HOME && closedMs === null) await switchHome(source, target, current, work.by)
  const name = nameOf(current.moveId)
  await unsubscribe(target, name, true)
  await unpublish(source, name, current.targetOrigin)
  return { closedMs }
}

/** The record as it is now. */
async function findOpen({ home }: Work, { place, moveId }: PlaceMove): Promise<PlaceMove> {
  const found = await findLastMove(home, place)
  if (found?.moveId !== moveId) throw new Error(`the record of the move ${moveId} is gone`)
  return found
}

async function findOrBegin(work: Work): Promise<PlaceMove> {
  const { home, place, toServer } = work
  const last = await findLastMove(home, place.name)
  if (last?.step === 'moved' && last.toServer === toServer) return last
  if (last === null || !isUnderWay(last)) return begin(work)
  if (last.toServer !== toServer) {
    throw new MoveProblem(
      `The place is being moved to ${last.toServer}: go on with that, or take it back.`,
    )
  }
  if ((await originOf(work.source)) !== last.origin) {
    throw new MoveProblem(
      'The source is another ledger than when the move began (a promoted standby, a restored ' +
        'backup), so the copy may have more than it: take the move back and begin again.',
    )
  }
  return last
}

async function begin(work: Work): Promise<PlaceMove> {
  const { home, source, target, place, toServer, by } = work
  const problem = await findSourceProblem(source)
  if (problem !== null) throw new MoveProblem(problem)
  await requireNodes(home, toServer)
  const moveId = randomUUID()
  // Migrations create what the next statements read.
  await prepareSchema(work)
  if (!(await isEmpty(target))) {
    throw new MoveProblem('The target has players or projects already: give an empty database.')
  }
  const origin = await originOf(source)
  const targetOrigin = await originOf(target)
  const move = { moveId, place: place.name, fromServer: place.server, toServer }
  await beginMove(home, { ...move, origin, targetOrigin }, by)
  return (await findLastMove(home, place.name))!
}

const originOf = async (client: pg.Client) =>
  (await client.query<{ origin: string }>('SELECT current_origin() AS origin')).rows[0]!.origin

/** A node without the server's address could not go on with the place's players. */
async function requireNodes(home: pg.Client, server: string): Promise<void> {
  if (server === HOME) return
  const nodes = await listNodes(home, NODE_GONE_MS)
  const without = nodes.filter(
    ({ settings }) => !(settings[KNOWN_SERVERS] ?? '').split(',').includes(server),
  )
  if (without.length === 0) return
  throw new MoveProblem(
    `These nodes do not know the server ${server}: ${without.map(({ node }) => node).join(', ')}. ` +
      'Give them DATABASE_SERVERS with it and restart them, one after another.',
  )
}

async function prepareSchema({ urls, appRole }: Work): Promise<void> {
  const migrated = await migrate(urls.target, readMigrations(), null)
  if (!migrated.ok) throw new MoveProblem(migrated.problem)
  if (appRole === null) return
  const granted = await grantApp(urls.target, appRole)
  if (!granted.ok) throw new MoveProblem(granted.problem)
}

const STEPS = {
  async preparing(work: Work, { moveId }: PlaceMove): Promise<void> {
    const { home, target } = work
    if (!(await isEmpty(target))) throw new MoveProblem('The target was filled meanwhile.')
    await emptyPlace(target)
    await noteStep(home, moveId, 'copying')
  },

  async copying(work: Work, { moveId }: PlaceMove): Promise<void> {
    const { home, source, target, urls } = work
    const name = nameOf(moveId)
    if (await hasMonthBetween(source)) {
      throw new MoveProblem('A month is being dropped: finish "ledger archive --drop" first.')
    }
    await makeMonths(source, target)
    await orNoLock(closeCopy(target), 'target')
    await orNoLock(identifyRows(source), 'source')
    await publish(source, name)
    await subscribe(source, target, name, urls.source)
    await follow(work, moveId, 'copying', ({ isCopied }) => isCopied)
    await noteStep(home, moveId, 'following')
  },

  async following(work: Work, { moveId }: PlaceMove): Promise<void> {
    const { home, source, target, toServer } = work
    await requireNodes(home, toServer)
    await requireSameSchema(work)
    await makeMonths(source, target)
    await subscribe(source, target, nameOf(moveId), work.urls.source)
    await follow(work, moveId, 'following', ({ behindBytes }) => behindBytes <= CLOSE_AT_BYTES)
    await noteStep(home, moveId, 'closing')
  },
}

async function follow(
  work: Work,
  moveId: string,
  step: 'copying' | 'following',
  isEnough: (progress: CopyProgress) => boolean,
): Promise<void> {
  const { home, source, target } = work
  let errors: number | null = null
  for (;;) {
    const progress = await readCopyProgress(source, target, nameOf(moveId))
    await noteProgress(home, moveId, progress)
    work.onProgress({ step }, progress)
    if (isEnough(progress)) return
    errors ??= progress.errors
    if (progress.errors > errors + COPY_ERRORS_MAX) {
      throw new MoveProblem('The target can not write what the source sends: see its log.')
    }
    await sleep(PROGRESS_MS)
  }
}

/** A connection that was cut counts too. */
const COPY_ERRORS_MAX = 10

/** Changes of the schema are not replicated. */
async function requireSameSchema({ source, target, urls }: Work): Promise<void> {
  const namesOf = async (client: pg.Client) =>
    (await client.query('SELECT name FROM schema_migration ORDER BY name')).rows.map(
      ({ name }) => name as string,
    )
  const [here, there] = [await namesOf(source), await namesOf(target)]
  if (here.join() === there.join()) return
  const migrated = await migrate(urls.target, readMigrations(), null)
  if (migrated.ok && here.join() === (await namesOf(target)).join()) return
  throw new MoveProblem('Source and target have different schemas: run "reelhouse migrate" first.')
}

/** The target has the source's months; one that the source dropped meanwhile ends the move. */
async function makeMonths(source: pg.Client, target: pg.Client): Promise<void> {
  const months = await listMonthTables(source)
  for (const month of months) {
    const first = `${month.replace('_', '-')}-15`
    await target.query('SELECT make_round_months($1::timestamptz, $1::timestamptz)', [first])
  }
  const extra = (await listMonthTables(target)).filter(month => !months.includes(month))
  const { rows } = await target.query<{ dropped: number }>(
    `SELECT count(*)::int AS dropped FROM archived_month
     WHERE dropped_at IS NOT NULL AND to_char(month, 'YYYY_MM') = ANY ($1)`,
    [extra],
  )
  if (rows[0]!.dropped > 0) {
    throw new MoveProblem('A month was dropped during the copy: take the move back, begin again.')
  }
}

async function orNoLock(locked: Promise<boolean>, where: 'source' | 'target'): Promise<void> {
  if (await locked) return
  throw new MoveProblem(
    `The tables of the ${where} could not be locked: a long transaction holds one ` +
      '(pg_stat_activity). End it and call again.',
  )
}

/** If anything fails before the switch, the source opens again. @returns how long it was closed */
async function closeAndSwitch(work: Work, current: PlaceMove): Promise<number> {
  const { home, source, target, place } = work
  const isHome = place.name === HOME
  const beganMs = performance.now()
  const hasSwitched = isHome && (await isSwitched(target, current))
  const closedAtMs = hasSwitched ? beganMs : await closeOrRelease(work, current)
  if (isHome) await switchHome(source, target, current, work.by)
  else await switchPlace(home, current, work.by)
  return Math.round(performance.now() - closedAtMs)
}

/** The first of the two commits of the home place. */
async function isSwitched(target: pg.Client, { moveId }: PlaceMove): Promise<boolean> {
  const there = await findLastMove(target, HOME)
  return there?.moveId === moveId && there.step === 'moved'
}

async function closeOrRelease(work: Work, current: PlaceMove): Promise<number> {
  const { home, source } = work
  try {
    return await closeAndCatchUp(work, current)
  } catch (error) {
    try {
      await openPlace(source)
      await releasePlace(home, current, 'following')
    } catch {
      // The place stays closed until the move goes on or is taken back; the first error says why.
    }
    throw error
  }
}

/** @returns when it was closed */
async function closeAndCatchUp(work: Work, current: PlaceMove): Promise<number> {
  const { home, source, target, place } = work
  const name = nameOf(current.moveId)
  // An earlier try may have ended with the copy open, or without its subscription.
  await orNoLock(closeCopy(target), 'target')
  await subscribe(source, target, name, work.urls.source)
  await holdPlace(home, current)
  const closedAtMs = performance.now()
  // A new one each time: an earlier one may be at the target already.
  const mark = randomUUID()
  await orNoLock(closePlace(source, place.shards, mark), 'source')
  await untilMarked(target, mark)
  await stopSubscription(target, name)
  await carrySequences(source, target)
  await orNoLock(openAsUsual(target), 'target')
  return closedAtMs
}

/** Commits arrive in their order, so the mark comes after every row. */
async function untilMarked(target: pg.Client, mark: string): Promise<void> {
  const untilMs = performance.now() + CATCH_UP_MS
  for (;;) {
    const { rows } = await target.query<{ mark: string | null }>(
      'SELECT closed_for AS mark FROM carried_shards',
    )
    if (rows[0]?.mark === mark) return
    if (performance.now() > untilMs) {
      throw new MoveProblem(
        `The copy did not catch up within ${CATCH_UP_MS / 1000} s; the place is open again.`,
      )
    }
    await sleep(CATCH_UP_LOOK_MS)
  }
}

export interface BackDeps {
  place: PlaceToMove
  /** Null: the server is gone, so its copy stays. */
  urls: { home: string; source: string; target: string | null }
  by: AuditedBy
}

/** Ends a move before its switch: the place stays where it is, and the copy is emptied. */
export function takeBack({ place, urls, by }: BackDeps): Promise<void> {
  return withClient(urls.home, 'places', home =>
    withClient(urls.source, 'places', async source => {
      await requireTurn(home)
      const last = await findLastMove(home, place.name)
      if (last === null || !isUnderWay(last)) {
        throw new MoveProblem('No move of the place is under way.')
      }
      const name = nameOf(last.moveId)
      if (urls.target !== null) {
        await withClient(urls.target, 'places', target => clearCopy(target, place, last))
      }
      await unpublish(source, name, last.targetOrigin)
      await orNoLock(openAsUsual(source), 'source')
      await endMove(home, last, 'taken-back', by)
    }),
  )
}

async function clearCopy(target: pg.Client, place: PlaceToMove, last: PlaceMove): Promise<void> {
  if (place.name === HOME && (await isSwitched(target, last))) {
    throw new MoveProblem(
      'The place is switched already: call "places move" again to end the move.',
    )
  }
  await unsubscribe(target, nameOf(last.moveId), true)
  await emptyPlace(target)
}

/** Empties what a move left behind at its source. The triggers stay: old nodes write nothing. */
export function dropCopy({
  place,
  urls,
  by,
}: Omit<BackDeps, 'urls'> & {
  urls: { home: string; copy: string }
}): Promise<void> {
  return withClient(urls.home, 'places', home =>
    withClient(urls.copy, 'places', async copy => {
      await requireTurn(home)
      const last = await findLastMove(home, place.name)
      if (last?.step !== 'moved') throw new MoveProblem('The place has left no copy.')
      if (!(await isPlaceClosedAt(copy))) {
        throw new MoveProblem('The copy is not closed, so it is not one: nothing was removed.')
      }
      await emptyPlace(copy)
      await endMove(home, last, 'dropped', by)
    }),
  )
}
