// A node's row, and lanes added and removed during play: every spin is answered, no wallet call is
// made twice, and owed calls from before are tried once, by the lane that has the player then.

import t from 'tap'
import { change, readWanted } from '../../src/cli/nodes.ts'
import { pushRound } from '../../src/cli/rounds/changes.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { ALL_NODES, listNodes } from '../../src/ledger/nodes/node-settings.ts'
import { askLook, findKnownRound, readPush } from '../../src/ledger/rounds/unfinished-rounds.ts'
import { FAULTY_LANE, harmId } from '../support/faulty-lane.ts'
import { playUntilStopped } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import type { PlayClient } from '../support/play-client.ts'
import { bring, checkBooks, oweWin, POINTS, repeat } from '../support/round-points.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { until, untilFound } from '../support/until.ts'

const PLAYERS = sized(4, 24)
/** The numbers of lanes after one lane. The start of a thread takes a third of a second of a core. */
const CHANGES = sized([3, 2], [4, 2, 3])
const BY = { actor: 'owner:test', origin: 'test' }

const setup = await openSetup(t)
const { wallet, pool } = setup
const node = await setup.startNode({ lanes: 1 })

const setLanes = (count: number) => change(pool, readWanted(ALL_NODES, 'lanes', String(count)), BY)
const known = async (roundId: string) => (await findKnownRound(pool, roundId))!

t.test('a node reports its sockets and whether it takes more', async t => {
  const { client } = await setup.openGame(node, 'counted')
  const reported = await untilFound('it reports', async () => {
    await pool.query("SELECT pg_notify('node_setting', '*')")
    const [own] = await listNodes(pool, 60_000)
    return own?.sockets === 1 ? own : null
  })
  t.match(reported, { node: node.config.nodeName, takesSockets: true, problem: null })
  client.close()
  await client.closed
})

t.test('players play on while lanes are added and removed', async t => {
  const names = Array.from({ length: PLAYERS }, (_, n) => `player-${n}`)
  const clients: PlayClient[] = []
  for (const name of names) clients.push((await setup.openGame(node, name)).client)
  const players = clients.map(playUntilStopped)
  for (const lanes of CHANGES) {
    const before = players.map(({ spins }) => spins())
    const { nodes, isDone } = await setLanes(lanes)
    t.ok(isDone)
    t.match(nodes, [
      { node: node.config.nodeName, settings: { lanes: String(lanes) }, problem: null },
    ])
    await until('all players play on', () =>
      players.every(({ spins }, at) => spins() > before[at]! + 2),
    )
  }
  const played = await Promise.all(players.map(({ stop }) => stop()))
  const longest = Math.max(...played.map(({ longestMs }) => longestMs))
  const spins = played.reduce((sum, one) => sum + one.spins, 0)
  t.comment(`${spins} spins, the longest waited ${Math.round(longest)} ms`)
  const seen = new Set<string>()
  const repeated = wallet.calls.filter(({ text }) => seen.size === seen.add(text).size)
  t.strictSame(
    repeated.map(({ method, playerId, roundId }) => [method, playerId, roundId]),
    [],
    'no round was driven by two lanes',
  )
  for (const name of names) await checkBooks(t, setup, name)
  const [changed] = await readAudit(pool, { limit: 1, action: 'node.changed' })
  const [before, after] = CHANGES.slice(-2).map(String)
  t.match(changed, { subject: 'node *', before: { lanes: before }, after: { lanes: after } })
})

t.test('a round that waits for its retry moves with its player', async t => {
  t.ok((await setLanes(1)).isDone)
  const names = ['owing-1', 'owing-2', 'owing-3', 'owing-4'].slice(0, sized(2, 4))
  const owing = await Promise.all(names.map(oweWinForLong))
  for (const lanes of CHANGES) {
    t.ok((await setLanes(lanes)).isDone)
    for (const { roundId } of owing) t.match(await driverOf(roundId), /^waiting [0-9]{4,5}$/)
  }
  for (const { roundId, playerId, tried } of owing) {
    t.equal(wallet.of('win', playerId).length, tried, 'no attempt before its time')
    const { answer, now } = await pushRound(pool, await known(roundId), BY)
    t.equal(answer, 'tried')
    t.equal(now.round.progress.state, 'settled')
    t.equal(wallet.of('win', playerId).length, tried + 1)
    await checkBooks(t, setup, playerId)
  }
})

