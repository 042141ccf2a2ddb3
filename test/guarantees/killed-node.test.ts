// Guarantees 1, 2, 5 and 19 under SIGKILL: a node is killed with players at every point of a round, and a
// fresh node resumes them: nothing is lost, nothing is paid twice.

import t from 'tap'
import { BET, type NodeProcess, openWorld } from './operator-world.ts'
import { type PlayClient, roundOf } from './play-client.ts'
import { createGate, type Rule, type WalletCall } from './scripted-wallet.ts'

const world = await openWorld(t)
const { wallet, pool } = world
const OPENING = 1_000_000n

/** Where the node dies: while the wallet holds this call, before or after it moved the money. */
interface Point {
  name: string
  method: Rule['method']
  event?: 'start' | 'finish'
  applied?: boolean
  needsWin?: boolean
}
const POINTS: Point[] = [
  { name: 'bet-sent', method: 'bet' },
  { name: 'bet-applied', method: 'bet', applied: true },
  { name: 'start-sent', method: 'round_info', event: 'start' },
  { name: 'win-sent', method: 'win', needsWin: true },
  { name: 'win-applied', method: 'win', needsWin: true, applied: true },
  { name: 'finish-sent', method: 'round_info', event: 'finish' },
]

interface Victim {
  playerId: string
  link: string
  /** The round the node died in. */
  call: WalletCall
  requestId: string
}

async function spinToDecision(client: PlayClient) {
  for (let spin = 0; spin < 500; spin++) {
    const round = roundOf(await client.spin(BET))
    if (round.status === 'awaiting') return round
  }
  throw new Error('500 spins without a win')
}

/** Brings a player to the point; the wallet holds the call for ever. */
async function bring(at: NodeProcess, point: Point, run: string): Promise<Victim> {
  const playerId = `${run}-${point.name}`
  const { client, link } = await world.seat(at, playerId)
  const round = point.needsWin ? await spinToDecision(client) : null
  const { method, event } = point
  const rule: Rule = { method, playerId, ...(event ? { event } : {}) }
  wallet.rule(
    point.applied
      ? { ...rule, act: 'apply and never answer' }
      : { ...rule, before: createGate().pass },
  )
  const fits = (c: WalletCall) =>
    c.method === method && c.playerId === playerId && (event ?? c.event) === c.event
  const arrived = wallet.nextCall(fits)
  const requestId = `${run}-last`
  if (round !== null) void client.collect(round.roundId, requestId)
  else void spinUntil(client, arrived, requestId)
  return { playerId, link, call: await arrived, requestId }
}

/** The finish of a round comes at once or after a collect: whatever the draw, it gets there. */
async function spinUntil(client: PlayClient, arrived: Promise<unknown>, requestId: string) {
  const answer = await Promise.race([client.spin(BET, requestId), arrived.then(() => null)])
  if (answer?.type === 'round' && answer.round.status === 'awaiting') {
    await client.collect(answer.round.roundId)
  }
}

/** Every round of the player as ledger and wallet know it, once it is over in both. */
async function checkBooks(t: Tap, playerId: string): Promise<void> {
  const { rows } = await pool.query<Row>(
    `SELECT round_id, state, bet_status, win_status, refund_status, stake_minor, win_minor
     FROM round JOIN player USING (player_key) WHERE player_id = $1`,
    [playerId],
  )
  let balance = OPENING
  for (const row of rows) {
    t.equal(row.state, 'settled', playerId)
    t.equal(row.refund_status, null)
    const bets = amounts('bet', row.round_id)
    const wins = amounts('win', row.round_id)
    t.strictSame(bets, [BigInt(row.stake_minor)], 'one bet, of the stake')
    t.strictSame(wins, row.win_minor === '0' ? [] : [BigInt(row.win_minor)], 'one win, of the win')
    balance += BigInt(row.win_minor) - BigInt(row.stake_minor)
  }
  t.ok(rows.length > 0)
  t.equal(wallet.balance(playerId), balance, `${playerId}: the money of wallet and ledger agrees`)
}
type Tap = Pick<typeof t, 'equal' | 'strictSame' | 'ok'>
interface Row {
  round_id: string
  state: string
  bet_status: string
  win_status: string | null
  refund_status: string | null
  stake_minor: string
  win_minor: string
}

/** Amounts of the round's operations of a kind, repeats counted once. */
function amounts(method: 'bet' | 'win', roundId: string): bigint[] {
  const calls = wallet.of(method).filter(call => call.roundId === roundId)
  return [...new Map(calls.map(call => [call.transaction, call.amountMinor])).values()]
}

let node = await world.startProcess()

/** Kills the node with everybody at their point; another takes its place. */
async function killAndReplace(redis: 'kept' | 'emptied') {
  const before = node.baseUrl
  await node.kill()
  wallet.behave()
  if (redis === 'emptied') await world.loseHotState()
  node = await world.startProcess()
  return (link: string) => world.connect(node, link.replace(before, node.baseUrl))
}

for (const redis of ['kept', 'emptied'] as const) {
  t.test(
    `guarantee 5: killed at every point, Redis ${redis}: a hello resumes the round`,
    async t => {
      const victims = await Promise.all(POINTS.map(point => bring(node, point, redis)))
      const { client, link } = await world.seat(node, `${redis}-decides`)
      const owed = await spinToDecision(client)
      const reconnect = await killAndReplace(redis)
      for (const victim of victims) {
        const again = await reconnect(victim.link)
        t.match(await again.hello(), { type: 'welcome' }, victim.playerId)
        if (victim.call.method === 'bet') {
          const repeated = roundOf(await again.spin(BET, victim.requestId))
          t.equal(repeated.roundId, victim.call.roundId, 'the request repeated is the same round')
        }
        await again.collect(victim.call.roundId)
        await checkBooks(t, victim.playerId)
      }
      const again = await reconnect(link)
      const welcome = await again.hello()
      t.match(welcome, { round: { roundId: owed.roundId, status: 'awaiting', win: owed.win } })
      t.match(welcome, { round: { events: owed.events } }, 'the exact state, to the event')
      t.match(await again.collect(owed.roundId), { round: { status: 'settled', win: owed.win } })
      await checkBooks(t, `${redis}-decides`)
    },
  )
}

t.test('guarantee 5: killed, and nobody comes back: the sweep finishes the rounds', async t => {
  const points = POINTS.filter(point => point.method === 'bet' || point.needsWin)
  const victims = await Promise.all(points.map(point => bring(node, point, 'swept')))
  await pool.query(`UPDATE round SET touched_at = touched_at - interval '1 minute'`)
  // The start of a decided round was told before the kill; its finish is still owed.
  const told = victims.map(({ playerId, call }) => {
    const event = call.method === 'bet' ? 'start' : 'finish'
    return wallet.nextCall(
      c => c.playerId === playerId && c.roundId === call.roundId && c.event === event,
    )
  })
  const reconnect = await killAndReplace('kept')
  await Promise.all(told)
  for (const { playerId, link, call } of victims) {
    const again = await reconnect(link)
    await again.hello()
    await again.collect(call.roundId)
    await checkBooks(t, playerId)
  }
})
