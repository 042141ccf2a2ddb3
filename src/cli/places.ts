// `reelhouse places`: where the players' rows are, moving a place to another Postgres server or
// splitting it into several while its players play, and removing what that left behind. The steps
// are in ledger/places.

import type pg from 'pg'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { directUrl } from '../ledger/database/address.ts'
import { withClient } from '../ledger/database/client.ts'
import { HOME, listDatabases, type ShardDatabase } from '../ledger/database/shard-map.ts'
import { dropCopy, takeBack } from '../ledger/places/end-move.ts'
import { dropLeft, takeSplitBack } from '../ledger/places/end-split.ts'
import { movePlace } from '../ledger/places/move-place.ts'
import {
  addressOfPart,
  addressOn,
  findThroughHome,
  ownAddressOf,
  type PlaceRow,
  readPlaces,
} from '../ledger/places/place-map.ts'
import { findLastMove, listLastMoves, type PlaceMove } from '../ledger/places/place-moves.ts'
import { MoveProblem, type PlaceToMove } from '../ledger/places/place-work.ts'
import { type CopyProgress, countBytes } from '../ledger/places/replication.ts'
import { PARTS_MAX, splitPlace } from '../ledger/places/split-place.ts'
import type { SplitProgress } from '../ledger/places/split-records.ts'
import { readSettings } from '../server/settings/secret-files.ts'
import { defineCommand, printJson, printLine, printTable, say } from './command-line.ts'
import {
  createStoreCommand,
  findMap,
  placesOf,
  readOwner,
  type StoreAccess,
  withStores,
} from './node/store-access.ts'

interface Known {
  stores: StoreAccess
  place: PlaceToMove
  /** Of the home database and of the place, as they are now. */
  home: string
  source: string
  rows: readonly PlaceRow[]
}

/** Runs `work` on the place of this name; its refusals are printed in one line. */
function withPlace<Answer>(
  options: { dataDir?: string | undefined; databaseUrl?: string | undefined },
  name: string,
  work: (known: Known) => Promise<Answer>,
): Promise<Answer> {
  return withStores('places', options, async stores => {
    const map = await findMap(stores)
    const home = directUrl(map.home.address)
    const rows = await withClient(home, 'places', readPlaces)
    const known = listDatabases(map).find(each => each.name === name || each.shards === name)
    const found = known ?? findSplit(stores, rows, name)
    if (found === null) {
      const names = listDatabases(map).map(each => each.name)
      throw new SetupProblem(`There is no place ${name}: they are ${names.join(', ')}.`)
    }
    const place = { ...found, server: await serverOf(stores, found, rows) }
    try {
      return await work({ stores, place, home, source: directUrl(found.address), rows })
    } catch (error) {
      if (error instanceof MoveProblem) throw new SetupProblem(error.message)
      throw error
    }
  })
}

/** The copy that a place left when it was split; the home place is found like any other. */
function findSplit(
  stores: StoreAccess,
  rows: readonly PlaceRow[],
  name: string,
): ShardDatabase | null {
  if (!rows.some(({ partOf }) => partOf === name)) return null
  const address = ownAddressOf(placesOf(stores), rows, name)
  return address === null ? null : { name, address, shards: '', isHome: false }
}

/** The home database has no row about itself, but its first one has. */
async function serverOf(
  stores: StoreAccess,
  { name, address }: ShardDatabase,
  rows: readonly PlaceRow[],
): Promise<string | null> {
  if (name !== HOME) return rows.find(row => row.name === name)?.server ?? null
  const here = directUrl(address)
  const named = Object.keys(stores.databaseServers).find(
    server => addressOn(placesOf(stores), HOME, server) === here,
  )
  return named ?? null
}

function urlOn({ stores, place, rows }: Known, server: string): string {
  const part = partIn(rows, place.name)
  const address =
    part === null
      ? addressOn(placesOf(stores), place.name, server)
      : addressOfPart(placesOf(stores), rows, { ...part, server })
  if (address !== null) return directUrl(address)
  const names = [HOME, ...Object.keys(stores.databaseServers)]
  throw new SetupProblem(`There is no server ${server}: DATABASE_SERVERS has ${names.join(', ')}.`)
}

const partIn = (rows: readonly PlaceRow[], name: string) =>
  rows.find(row => row.name === name && row.partOf !== null) ?? null

