// What a move and a split do with the tables of a place, and what they refuse, in one database and
// without nodes: the places are schemas.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import t from 'tap'
import { inSchema } from '../../src/ledger/database/address.ts'
import { withClient } from '../../src/ledger/database/client.ts'
import { mapShards } from '../../src/ledger/database/shard-map.ts'
import { takeBack } from '../../src/ledger/places/end-move.ts'
import { movePlace } from '../../src/ledger/places/move-place.ts'
import { findThroughHome, type PlaceRow } from '../../src/ledger/places/place-map.ts'
import { beginMove, findLastMove, noteStep } from '../../src/ledger/places/place-moves.ts'
import {
  closeCopy,
  closePlace,
  closeTables,
  isPlaceClosedAt,
  openPlace,
  openTables,
  removeTriggers,
} from '../../src/ledger/places/place-tables.ts'
import { splitPlace } from '../../src/ledger/places/split-place.ts'
import { openAgain } from '../../src/ledger/places/switch-place.ts'
import { followPlaces } from '../../src/server/channels/places.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { insertProject, insertRow } from '../support/rows.ts'
import { until } from '../support/until.ts'

const { databaseUrl: home, pool } = await openStores(t)
const copy = inSchema(home, 'copy')
const other = inSchema(home, 'other')
const [atCopy, atOther] = [await openMigrated(t, copy, 1), await openMigrated(t, other, 1)]
const by = { actor: 'owner:test', origin: 'a test' }
const place = { name: 'home', shards: '0-1023', server: null }

async function fill(at: pg.Pool): Promise<void> {
  await insertProject(at, 'casino')
  await at.query(`INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann')`)
}
for (const at of [pool, atOther]) await fill(at)

const countPlayers = async (at: pg.Pool) => (await at.query('SELECT FROM player')).rowCount

const atHome = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  withClient(home, 'test', work)

async function begin(step: 'copying' | 'following' | 'closing'): Promise<string> {
  const moveId = randomUUID()
  const move = { moveId, place: 'home', fromServer: null, toServer: 'big' }
  await atHome(async client => {
    await beginMove(client, { ...move, origin: 'one/1', targetOrigin: 'two/1' }, by)
    await noteStep(client, moveId, step)
  })
  return moveId
}

t.test('a move is taken back with its own target only, and no live place is emptied', async t => {
  const back = (toServer: string, target: string | null) =>
    takeBack({ place, toServer, urls: { home, source: home, target }, by })
  await t.rejects(back('big', copy), /No move of the place is under way/)
  await begin('copying')
  await t.rejects(back('home', home), /being moved to big: .* "places move home --to big --back"/)
  await t.rejects(back('other', other), /being moved to big: .* "places move home --to big --back"/)
  await t.rejects(back('big', home), /DATABASE_SERVERS names the place itself as big/)
  await t.rejects(back('big', other), /has rows and accepts writes, so it is not the copy/)
  t.equal(await countPlayers(pool), 1)
  t.equal(await countPlayers(atOther), 1)
  await fill(atCopy)
  await withClient(copy, 'test', closeCopy)
  await back('big', copy)
  t.equal(await countPlayers(atCopy), 0)
  await atHome(client =>
    client.query(
      `UPDATE place_move SET step = 'following', into_parts = 4 WHERE step = 'taken-back'`,
    ),
  )
  await t.rejects(back('big', copy), /being split: .* "places split home --into 4 --back"/)
  await pool.query('DELETE FROM place_move; DELETE FROM place')
})

t.test('after a split that was taken back, its parts follow the place', async t => {
  const big = 'postgres://app@big.example/reelhouse'
  const parts = ['0-511', '512-1023'].map(name => ({ name, partOf: 'home' }))
  const at = new Map<string, string>()
  const held = new Map<string, boolean>()
  let look = () => {}
  const databases = ['home', '0-511', '512-1023'].map(name => ({
    name,
    address: home,
    gate: { hold: (isHeld: boolean) => held.set(name, isHeld), moved: async () => {} },
    moveTo: (address: string) => at.set(name, address),
  }))
  const listener = {
    listen(_: string, { onMessage }: { onMessage(): void }) {
      look = onMessage
      return { isListening: () => true, close() {} }
    },
  }
  const follower = followPlaces(
    {
      config: { databaseUrl: home, databaseShards: [], databaseServers: { big }, parts },
      databases: { home: { pool, listener }, all: databases },
      log: { warn() {} },
      onFault: (error: Error) => t.fail(error.message),
    } as never,
    async () => true,
  )
  const areAll = (isHeld: boolean) => () => databases.every(({ name }) => held.get(name) === isHeld)
  look()
  await until('all are open', areAll(false))
  await pool.query('INSERT INTO place (name, closed_for) VALUES ($1, $2)', ['home', randomUUID()])
  look()
  await until('all are held', areAll(true))
  await pool.query(`UPDATE place SET server = 'big', closed_for = NULL`)
  look()
  await until('all are led there', () => databases.every(({ name }) => at.get(name) === big))
  await follower.close()
  await pool.query('DELETE FROM place')
})

const write = (at: pg.Pool) => at.query('UPDATE player SET last_sequence = last_sequence')

