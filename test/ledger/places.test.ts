// What a move and a split do with the tables of a place, and what they refuse, in one database and
// without nodes: the places are schemas.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import t from 'tap'
import { inSchema } from '../../src/ledger/database/address.ts'
import { withClient } from '../../src/ledger/database/client.ts'
import { takeBack } from '../../src/ledger/places/end-move.ts'
import { beginMove, noteStep } from '../../src/ledger/places/place-moves.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { insertProject } from '../support/rows.ts'

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
  await pool.query('DELETE FROM place_move')
})
