// Guarantees 1, 2, 3, 5, 8 and 19 under SIGKILL: a node is killed with players at every point of a
// round, and a fresh node resumes their rounds. Nothing is lost, nothing is paid twice. One kill is
// enough for all: the player state of some of them is lost with the node.

import t from 'tap'
import { act, codeOf as answerOf } from '../support/game-actions.ts'
import { createGrantBooks, grantOf, playFree, playFreeToDecision } from '../support/grant-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import {
  bring,
  checkBooks,
  POINTS,
  type Point,
  repeat,
  spinToDecision,
  type Victim,
} from '../support/round-points.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { sized } from '../support/size.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, pool, project } = setup
const killed = await setup.startProcess()
const operator = createOperator(setup, killed)

const bringAll = (points: readonly Point[], name: string) =>
  Promise.all(points.map(point => bring(setup, killed, point, `${name}-${point.name}`)))

/** What becomes of the player state of those who return. */
const REDIS = sized(['emptied'] as const, ['kept', 'emptied'] as const)
const returning = await Promise.all(
  REDIS.map(async redis => {
    const victims = await bringAll(POINTS, redis)
    const { client, link } = await setup.openGame(killed, `${redis}-decides`)
    return { redis, victims, link, owed: await spinToDecision(client) }
  }),
)
const inDoubt = POINTS.filter(point => point.method === 'bet' || point.needsWin)
const swept = await bringAll(inDoubt, 'swept')
const applied = POINTS.filter(({ name }) => name === 'bet-applied')
const [toCancel] = await bringAll(applied, 'cancelled')

async function openWithGrant(playerId: string) {
  const grantId = await operator.giveSpins(playerId, { count: 500 })
  return { grantId, ...(await setup.openGame(killed, playerId)) }
}
const free = await openWithGrant('kept-free')
wallet.rule({ method: 'bet', playerId: 'kept-free', act: 'hang-after-apply' })
const bet = wallet.nextCall(call => call.method === 'bet' && call.playerId === 'kept-free')
void free.client.freeSpin(free.grantId, 'r-1')
const freeRoundId = (await bet).roundId
const offered = await openWithGrant('emptied-free')
const offeredRound = (await playFreeToDecision(offered.client, offered.grantId)).round

// The start of a decided round was reported before the kill; its finish is still owed.
const reported = swept.map(({ playerId, call }) => {
  const event = call.method === 'bet' ? 'start' : 'finish'
  return wallet.nextCall(
    c => c.playerId === playerId && c.roundId === call.roundId && c.event === event,
  )
})
// The recovery job, of the node that is killed too, finds those who do not return at once, and no
// others meanwhile.
await pool.query(
  `UPDATE unfinished_round r SET touched_at = touched_at + CASE WHEN player_id LIKE 'swept-%'
     THEN interval '-1 minute' ELSE interval '10 minutes' END
   FROM player p WHERE p.player_key = r.player_key`,
)
await killed.kill()
wallet.behave()
await setup.loseStateOf('emptied-')
const node = await setup.startNode()
const books = createGrantBooks(setup, createOperator(setup, node))

async function reconnect({ link }: { link: string }) {
  const client = await setup.connect(node, link)
  return { client, welcome: await client.hello() }
}

type Tap = Pick<typeof t, 'equal'>

/** What was in flight was sent again, and only once. */
function checkBodies(t: Tap, { call, playerId }: Victim): void {
  if (call.method === 'round_info') return
  const sent = wallet.calls.filter(each => each.transaction === call.transaction)
  t.equal(sent.length, 2, `${playerId}: sent again`)
  t.equal(new Set(sent.map(({ text }) => text)).size, 1, `${playerId}: byte-identical`)
}

for (const { redis, victims, link, owed } of returning) {
  t.test(
    `guarantee 5: killed at every point, Redis ${redis}: a hello resumes the round`,
    async t => {
      for (const victim of victims) {
        const { client, welcome } = await reconnect(victim)
        t.match(welcome, { type: 'welcome' }, victim.playerId)
        await repeat(t, { ...victim, client })
        checkBodies(t, victim)
        await checkBooks(t, setup, victim.playerId)
      }
      const { client, welcome } = await reconnect({ link })
      t.match(welcome, { round: { roundId: owed.roundId, status: 'awaiting', win: owed.win } })
      t.match(welcome, { round: { events: owed.events } }, 'the same state, event for event')
      t.match(await client.collect(owed.roundId), { round: { status: 'settled', win: owed.win } })
      await checkBooks(t, setup, `${redis}-decides`)
    },
  )
}

t.test(
  'guarantee 5: when no player returns after a kill, the recovery job finishes the rounds',
  async t => {
    await Promise.all(reported)
    for (const victim of swept) {
      const { client } = await reconnect(victim)
      await client.collect(victim.call.roundId)
      await checkBooks(t, setup, victim.playerId)
    }
  },
)

t.test('guarantee 8: a free spin in flight is neither lost nor doubled', async t => {
  const { client } = await reconnect(free)
  const { round } = await playFree(client, free.grantId, 'r-1')
  t.equal(round.roundId, freeRoundId, 'the round during which the node died')
  t.match(round.freeSpin, { played: 1 })
  t.match(await books.checkAddsUp(t, free.grantId), { played: 1, remaining: 499 })
  await books.checkWallet(t, 'kept-free', 1)
})

t.test('guarantee 8: a free spin that waits for a decision outlives the player state', async t => {
  const { grantId } = offered
  const { roundId, win } = offeredRound
  const { played, remaining } = await books.checkAddsUp(t, grantId)
  const { client, welcome } = await reconnect(offered)
  t.match(welcome, { round: { roundId, status: 'awaiting', win } })
  t.match(grantOf(welcome), { grantId, remaining })
  t.match(await client.collect(roundId), { round: { freeSpin: { played: played + 1 } } })
  t.match(await books.checkAddsUp(t, grantId), { played: played + 1, remaining })
  await books.checkWallet(t, 'emptied-free', played + 1)
})

t.test('guarantee 4: a resumed round is cancelled, once its player is back', async t => {
  const { playerId, call, requestId, link } = toCancel!
  const { roundId } = call
  const cancel = () => act(node, project, 'round_cancel', { round_id: roundId })
  t.equal(answerOf(await cancel()), '409 ROUND_BUSY', 'the result is unknown yet')
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 1_000_000 })
  const { client, welcome } = await reconnect({ link })
  t.match(welcome, { type: 'welcome', round: { roundId, status: 'pending' } })
  const cancelled = await untilFound('cancelled', async () => {
    const answer = await cancel()
    return answer.body.message === 'ROUND_BUSY' ? null : answer
  })
  t.equal(cancelled.status, 200)
  await until('refunded', async () => (await setup.rowOf(roundId)).refund_status === 'confirmed')
  t.equal(codeOf(await client.spin(BET, requestId)), 'BET_REFUSED')
  t.equal(wallet.balance(playerId), OPENING)
})
