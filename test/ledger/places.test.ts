// What a move and a split do with the tables of a place, and what they refuse, in one database and
// without nodes: the places are schemas.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import t from 'tap'
import { inSchema } from '../../src/ledger/database/address.ts'
import { withClient } from '../../src/ledger/database/client.ts'
import { takeBack } from '../../src/ledger/places/end-move.ts'
import { beginMove, noteStep } from '../../src/ledger/places/place-moves.ts'
import { splitPlace } from '../../src/ledger/places/split-place.ts'
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
  await back('big', copy)
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
  const areAll = (isHeld: boolean) => () =>
    databases.every(({ name }) => held.get(name) === isHeld)
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

// Below this the place is split.

t.test('a split that was lost before its switch sets no round aside again', async t => {
  const { rows } = await pool.query('SELECT player_key FROM player')
  const [{ player_key }] = rows
  const created_at = new Date(Date.now() - 120_000)
  await insertRow(pool, 'round', { player_key, created_at, state: 'debit_pending' })
  // The roll-up has added it.
  await pool.query('DELETE FROM report_aside')
  const split = () =>
    splitPlace({
      place,
      into: 2,
      urls: { home, source: home },
      appRole: null,
      by,
      onProgress() {},
    })
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'refused by a test'; END$$;
    CREATE TRIGGER refuse BEFORE UPDATE ON place_move FOR EACH ROW WHEN (NEW.step = 'moved')
      EXECUTE FUNCTION refuse()`)
  await t.rejects(split(), /refused by a test/)
  await pool.query('DROP FUNCTION refuse CASCADE')
  await pool.query('UPDATE player SET last_sequence = last_sequence')
  t.match(await split(), { parts: ['0-511', '512-1023'], closedMs: Number })
  t.equal((await pool.query('SELECT FROM report_aside')).rowCount, 0)
})