const move = defineCommand(
  createStoreCommand(
    'reelhouse places move',
    `Moves a place to another Postgres server while its players play: copies, follows, closes the
    place for a fraction of a second, and leads every node to the new server. Interrupted, it goes
    on when called again. The old copy stays until "places drop". Run it as the owner of the
    databases, with DATABASE_SERVERS as the nodes have it, but the owner's addresses. Audited.`,
  )
    .argument('<place>', 'home, or its shards as "places list" shows them')
    .requiredOption('--to <server>', 'a name of DATABASE_SERVERS, or home: that of DATABASE_URL')
    .option('--back', 'instead, ends a move that has not switched: the place stays where it is')
    .option('--without-target', 'with --back: the target is gone, leave it alone')
    .option('--grant-app <role>', 'the role of the nodes at the target (docs/database-roles.md)')
    .option('--json', 'one line: {"place":…,"server":…,"closed_ms":…}'),
  (name, options) =>
    withPlace(options, name, async known => {
      const { to, json } = options
      const target = urlOn(known, to)
      const { home, source, place, stores } = known
      if (options.back === true) {
        const urls = { home, source, target: options.withoutTarget === true ? null : target }
        await takeBack({ place, toServer: to, urls, by: readOwner() })
        if (json === true) printJson({ place: place.name, server: place.server, closed_ms: null })
        else printLine(`${place.name} stays where it is.`)
        return 0
      }
      const urls = { home, source: await sourceOf(known, target), target }
      const appRole = options.grantApp ?? null
      const done = {
        place,
        toServer: to,
        throughHome: findThroughHome(placesOf(stores), known.rows),
        urls,
        appRole,
        by: readOwner(),
        onProgress: sayProgress(),
      }
      const { closedMs } = await movePlace(done)
      if (json === true) printJson({ place: place.name, server: to, closed_ms: closedMs })
      else printLine(describeMoved(place.name, to, closedMs))
      return 0
    }),
)

/** After the switch only the rest of the move is done, from where the place came. */
async function sourceOf(known: Known, target: string): Promise<string> {
  const { home, source, place, stores } = known
  if (source !== target) return source
  const last = await withClient(home, 'places', client => findLastMove(client, place.name))
  if (last?.step !== 'moved') throw new SetupProblem(`${place.name} is there.`)
  return urlBefore(stores, last, known)
}

function urlBefore(stores: StoreAccess, { fromServer }: PlaceMove, known: Known): string {
  if (fromServer !== null) return urlOn(known, fromServer)
  const { name } = known.place
  const part = partIn(known.rows, name)
  const rows = part === null ? [] : [...known.rows.filter(row => row !== part), stayed(part)]
  return directUrl(ownAddressOf(placesOf(stores), rows, name)!)
}

/** Before it moved. */
const stayed = (part: PlaceRow): PlaceRow => ({ ...part, server: null })

function describeMoved(name: string, server: string, closedMs: number | null): string {
  const closed = closedMs === null ? '' : `, closed for ${closedMs} ms`
  const next = name === HOME ? ' Set DATABASE_URL to it at the next restart of each node.' : ''
  return `${name} is on ${server} now${closed}. The old copy stays until "places drop".${next}`
}

const split = defineCommand(
  createStoreCommand(
    'reelhouse places split',
    `Splits a place into several on its server while its players play: each part gets a schema and
    an even share of the shards. Copies, closes the place for a fraction of a second, and leads
    every node to the parts. Interrupted, it goes on when called again. Nodes must have been
    restarted since its first call. The old copy stays until "places drop". Run it as the owner of
    the databases. Audited.`,
  )
    .argument('<place>', 'home, or its shards as "places list" shows them')
    .requiredOption('--into <count>', `of parts, 2 to ${PARTS_MAX}`, Number)
    .option('--back', 'instead, ends a split that has not switched: the place stays as it is')
    .option('--grant-app <role>', 'the role of the nodes in the parts (docs/database-roles.md)')
    .option('--json', 'one line: {"place":…,"parts":[…],"closed_ms":…}'),
  (name, options) =>
    withPlace(options, name, async ({ stores, place, home, source }) => {
      const { into, json } = options
      requireSplittable(stores)
      const [urls, by] = [{ home, source }, readOwner()]
      if (options.back === true) {
        await takeSplitBack({ place, urls, by })
        if (json === true) printJson({ place: place.name, parts: [], closed_ms: null })
        else printLine(`${place.name} stays as it is.`)
        return 0
      }
      const appRole = options.grantApp ?? null
      const onProgress = sayProgress()
      const { closedMs, parts } = await splitPlace({ place, into, urls, appRole, by, onProgress })
      if (json === true) printJson({ place: place.name, parts, closed_ms: closedMs })
      else printLine(describeSplit(place.name, parts, closedMs))
      return 0
    }),
)

