// Splits a place into several on its server while its players play: makes a schema for each part,
// copies the rows of each part's players, copies again those who have played meanwhile, closes the
// place for a fraction of a second, and switches the map. It may be interrupted anywhere: called
// again it goes on, or `takeSplitBack` goes back. Until the switch the place is the truth, and
// afterwards its parts are; never both accept writes.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { NODE_GONE_MS } from '../../limits.ts'
import type { AuditedBy } from '../audit/audit-log.ts'
import { inSchema } from '../database/address.ts'
import { withClient } from '../database/client.ts'
import { divideShards } from '../database/shard-map.ts'
import { KNOWN_PARTS, listNodes } from '../nodes/node-settings.ts'
import { leavePlace } from './end-split.ts'
import {
  makeMonths,
  originOf,
  prepareSchema,
  requireOrigin,
  requireReconciled,
  requireSameSchema,
} from './move-place.ts'
import { findLastMove, isUnderWay, noteStep, type PlaceMove, readAgain } from './place-moves.ts'
import { hasMonthBetween, isEmpty, listMonthTables } from './place-tables.ts'
import { MoveProblem, orNoLock, type PlaceToMove, requireTurn } from './place-work.ts'
import { countBytes } from './replication.ts'
import {
  COPY_PLAYERS,
  type CopyWork,
  copyPlayers,
  countWaiting,
  FIRST_PLAYERS,
  indexShards,
  noteEverybody,
  readNotes,
} from './split-copy.ts'
import {
  beginSplit,
  listParts,
  type NewPart,
  noteCopied,
  type SplitProgress,
} from './split-records.ts'
import { closeAndSplit, openAgain } from './split-switch.ts'
import { emptyTables, noteTouched, readColumns, requireRules, setTriggers } from './split-tables.ts'

/** Each part has its own connections from every lane and node. */
export const PARTS_MAX = 32
/** How often the progress is read and recorded. */
const PROGRESS_MS = 500
/** The place is closed once one batch has all who are waiting. */
const CLOSE_AT_PLAYERS = COPY_PLAYERS
export interface SplitDeps {
  place: PlaceToMove
  into: number
  /** Addresses for the owner of the databases, the place's in its schema. */
  urls: { home: string; source: string }
  /** The role of the nodes; null: the owner's. */
  appRole: string | null
  by: AuditedBy
  onProgress(split: Pick<PlaceMove, 'step'>, progress: SplitProgress | null): void
}

interface Work extends SplitDeps {
  home: pg.Client
  source: pg.Client
}

/** @returns for how long the place was closed, in milliseconds; null: in an earlier call */
export function splitPlace(deps: SplitDeps): Promise<{ closedMs: number | null; parts: string[] }> {
  const { home, source } = deps.urls
  return withClient(home, 'places', atHome =>
    withClient(source, 'places', async atSource => {
      await requireTurn(atHome)
      // Tables that grow have no statistics yet: see round-writer.ts.
      await atSource.query('SET enable_seqscan = off; SET jit = off')
      return split({ ...deps, home: atHome, source: atSource })
    }),
  )
}

async function split(work: Work): Promise<{ closedMs: number | null; parts: string[] }> {
  let current = await findOrBegin(work)
  // An earlier call may have left it closed: what is to be done before takes longer.
  if (current.step === 'closing') {
    await openAgain(work, current)
    current = await readAgain(work.home, current)
  }
  const parts = await listParts(work.home, current.place)
  let closedMs: number | null = null
  while (isUnderWay(current)) {
    work.onProgress(current, null)
    if (current.step === 'closing') closedMs = await closeOnce(work, current, parts)
    else await STEPS[current.step as keyof typeof STEPS](work, current, parts)
    current = await readAgain(work.home, current)
  }
  await leavePlace(work.source)
  return { closedMs, parts: parts.map(({ name }) => name) }
}

async function findOrBegin(work: Work): Promise<PlaceMove> {
  const { home, place, into } = work
  const last = await findLastMove(home, place.name)
  if (last?.step === 'moved' && last.intoParts === into) return last
  if (last?.step === 'moved') throw new MoveProblem('Call "places drop" first: a copy is left.')
  if (last === null || !isUnderWay(last)) return begin(work)
  if (last.intoParts === null) {
    throw new MoveProblem(`The place is being moved to ${last.toServer}: go on, or take it back.`)
  }
  if (last.intoParts !== into) {
    throw new MoveProblem(
      `The place is being split into ${last.intoParts}: go on with that, or take it back.`,
    )
  }
  await requireOrigin(work.source, last)
  return last
}

async function begin(work: Work): Promise<PlaceMove> {
  const { home, source, place, into, urls, appRole, by } = work
  if (place.shards === '') throw new MoveProblem('The place has no shards.')
  const isCount = Number.isInteger(into) && into >= 2 && into <= PARTS_MAX
  const names = isCount ? divideShards(place.shards, into) : ['']
  if (names.includes('')) {
    throw new MoveProblem(`Split it into 2 to ${PARTS_MAX} parts, each with a shard.`)
  }
  await requireReconciled(source)
  await requireRules(source)
  const parts = names.map(name => ({ name, schema: schemaOf(name) }))
  for (const { schema } of parts) {
    const url = inSchema(urls.source, schema)
    await prepareSchema(url, appRole)
    if (await withClient(url, 'places', isEmpty)) continue
    throw new MoveProblem(`The schema ${schema} has players or projects already.`)
  }
  const move = { moveId: randomUUID(), place: place.name, fromServer: place.server }
  await beginSplit(home, { ...move, origin: await originOf(source) }, parts, by)
  return (await findLastMove(home, place.name))!
}

