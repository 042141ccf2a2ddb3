// Players in two databases play and report as in one; when one of the servers is down its players
// wait and the others play on, and when it is back everything settles. In npm run prove these are
// two servers, else two databases of one server, and the way to one of them is cut.

import t, { type Test } from 'tap'
import { request } from 'undici'
import { shardOf, shardOfId } from '../../src/core/shard.ts'
import { openBooks } from '../support/agreeing-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { codeOf, connectPlayer, type PlayClient, roundOf } from '../support/play-client.ts'
import { sized } from '../support/size.ts'
import { playersIn, startOtherDatabase } from '../support/two-databases.ts'
import { until, untilFound } from '../support/until.ts'

t.setTimeout(240_000)
const other = await startOtherDatabase(t, sized('same server', 'own server'))
const setup = await openSetup(t)
const { wallet, project, pool: home } = setup
const node = await setup.startNode({ databaseShards: other.databaseShards })

const [ann, bob] = playersIn('home', project.projectId, 2) as [string, string]
const [fay, gus] = playersIn('other', project.projectId, 2) as [string, string]
const PLAYERS = [ann, bob, fay, gus]

const clients = new Map<string, PlayClient>()
for (const playerId of PLAYERS) {
  clients.set(playerId, (await setup.openGame(node, playerId)).client)
}

/** Plays a round to its end. @param start a spin unless given */
async function play(
  playerId: string,
  start = (client: PlayClient) => client.spin(BET),
): Promise<string> {
  const client = clients.get(playerId)!
  const round = roundOf(await start(client))
  if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
  return round.roundId
}

const operator = createOperator(setup, node)
const { act, giveSpins } = operator
/** The code of a call that fails. */
const refusal = (method: string, fields: object = {}): Promise<string> =>
  act(method, fields).then(
    () => 'ok',
    (error: Error) => /"message":"(\w+)"/.exec(error.message)![1]!,
  )

const idsIn = async (pool: typeof home, table: string, id: string): Promise<string[]> =>
  (await pool.query(`SELECT ${id} AS id FROM ${table} ORDER BY 1`)).rows.map(row => row.id)

const databaseUp = async (): Promise<string[]> => {
  const { body } = await request(`${node.internalUrl}/metrics`)
  return (await body.text()).split('\n').filter(line => line.startsWith('reelhouse_database_up'))
}

t.test("a player's rows are in the database of the shard, and ids name the shard", async t => {
  const rounds = new Map<string, string[]>()
  for (const playerId of PLAYERS) rounds.set(playerId, [await play(playerId), await play(playerId)])
  const of = (...players: string[]) => players.flatMap(playerId => rounds.get(playerId)!).sort()
  t.strictSame(await idsIn(home, 'round', 'round_id'), of(ann, bob))
  t.strictSame(await idsIn(other.pool, 'round', 'round_id'), of(fay, gus))
  t.strictSame(await idsIn(home, 'player', 'player_id'), [ann, bob].sort())
  t.strictSame(await idsIn(other.pool, 'player', 'player_id'), [fay, gus].sort())
  for (const [playerId, ids] of rounds) {
    const shard = shardOf({ projectId: project.projectId, playerId })
    for (const id of ids) t.equal(shardOfId(id), shard)
  }
  t.strictSame(
    await idsIn(other.pool, 'project', 'project_id'),
    [],
    'projects are in the home database',
  )
})

t.test('a launch link names the place of its player, and any socket plays it', async t => {
  for (const [playerId, place] of [
    [ann, '0'],
    [fay, '512'],
  ] as const) {
    const { link } = await setup.launch(node, { player_id: playerId })
    t.equal(new URL(link).search, `?place=${place}`)
    for (const query of ['', `?place=${place}`, '?place=99999', '?place=', '?place=0&place=512']) {
      const client = await connectPlayer(t, node.baseUrl, link, query)
      t.equal(codeOf(await client.hello()), 'welcome', query)
      client.close()
    }
  }
})

