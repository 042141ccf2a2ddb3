// Guarantee 2: no wallet operation is sent before its intent is committed in Postgres. The wallet
// reads the ledger while it holds the call.

import t from 'tap'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import type { WalletCall } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const { setup, node } = await openShared(t)
const { wallet, pool, project } = setup

interface Row {
  state: string
  bet_status: string
  win_status: string | null
  stake_minor: string
  win_minor: string
  seed: Buffer
  request_id: string
  created_s: string
  win_planned_s: string | null
  choices: string[]
}

/** What another connection sees as committed at this moment. */
async function committed(roundId: string): Promise<Row | null> {
  const { rows } = await pool.query<Row>(
    `SELECT state, bet_status, win_status, stake_minor, win_minor, seed, request_id, choices,
       floor(extract(epoch FROM created_at)) AS created_s,
       floor(extract(epoch FROM win_planned_at)) AS win_planned_s
     FROM round WHERE round_id = $1`,
    [roundId],
  )
  return rows[0] ?? null
}

/** The row as it was when the wallet's next call of the method arrived. */
function rowAt(
  method: 'bet' | 'win',
  playerId: string,
): Promise<{ call: WalletCall; row: Row | null }> {
  return new Promise(resolve => {
    wallet.rule({
      method,
      playerId,
      before: async call => resolve({ call, row: await committed(call.roundId) }),
    })
  })
}

t.test(
  'guarantee 2: when the wallet receives a bet, its round is committed with its seed',
  async t => {
    const { client } = await setup.openGame(node, 'bets')
    const seen = rowAt('bet', 'bets')
    await client.spin(BET, 'the-request')
    const { call, row } = await seen
    t.match(row, { state: 'debit_pending', bet_status: 'planned', request_id: 'the-request' })
    t.equal(row?.stake_minor, String(call.amountMinor), 'the amount of the call')
    t.equal(row?.created_s, String(call.timestamp), 'and its time')
    t.equal(row?.seed.length, 32, 'the outcome can be drawn again from the seed')
  },
)

t.test(
  'guarantee 2: when the wallet receives a win, its plan and the choices are committed',
  async t => {
    const { client } = await setup.openGame(node, 'wins')
    const round = await spinToDecision(client)
    const seen = rowAt('win', 'wins')
    await client.collect(round.roundId)
    const { call, row } = await seen
    t.match(row, { win_status: 'planned', bet_status: 'confirmed', choices: ['collect'] })
    t.equal(row?.win_minor, String(call.amountMinor))
    t.equal(row?.win_planned_s, String(call.timestamp))
  },
)

t.test('guarantee 2: the intent of a repeated operation is committed too', async t => {
  const { client } = await setup.openGame(node, 'repeats')
  wallet.rule({ method: 'bet', playerId: 'repeats', act: 'drop-after-apply' })
  t.equal(roundOf(await client.spin(BET)).status, 'pending')
  const seen = rowAt('bet', 'repeats')
  const news = client.nextNews()
  t.match((await seen).row, { state: 'debit_pending', bet_status: 'sent' })
  t.match(await news, { type: 'round' })
})

t.test('guarantee 2: while the ledger cannot commit, the wallet is not called', async t => {
  const { client } = await setup.openGame(node, 'held')
  const holder = await pool.connect()
  await holder.query('BEGIN')
  const lock = `SELECT pg_backend_pid() AS pid FROM player
    WHERE project_id = $1 AND player_id = 'held' FOR UPDATE`
  const [{ pid }] = (await holder.query(lock, [project.projectId])).rows
  const spin = client.spin(BET)
  await until('the insert waits', () => insertWaits(pid))
  t.equal(wallet.of('bet', 'held').length, 0, 'the insert waits, and the bet is not sent')
  await holder.query('ROLLBACK')
  holder.release()
  roundOf(await spin)
  t.equal(wallet.of('bet', 'held').length, 1)
})

async function insertWaits(holderPid: number): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))
       AND query LIKE '%SET last_sequence%'`,
    [holderPid],
  )
  return rows.length > 0
}

t.test('guarantee 2: the lanes’ connections commit synchronously', async t => {
  const { rows } = await pool.query<{ setting: string; source: string }>(
    `SELECT setting, source FROM pg_settings WHERE name IN ('synchronous_commit', 'fsync')`,
  )
  for (const { setting } of rows) t.equal(setting, 'on')
  const { rows: overrides } = await pool.query(
    `SELECT FROM pg_db_role_setting s, unnest(s.setconfig) c WHERE c LIKE 'synchronous_commit%'`,
  )
  t.equal(overrides.length, 0, 'no database or role overrides it')
})
