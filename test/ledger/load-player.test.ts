// In which order a player is read from the ledger: what is committed between two readings is seen by the
// later one alone.

import type { Pool } from 'pg'
import t from 'tap'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
await pool.query(
  `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
   VALUES ('casino', 'https://wallet.example.com', '\\x00', sha256('\\x00'))`,
)
await pool.query(`INSERT INTO player (project_id, player_id) VALUES ('casino', 'ann')`)

/** The pool, and the names of the statements it was asked for, each once the one before was answered. */
function listen(): { pool: Pool; asked: string[] } {
  const asked: string[] = []
  let underWay = 0
  const query = async (statement: { name: string }) => {
    asked.push(underWay === 0 ? statement.name : `${statement.name} beside another`)
    underWay++
    const answer = await pool.query(statement as never)
    underWay--
    return answer
  }
  return { pool: { query } as unknown as Pool, asked }
}

t.test('open rounds are read before what counts them, grants after the revision', async t => {
  const { pool, asked } = listen()
  const read = await createRoundReader(pool).loadPlayer('casino', 'ann')
  t.match(read, { openRounds: [], entitlements: { grants: [] } })
  t.strictSame(asked.slice(0, 2), ['list-open-rounds', 'load-player'])
  t.equal(asked.length, 3)
  t.notMatch(asked.join(), /beside/)
})