function requireSplittable({ development }: StoreAccess): void {
  if (development) {
    throw new SetupProblem('"up" runs on one place: only one of "reelhouse serve" is split.')
  }
  if (readSettings().DATABASE_DIRECT_URL !== undefined) {
    throw new SetupProblem(
      'A part is reached directly, because a pooler does not keep the schema of a connection: ' +
        'leave out DATABASE_DIRECT_URL, at the nodes too.',
    )
  }
}

function describeSplit(name: string, parts: readonly string[], closedMs: number | null): string {
  const closed = closedMs === null ? '' : `, and was closed for ${closedMs} ms`
  const made = `${name} is split into ${parts.join(', ')}${closed}.`
  return `${made} The old copy stays until "places drop ${name}".`
}

/** One line a step, and one for each tenth of the copy. */
function sayProgress() {
  let said = ''
  return ({ step }: Pick<PlaceMove, 'step'>, progress: CopyProgress | SplitProgress | null) => {
    const text = progress === null ? step : `${step} ${describeProgress(step, progress)}`
    if (text !== said) say(text)
    said = text
  }
}

function describeProgress(step: string, progress: CopyProgress | SplitProgress): string {
  const { sourceBytes, copiedBytes } = progress
  if ('waitingPlayers' in progress) {
    if (step !== 'copying') return `${progress.waitingPlayers} players behind`
  } else if (progress.isCopied) {
    return `${Math.ceil(progress.behindBytes / 1_000_000)} MB behind`
  }
  const tenths = Math.min(9, Math.floor((copiedBytes / Math.max(1, sourceBytes)) * 10))
  return `${tenths * 10} %`
}

const drop = defineCommand(
  createStoreCommand(
    'reelhouse places drop',
    `Removes the rows that a move left behind at the former server of a place, or a split in its
    former schema. What is left refuses every write, so that a node with old settings writes nothing
    there. Audited.`,
  )
    .argument('<place>', 'home, or its shards as "places list" shows them')
    .option('--json', 'one line: {"place":…,"dropped":true}'),
  (name, options) =>
    withPlace(options, name, async known => {
      const { home, source, place, stores } = known
      const last = await withClient(home, 'places', client => findLastMove(client, place.name))
      if (last === null) throw new SetupProblem(`${name} was never moved or split.`)
      if (last.intoParts === null) {
        const copy = urlBefore(stores, last, known)
        await dropCopy({ place, urls: { home, place: source, copy }, by: readOwner() })
      } else {
        await dropLeft({ place, urls: { home, source }, by: readOwner() })
      }
      if (options.json === true) printJson({ place: name, dropped: true })
      else printLine(`The former copy of ${name} is removed.`)
      return 0
    }),
)

const list = defineCommand(
  createStoreCommand(
    'reelhouse places list',
    'Shows where each place is, how large it is, and its last move.',
  ).option('--json', 'one line: {"places":[…]}'),
  options =>
    withStores('places', options, async stores => {
      const map = await findMap(stores)
      const [rows, moves] = await withClient(directUrl(map.home.address), 'places', readAll)
      const places = []
      for (const each of listDatabases(map)) {
        const last = moves.find(({ place }) => place === each.name) ?? null
        places.push({
          place: each.name,
          shards: each.shards,
          server: await serverOf(stores, each, rows),
          bytes: await withClient(directUrl(each.address), 'places', countBytes),
          move: last === null ? null : describeLast(last),
        })
      }
      if (options.json === true) printJson({ places })
      else printPlaces(places)
      return 0
    }),
)

function describeLast({ toServer: to, step, intoParts }: PlaceMove) {
  return intoParts === null ? { to, step } : { into: intoParts, step }
}

async function readAll(home: pg.Client): Promise<[PlaceRow[], PlaceMove[]]> {
  return [await readPlaces(home), await listLastMoves(home)]
}

interface Listed {
  place: string
  shards: string
  server: string | null
  bytes: number
  move: ReturnType<typeof describeLast> | null
}

function printPlaces(places: readonly Listed[]): void {
  const rows = places.map(({ place, shards, server, bytes, move }) => [
    place,
    shards === '' ? 'none' : shards,
    server ?? 'as set',
    `${Math.ceil(bytes / 1_000_000)} MB`,
    move === null
      ? '-'
      : `${move.into === undefined ? `to ${move.to}` : `into ${move.into}`}: ${move.step}`,
  ])
  printTable(['place', 'shards', 'server', 'size', 'last move'], rows)
}

export const commands = { list, move, split, drop }