t.test('a reader does not keep a place closed, and a writer is named', async t => {
  const mark = randomUUID()
  await pool.query(`INSERT INTO carried_shards (shards) VALUES ('0-1023')`)
  const reader = await pool.connect()
  await reader.query('BEGIN; SELECT FROM player; SELECT FROM finished_round')
  t.equal(await atHome(client => closePlace(client, '0-1023', mark)), null)
  await t.rejects(write(pool), { code: 'RH001' })
  t.ok(await atHome(isPlaceClosedAt))
  t.equal(await atHome(client => openPlace(client, [mark])), null)
  t.notOk(await atHome(isPlaceClosedAt))
  await write(pool)
  t.equal(await atHome(client => closeTables(client, ['player'])), null)
  await t.rejects(write(pool), { code: 'RH001' })
  t.equal(await atHome(openTables), null)
  await write(pool)
  await reader.query('ROLLBACK')
  t.equal(await atHome(removeTriggers), null)
  const left = `SELECT FROM pg_trigger
    WHERE tgname = 'place_closed' AND tgrelid = 'player'::regclass`
  t.equal((await pool.query(left)).rowCount, 0)

  await reader.query('BEGIN; UPDATE player SET last_sequence = last_sequence')
  const { rows } = await reader.query('SELECT pg_backend_pid() AS pid')
  const held = await atHome(client => closePlace(client, '0-1023', mark))
  t.match(held, `with a lock is that of process ${rows[0].pid}: `)
  t.notOk(await atHome(isPlaceClosedAt))
  await reader.query('ROLLBACK')
  reader.release()
})

t.test('a command that has lost its turn opens no place that another one has closed', async t => {
  const moveId = await begin('closing')
  const [mine, others] = [randomUUID(), randomUUID()]
  const open = () =>
    atHome(async client => {
      const move = await findLastMove(client, 'home')
      return openAgain({ home: client, source: client }, move!, [null, mine])
    })
  const close = (mark: string) => atHome(client => closePlace(client, '0-1023', mark))
  await close(others)
  t.equal(await open(), false)
  await t.rejects(write(pool), { code: 'RH001' }, 'it is closed for another command')
  await close(mine)
  await atHome(client => noteStep(client, moveId, 'moved'))
  t.equal(await open(), false)
  await t.rejects(write(pool), { code: 'RH001' }, 'the place has moved')
  await atHome(client => noteStep(client, moveId, 'closing'))
  t.equal(await open(), true)
  await write(pool)
  t.match(await atHome(client => findLastMove(client, 'home')), { step: 'following' })
  await pool.query('DELETE FROM place_move; DELETE FROM place')
})

const urls = { home, source: home }
const split = () => splitPlace({ place, into: 2, urls, appRole: null, by, onProgress() {} })
const move = (throughHome: readonly string[]) =>
  movePlace({
    place,
    toServer: 'big',
    throughHome,
    urls: { ...urls, target: copy },
    appRole: null,
    by,
    onProgress() {},
  })

t.test('a ledger that is not reconciled is neither moved nor split', async t => {
  await pool.query(`UPDATE ledger_origin SET origin = 'before'`)
  await t.rejects(move([]), /its players are not reconciled yet/)
  await t.rejects(split(), /its players are not reconciled yet/)
  await pool.query('UPDATE ledger_origin SET origin = current_origin()')
})

t.test('the home database moves only once no other place is found through it', async t => {
  await t.rejects(move(['256-511', '512-1023']), /of these places, too: 256-511, 512-1023\. Move/)
  const addresses = ['home#east', 'postgres://db-b/r#west'].map((text, at) => {
    const [server, schema] = text.split('#')
    const address = inSchema(server === 'home' ? home : server!, schema!)
    return { first: at * 256, last: at * 256 + 255, address }
  })
  const map = mapShards(home, [...addresses, { first: 512, last: 1023, address: null }])
  const servers = { big: 'postgres://db-c/r' }
  const row = (name: string, server: string | null, partOf: string | null, isPlanned = false) => ({
    ...{ name, server, partOf, isPlanned },
    ...{ closedFor: null, revision: '1', schema: null },
  })
  const find = (...rows: PlaceRow[]) => findThroughHome({ map, servers }, rows)
  t.strictSame(find(), ['0-255'])
  t.strictSame(find(row('0-255', 'big', null), row('256-511', 'home', null)), ['256-511'])
  t.strictSame(
    find(
      row('0-127', null, '0-255'),
      row('128-255', 'big', '0-255'),
      row('256-383', null, '256-511'),
      row('384-511', null, '256-511'),
      row('512-767', null, 'home'),
      row('768-1023', 'big', 'home'),
    ),
    ['0-127', '512-767'],
  )
  t.strictSame(find(row('0-127', null, '0-255', true)), ['0-255'])
})

// Below this the place is split.

t.test('a split that was lost before its switch sets no round aside again', async t => {
  const { rows } = await pool.query('SELECT player_key FROM player')
  const [{ player_key }] = rows
  const created_at = new Date(Date.now() - 120_000)
  await insertRow(pool, 'round', { player_key, created_at, state: 'debit_pending' })
  // The roll-up has added it.
  await pool.query('DELETE FROM report_aside')
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'refused by a test'; END$$;
    CREATE TRIGGER refuse BEFORE UPDATE ON place_move FOR EACH ROW WHEN (NEW.step = 'moved')
      EXECUTE FUNCTION refuse()`)
  await t.rejects(split(), /refused by a test/)
  const slow = await pool.connect()
  await slow.query('BEGIN; LOCK TABLE shards_0_511.report_aside')
  await t.rejects(split(), /was not copied within 10 s: choose a quieter hour. The place is open./)
  await slow.query('ROLLBACK')
  slow.release()
  await t.rejects(split(), /refused by a test/)
  await pool.query('DROP FUNCTION refuse CASCADE')
  await pool.query('UPDATE player SET last_sequence = last_sequence')
  t.match(await split(), { parts: ['0-511', '512-1023'], closedMs: Number })
  t.equal((await pool.query('SELECT FROM report_aside')).rowCount, 0)
})