/**
 * A round whose win the wallet left unanswered so often that its next attempt is most of a minute
 * away.
 */
async function oweWinForLong(playerId: string) {
  const roundId = await oweWin(setup, node, playerId, 7)
  while ((await known(roundId)).round.progress.attempts < 7) {
    await pushRound(pool, await known(roundId), BY)
  }
  return { playerId, roundId, tried: wallet.of('win', playerId).length }
}

async function driverOf(roundId: string): Promise<string | null> {
  const lookId = await askLook(pool, await known(roundId))
  await until('answered', async () => (await readPush(pool, lookId)).answer !== null)
  return (await readPush(pool, lookId)).answer
}

t.test('a lane that is lost during the change loses no round', onlyFullSize, async t => {
  const faulty = await setup.startNode({ lanes: 2 }, { file: FAULTY_LANE })
  const saboteur = (await setup.openGame(faulty, 'saboteur')).client
  const victims = await Promise.all(
    POINTS.map(point => bring(setup, faulty, point, `lost-${point.name}`)),
  )
  const resized = change(pool, readWanted(faulty.config.nodeName, 'lanes', '4'), BY)
  const isUp = () => faulty.readMetric('reelhouse_lane_up{lane="3"}')
  await until('the new lanes are up', async () => (await isUp()) === '1')
  await saboteur.spin(BET, harmId('exit'))
  wallet.behave()
  t.ok((await resized).isDone)
  for (const victim of victims) {
    await repeat(t, victim)
    await checkBooks(t, setup, victim.playerId)
  }
})

t.test('settings are read by a node that starts later, apply at once, and are removed', async t => {
  t.ok((await change(pool, readWanted(ALL_NODES, 'log-level', 'fatal'), BY)).isDone)
  const later = await setup.startProcess({ LOG_LEVEL: 'error', NODE_NAME: 'later' })
  const set = async (name: string, value: string) =>
    t.ok((await change(pool, readWanted('later', name, value), BY)).isDone)
  const own = () => listNodes(pool, 60_000).then(all => all.find(({ node }) => node === 'later'))
  await until('reported', async () => (await own()) !== undefined)
  t.match(await own(), { settings: { lanes: `${CHANGES.at(-1)}`, 'log-level': 'fatal' } })
  t.ok((await change(pool, readWanted(ALL_NODES, 'log-level', null), BY)).isDone)
  t.match(await own(), { settings: { 'log-level': 'error' } }, 'from its environment')
  await set('lanes', '1')
  t.match(
    await own(),
    { settings: { lanes: '1' } },
    "the node's own setting comes before that of all",
  )
  t.notMatch(later.output(), /the number of lanes was changed/)
  await set('log-level', 'info')
  await set('lanes', '2')
  await until('logged', () => /the number of lanes was changed/.test(later.output()))
  await set('play-sockets', '0')
  const { link } = await setup.launch(later, { player_id: 'too-many' })
  await t.rejects(setup.connect(later, link), { message: /did not open/ })
  later.child.kill('SIGTERM')
  await until('it has ended', async () => (await own()) === undefined)
})

t.test('an unknown setting or value is refused with the possible ones', async t => {
  t.throws(() => readWanted(ALL_NODES, 'lane', '1'), /is no setting .* one of log-level, lanes/)
  t.throws(() => readWanted(ALL_NODES, 'lanes', '0'), /a whole number from 1 to 256/)
  t.throws(() => readWanted(ALL_NODES, 'lanes', '1e2'), /no value of lanes/)
  t.throws(() => readWanted(ALL_NODES, 'log-level', 'loud'), /one of trace, debug/)
})