t.test('grants: an external id is used once; grants are found by either id', async t => {
  const grants = [await giveSpins(ann), await giveSpins(fay, { external_id: 'gift' })] as const
  await t.rejects(giveSpins(ann, { external_id: 'gift' }), /"DUPLICATE_EXTERNAL_ID"/)
  const { grant } = await act('freespins_get', { external_id: 'gift' })
  t.match(grant, { grant_id: grants[1], player_id: fay })
  for (const grant_id of grants) {
    t.match(await act('freespins_get', { grant_id }), { grant: { grant_id } })
  }
  const listed = (await act('freespins_list')).grants as { grant_id: string }[]
  t.strictSame(
    listed.map(each => each.grant_id),
    [...grants].reverse(),
    'the newest first',
  )
  t.strictSame((await act('freespins_list', { player_id: fay })).grants, [grant])
  await play(fay, client => client.freeSpin(grants[1]))
  const cancelled = await act('freespins_cancel', { grant_id: grants[0] })
  t.match(cancelled, { grant: { status: 'cancelled' } })
})

t.test('calls that the wallet did not answer are sent again from each database', async () => {
  await until('the wallet has the grant', () => wallet.of('freespins_finished', fay).length > 0)
  for (const [playerId, pool] of [
    [ann, home],
    [fay, other.pool],
  ] as const) {
    wallet.rule({ method: 'round_info', playerId, event: 'finish', act: 'http-500-before-apply' })
    const roundId = await play(playerId)
    const owed = async () =>
      (await pool.query('SELECT FROM notification WHERE round_id = $1', [roundId])).rowCount
    const reported = () =>
      wallet
        .of('round_info', playerId)
        .filter(each => each.roundId === roundId && each.event === 'finish').length
    await until('its summary was sent again', async () => reported() === 2 && (await owed()) === 0)
  }
})

t.test('a bet limit is stored with its player', async t => {
  for (const player_id of [bob, gus]) {
    const player = { player_id, provider: 'provider_a' }
    const limit = { currency: 'EUR', min_minor: '20', max_minor: '500' }
    await operator.rtp('bet-limit', { ...player, ...limit })
    t.match(await operator.rtp('get', player), { journal: [{ change: 'bet-limit' }] })
  }
  t.strictSame(
    [
      await idsIn(home, 'player_bet_limit', 'max_minor'),
      await idsIn(other.pool, 'player_bet_limit', 'max_minor'),
    ],
    [['500'], ['500']],
  )
})

t.test('target outcomes are scheduled, found and cancelled', async t => {
  const wanted = { symbol: 'cherry-classic', kind: 'spin', multiplier: '5', spin_number: 50 }
  const schedule = (player_id: string, external_id: string) =>
    act('outcome_schedule', { ...wanted, player_id, external_id }) as Promise<{
      outcome: { outcome_id: string }
    }>
  const outcomes = [await schedule(bob, 'win-1'), await schedule(gus, 'win-2')]
  t.equal(
    await refusal('outcome_schedule', { ...wanted, player_id: bob, external_id: 'win-2' }),
    'DUPLICATE_EXTERNAL_ID',
  )
  for (const { outcome } of outcomes) {
    const { outcome_id } = outcome
    const pool = shardOfId(outcome_id) < 512 ? home : other.pool
    await until('the target is found', async () => {
      const text = 'SELECT status FROM target_outcome WHERE outcome_id = $1'
      return (await pool.query(text, [outcome_id])).rows[0].status === 'ready'
    })
    t.match(await act('outcome_get', { outcome_id }), { outcome: { status: 'ready' } })
    t.match(await act('outcome_cancel', { outcome_id }), { outcome: { status: 'cancelled' } })
  }
  t.equal(((await act('outcome_list')).outcomes as unknown[]).length, 2)
})

t.test('a round is cancelled by its id alone', async t => {
  for (const playerId of [ann, fay]) {
    wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 1_000 })
    const { roundId, status } = roundOf(await clients.get(playerId)!.spin(BET))
    t.equal(status, 'pending')
    const answer = await untilFound('its call is over', () => operator.tryCancel(roundId))
    t.match(answer, { round: { round_id: roundId, result: 'cancelled' } })
    wallet.behave()
  }
  t.equal(
    await refusal('round_cancel', { round_id: '01a3185c-5000-7000-8000-0000000003ff' }),
    'ROUND_NOT_FOUND',
  )
})

