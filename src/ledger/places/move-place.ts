// Moves a place to another Postgres server while its players play: prepares the schema there,
// copies, follows, closes the place for a fraction of a second, and switches the map. It may be
// interrupted anywhere: called again it goes on, or `takeBack` goes back. Until the switch the
// source is the truth, and afterwards the target; never both accept writes.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NODE_GONE_MS } from '../../limits.ts'
import { grantApp } from '../database/app-role.ts'
import { withClient } from '../database/client.ts'
import { migrate, readMigrations } from '../database/migrations.ts'
import { HOME } from '../database/shard-map.ts'
import { KNOWN_SERVERS, listNodes } from '../nodes/node-settings.ts'
import { endReplication } from './end-move.ts'
import {
  beginMove,
  findLastMove,
  isUnderWay,
  noteProgress,
  noteStep,
  type PlaceMove,
  readAgain,
  switchHome,
} from './place-moves.ts'
import {
  closeCopy,
  emptyPlace,
  hasMonthBetween,
  identifyRows,
  isEmpty,
  listMonthTables,
} from './place-tables.ts'
import { type MoveDeps, MoveProblem, orNoLock, requireTurn, type Work } from './place-work.ts'
import {
  type CopyProgress,
  findSourceProblem,
  nameOf,
  publish,
  readCopyProgress,
  subscribe,
} from './replication.ts'
import { closeAndSwitch } from './switch-place.ts'

/** How often the copy's progress is read and recorded. */
const PROGRESS_MS = 500
/** The place is closed once its copy is this close: about a second's work of a busy place. */
const CLOSE_AT_BYTES = 4_000_000

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

async function move(work: Work): Promise<{ closedMs: number | null }> {
  let current = await findOrBegin(work)
  let closedMs: number | null = null
  while (isUnderWay(current)) {
    work.onProgress(current, null)
    if (current.step === 'closing') closedMs = await closeAndSwitch(work, current)
    else await STEPS[current.step as keyof typeof STEPS](work, current)
    current = await readAgain(work.home, current)
  }
  const { place, source, target } = work
  // A call before this one may have ended between its two commits.
  if (place.name === HOME && closedMs === null) await switchHome(source, target, current, work.by)
  await endReplication(target, source, current)
  return { closedMs }
}

async function findOrBegin(work: Work): Promise<PlaceMove> {
  const { home, place, toServer } = work
  const last = await findLastMove(home, place.name)
  if (last !== null && last.intoParts !== null) requireSplitDone(last)
  else if (last?.step === 'moved' && last.toServer === toServer) return last
  if (last === null || !isUnderWay(last)) return begin(work)
  if (last.toServer !== toServer) {
    throw new MoveProblem(
      `The place is being moved to ${last.toServer}: go on with that, or take it back.`,
    )
  }
  await requireOrigin(work.source, last)
  return last
}

export async function requireOrigin(source: pg.Client, { origin }: PlaceMove): Promise<void> {
  if ((await originOf(source)) === origin) return
  throw new MoveProblem(
    'The source is another ledger than when this began (a promoted standby, a restored backup), ' +
      'so the copy may have more than it: take it back and begin again.',
  )
}

function requireSplitDone(last: PlaceMove): void {
  if (isUnderWay(last)) {
    throw new MoveProblem('The place is being split: go on with that, or take it back.')
  }
  if (last.step === 'moved') {
    throw new MoveProblem('The place was split: call "places drop" first, which removes the copy.')
  }
}

/** Their addresses would lead to the next server once DATABASE_URL does. */
function requireOthersNamed(throughHome: readonly string[]): void {
  if (throughHome.length === 0) return
  throw new MoveProblem(
    `DATABASE_URL names the server of these places, too: ${throughHome.join(', ')}. Move them to ` +
      'a server of DATABASE_SERVERS first.',
  )
}

/** Otherwise the copy would pass for reconciled: which ledger was is not copied. */
export async function requireReconciled(source: pg.Client): Promise<void> {
  const { rowCount } = await source.query(
    'SELECT FROM ledger_origin WHERE origin = current_origin()',
  )
  if (rowCount === 1) return
  throw new MoveProblem(
    'The ledger of the place was replaced (a promoted standby, a restored backup), and its ' +
      'players are not reconciled yet: a node that is running does it. Call again then.',
  )
}

async function begin(work: Work): Promise<PlaceMove> {
  const { home, source, target, place, toServer, by } = work
  if (place.name === HOME) requireOthersNamed(work.throughHome)
  else if (place.shards === '') throw new MoveProblem('The place was split: move its parts.')
  await requireReconciled(source)
  const problem = await findSourceProblem(source)
  if (problem !== null) throw new MoveProblem(problem)
  await requireNodes(home, toServer)
  const moveId = randomUUID()
  // Migrations create what the next statements read.
  await prepareSchema(work.urls.target, work.appRole)
  if (!(await isEmpty(target))) {
    throw new MoveProblem('The target has players or projects already: give an empty database.')
  }
  const origin = await originOf(source)
  const targetOrigin = await originOf(target)
  const move = { moveId, place: place.name, fromServer: place.server, toServer }
  await beginMove(home, { ...move, origin, targetOrigin }, by)
  return (await findLastMove(home, place.name))!
}

export const originOf = async (client: pg.Client) =>
  (await client.query<{ origin: string }>('SELECT current_origin() AS origin')).rows[0]!.origin

/** A node without the server's address could not go on with the place's players. */
async function requireNodes(home: pg.Client, server: string): Promise<void> {
  if (server === HOME) return
  const nodes = await listNodes(home, NODE_GONE_MS)
  const without = nodes.filter(
    ({ settings }) => !(settings[KNOWN_SERVERS] ?? '').split(',').includes(server),
  )
  if (without.length === 0) return
  const names = without.map(({ node }) => node)
  throw new MoveProblem(
    `These nodes do not know the server ${server}: ${names.join(', ')}. ` +
      'Give them DATABASE_SERVERS with it and restart them, one after another.',
  )
}

/** @param appRole the role of the nodes; null: the owner's */
export async function prepareSchema(url: string, appRole: string | null): Promise<void> {
  const migrated = await migrate(url, readMigrations(), null)
  if (!migrated.ok) throw new MoveProblem(migrated.problem)
  if (appRole === null) return
  const granted = await grantApp(url, appRole)
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
    await requireSameSchema(source, target, work.urls.target)
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
export async function requireSameSchema(
  source: pg.Client,
  target: pg.Client,
  targetUrl: string,
): Promise<void> {
  const namesOf = async (client: pg.Client) =>
    (await client.query('SELECT name FROM schema_migration ORDER BY name')).rows.map(
      ({ name }) => name as string,
    )
  const [here, there] = [await namesOf(source), await namesOf(target)]
  if (here.join() === there.join()) return
  const migrated = await migrate(targetUrl, readMigrations(), null)
  if (migrated.ok && here.join() === (await namesOf(target)).join()) return
  throw new MoveProblem('Source and target have different schemas: run "reelhouse migrate" first.')
}

/** The target has the source's months; one that the source dropped meanwhile ends the move. */
export async function makeMonths(source: pg.Client, target: pg.Client): Promise<void> {
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