/** No place that is a part of the same one has the same first and last shard. */
function schemaOf(name: string): string {
  const shards = name.split(/[,-]/)
  return `shards_${shards[0]}_${shards.at(-1)}`
}

/** A node that does not know the parts could not go on with their players. */
async function requireNodes(home: pg.Client, parts: readonly NewPart[]): Promise<void> {
  const nodes = await listNodes(home, NODE_GONE_MS)
  const without = nodes.filter(({ settings }) => {
    const known = (settings[KNOWN_PARTS] ?? '').split(' ')
    return !parts.every(({ name }) => known.includes(name))
  })
  if (without.length === 0) return
  const names = without.map(({ node }) => node)
  throw new MoveProblem(
    `The parts are prepared, but these nodes do not know them yet: ${names.join(', ')}. ` +
      'Restart them, one after another, and call again.',
  )
}

const STEPS = {
  async preparing(work: Work, { moveId }: PlaceMove, parts: readonly NewPart[]): Promise<void> {
    const { home, source, urls } = work
    await requireNodes(home, parts)
    if (await hasMonthBetween(source)) {
      throw new MoveProblem('A month is being dropped: finish "ledger archive --drop" first.')
    }
    for (const { schema } of parts) {
      await emptyTables(source, schema)
      await setTriggers(source, schema, 'DISABLE')
      await withClient(inSchema(urls.source, schema), 'places', part => makeMonths(source, part))
    }
    await orNoLock(noteTouched(source), 'source')
    await noteEverybody(source)
    await noteStep(home, moveId, 'copying')
  },

  async copying(work: Work, { moveId }: PlaceMove, parts: readonly NewPart[]): Promise<void> {
    await follow(work, moveId, 'copying', await copyWorkOf(work.source, parts))
    await noteStep(work.home, moveId, 'following')
  },

  async following(work: Work, { moveId }: PlaceMove, parts: readonly NewPart[]): Promise<void> {
    const { home, source, urls } = work
    await requireNodes(home, parts)
    for (const { schema } of parts) {
      // A call that ended just before its switch has enabled them.
      await setTriggers(source, schema, 'DISABLE')
      const url = inSchema(urls.source, schema)
      await withClient(url, 'places', part => requireSameSchema(source, part, url))
    }
    await follow(work, moveId, 'following', await copyWorkOf(source, parts))
    await noteStep(home, moveId, 'closing')
  },
}

async function copyWorkOf(source: pg.Client, parts: readonly NewPart[]): Promise<CopyWork> {
  const escaped = parts.map(({ name, schema }) => ({ name, schema: pg.escapeIdentifier(schema) }))
  const partOfShard = indexShards(parts.map(({ name }) => name))
  return { source, parts: escaped, partOfShard, columns: await readColumns(source) }
}

/** Until everybody was copied once; then, until one batch has all who are waiting. */
async function follow(
  work: Work,
  moveId: string,
  step: 'copying' | 'following',
  copy: CopyWork,
): Promise<void> {
  const { source } = work
  const { last } = await readNotes(source)
  const players = await countPlayers(source)
  let readMs = Number.NEGATIVE_INFINITY
  for (;;) {
    const isRest = !(await copyPlayers(copy, step === 'copying' ? FIRST_PLAYERS : COPY_PLAYERS))
    if (!isRest && performance.now() < readMs + PROGRESS_MS) continue
    const progress = await readProgress(copy, players)
    readMs = performance.now()
    await noteCopied(work.home, moveId, progress)
    work.onProgress({ step }, progress)
    if ((await readNotes(source)).first <= last) continue
    if (step === 'copying' || progress.waitingPlayers <= CLOSE_AT_PLAYERS) return
  }
}

/** The share of the bytes is that of the players. */
async function readProgress({ source }: CopyWork, players: number): Promise<SplitProgress> {
  const waitingPlayers = await countWaiting(source)
  const sourceBytes = await countBytes(source)
  const share = 1 - Math.min(1, waitingPlayers / Math.max(1, players))
  return { sourceBytes, copiedBytes: Math.round(sourceBytes * share), waitingPlayers }
}

async function countPlayers(source: pg.Client): Promise<number> {
  const { rows } = await source.query<{ players: number }>(
    'SELECT count(*)::float8 AS players FROM player',
  )
  return rows[0]!.players
}

async function closeOnce(
  work: Work,
  current: PlaceMove,
  parts: readonly NewPart[],
): Promise<number> {
  for (const { schema } of parts) {
    await withClient(inSchema(work.urls.source, schema), 'places', async part => {
      await makeMonths(work.source, part)
      await requireNoDrop(work.source, part)
    })
  }
  return closeAndSplit(work, current, parts, await copyWorkOf(work.source, parts))
}

async function requireNoDrop(source: pg.Client, part: pg.Client): Promise<void> {
  const months = await listMonthTables(source)
  const extra = (await listMonthTables(part)).filter(month => !months.includes(month))
  const { rowCount } = await source.query(
    `SELECT FROM archived_month
     WHERE dropped_at IS NOT NULL AND to_char(month, 'YYYY_MM') = ANY ($1)`,
    [extra],
  )
  if (rowCount === 0) return
  throw new MoveProblem('A month was dropped during the copy: take the split back, begin again.')
}