const books = openBooks(wallet, act, clients, () => [home, other.pool])
async function checkBooks(t: Test): Promise<void> {
  const ids = await books.check(t)
  t.strictSame(ids, [...ids].sort().reverse(), 'the newest first')
}
const unfinished = books.unfinished

t.test('the reports add up both databases', async t => {
  await until('no round owes anything', async () => (await unfinished()) === 0)
  await checkBooks(t)
})

/** Repeats until the answer no longer says that the lane is not there. */
async function playSoon(playerId: string): Promise<void> {
  const client = clients.get(playerId)!
  await until(`${playerId} plays`, async () => {
    const answer = await client.spin(BET)
    if (answer.type !== 'round') return false
    if (answer.round.status === 'awaiting') await client.collect(answer.round.roundId)
    return true
  })
}

t.test(
  'a server whose ledger was replaced stops its own players until they are reconciled',
  async t => {
    // Locks the row, so that every node that starts to reconcile waits.
    const holder = await other.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger_origin FOR UPDATE')
    await other.pool.query(`CREATE OR REPLACE FUNCTION current_origin() RETURNS text
    LANGUAGE sql STABLE AS $function$ SELECT 'a promoted standby' $function$`)
    await until('its players wait', async () => 'away' in ((await node.readyz()).body as object))
    t.equal(codeOf(await clients.get(fay)!.spin(BET)), 'BUSY')
    const { body } = await post(node, '/playGame.do', launchBody(project, { player_id: gus }))
    t.equal(body.message, 'REQUEST_FAILED')
    await playSoon(ann)
    await holder.query('COMMIT')
    holder.release()
    await playSoon(fay)
    const { rows } = await home.query(
      `SELECT after FROM audit WHERE action = 'ledger.reconciled' ORDER BY sequence DESC LIMIT 1`,
    )
    t.match(rows[0].after, { database: '512-1023', origin: 'a promoted standby', players: 2 })
  },
)

t.test('when one server is stopped the other half plays on', async t => {
  wallet.rule({ method: 'bet', playerId: gus, act: 'http-500-before-apply', times: 1_000 })
  t.equal(roundOf(await clients.get(gus)!.spin(BET)).status, 'pending')
  await other.stop()
  await until('the health checks show it', async () => {
    const { status, body } = await node.readyz()
    if (status !== 200) throw new Error(JSON.stringify(body))
    return 'away' in (body as object)
  })
  t.strictSame(await node.readyz(), {
    status: 200,
    body: { status: 'ok', away: ['postgres 512-1023'] },
  })
  t.strictSame(await databaseUp(), [
    'reelhouse_database_up{database="home"} 1',
    'reelhouse_database_up{database="512-1023"} 0',
  ])
  for (let n = 0; n < 5; n++) for (const playerId of [ann, bob]) t.ok(await play(playerId))
  const lost = await clients.get(fay)!.spin(BET)
  t.match(lost, { type: 'error', code: /^(BUSY|REQUEST_FAILED)$/, retry: true }, codeOf(lost))
  const launch = (player_id: string) =>
    post(node, '/playGame.do', launchBody(project, { player_id }))
  t.equal((await launch(ann)).status, 200)
  t.match((await launch(fay)).body, { status: 'error', message: 'REQUEST_FAILED' })
  t.equal(await refusal('report_ggr'), 'REQUEST_FAILED', "no report without that server's rounds")
  wallet.behave()
})

t.test('everything settles once the server is back', async t => {
  await other.startAgain()
  await until('ready', async () => !('away' in ((await node.readyz()).body as object)))
  await playSoon(fay)
  await until('no round owes anything', async () => (await unfinished()) === 0)
  t.ok(await play(fay))
  await checkBooks(t)
})
