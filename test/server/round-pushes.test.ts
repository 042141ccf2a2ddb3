// An owner's push: the next attempt is made at once, by the round's driver or by the node that
// takes it up, and whatever delays an attempt delays a push as well.

import t, { type Test } from 'tap'
import { pushRound } from '../../src/cli/rounds/changes.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { askLook, findKnownRound, readPush } from '../../src/ledger/rounds/unfinished-rounds.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { bring, oweWin, POINTS, spinToDecision } from '../support/round-points.ts'
import { isFullSize } from '../support/size.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, pool, stores } = setup
const BY = { actor: 'owner:test', origin: 'test' }
/** The recovery job must not do what the pushes are to do. */
const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
await redis.set('lease:recovery', 'test')
t.teardown(() => redis.disconnect())
const node = await setup.startNode()
const operator = createOperator(setup, node)

const known = async (roundId: string) => (await findKnownRound(pool, roundId))!
const push = async (roundId: string) => pushRound(pool, await known(roundId), BY)
const stateOf = async (roundId: string) => (await known(roundId)).round.progress.state

t.test('a win is tried at each push, and not by its timer as well', async t => {
  const roundId = await oweWin(setup, node, 'win')
  for (let tries = 2; tries <= 6; tries++) {
    wallet.rule({ method: 'win', playerId: 'win', act: 'http-500-before-apply' })
    const { answer, node: by, now } = await push(roundId)
    t.strictSame([answer, by], ['tried', node.config.nodeName])
    t.equal(now.round.progress.attempts, tries)
    t.match(now.lastFailure, { operation: 'win', cause: 'http-status', text: /500/ })
  }
  await checkDriver(t, roundId)
  const { answer, now } = await push(roundId)
  t.strictSame([answer, now.round.progress.state], ['tried', 'settled'])
  const wins = wallet.of('win', 'win')
  t.equal(wins.length, 7)
  t.equal(new Set(wins.map(call => call.text)).size, 1, 'each with the same body')
  const audited = await readAudit(pool, { limit: 100, action: 'round.pushed' })
  t.equal(audited.length, 6)
  t.match(audited[0], {
    actor: 'owner:test',
    subject: 'casino',
    before: { roundId, owed: 'win', state: 'credit_pending' },
  })
  await t.rejects(push(roundId), { message: /is settled and owes nothing/ })
})

/** The next attempt is far away, and the node reports it. */
async function checkDriver(t: Test, roundId: string) {
  const lookId = await askLook(pool, await known(roundId))
  await until('answered', async () => (await readPush(pool, lookId)).answer !== null)
  const { node: by, answer } = await readPush(pool, lookId)
  t.equal(by, node.config.nodeName)
  t.match(answer, /^waiting [0-9]{5}$/)
}

t.test('a round that waits for its player is not pushed', async t => {
  const { client } = await setup.openGame(node, 'decides')
  const { roundId } = await spinToDecision(client)
  await t.rejects(push(roundId), { message: /waits for a decision/ })
})

t.test('a round set aside needs another command', async t => {
  const { client } = await setup.openGame(node, 'aside')
  const { roundId } = await spinToDecision(client)
  await pool.query(
    `UPDATE unfinished_round SET state = 'reconciliation_required', failure = 'broken'
      WHERE round_id = $1`,
    [roundId],
  )
  await t.rejects(push(roundId), { message: /\(broken\): .*"rounds put-back"/ })
})

/** Players of a node that is killed then. */
async function leaveTwoRounds() {
  const killed = await setup.startProcess()
  const { call } = await bring(setup, killed, POINTS[1]!, 'killed')
  const playerId = 'held'
  const { client, link } = await setup.openGame(killed, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-after-apply', times: 1_000 })
  const arrived = wallet.nextCall(call => call.method === 'bet' && call.playerId === playerId)
  void client.spin(BET)
  const { roundId } = await arrived
  await until('unknown', async () => (await known(roundId)).round.progress.attempts > 0)
  await killed.kill()
  return { applied: call, held: { playerId, link, roundId } }
}
const { applied, held } = await leaveTwoRounds()

t.test('a round without a driver is taken up by one node', async t => {
  const others = isFullSize ? [await setup.startNode()] : []
  const { roundId } = applied
  await pool.query(
    `UPDATE unfinished_round SET touched_at = now() - interval '1 hour' WHERE round_id = $1`,
    [roundId],
  )
  const { answer, node: by } = await push(roundId)
  t.equal(answer, 'taken-up')
  t.ok([node, ...others].some(({ config }) => config.nodeName === by))
  t.not(await stateOf(roundId), 'debit_pending')
  t.equal(wallet.of('bet', 'killed').filter(each => each.roundId === roundId).length, 2)
  for (const other of others) await other.drain()
})

t.test('a refund that is held back is not sent by a push', async t => {
  const { playerId, link, roundId } = held
  await setup.openAgain(node, link)
  await until('cancelled', async () => {
    await operator.tryCancel(roundId)
    return (await stateOf(roundId)) === 'cancelled'
  })
  const { answer, now } = await push(roundId)
  t.equal(answer, 'held-back')
  t.equal(now.round.progress.refundStatus, 'planned')
  t.equal(wallet.of('refund', playerId).length, 0)
  await until(
    'refunded',
    async () => (await known(roundId)).round.progress.refundStatus === 'confirmed',
  )
  const [refund] = wallet.of('refund', playerId)
  t.equal(wallet.of('refund', playerId).length, 1)
  t.ok(refund !== undefined)
})

t.test('a notification that waits is sent at the next recovery pass', async t => {
  const playerId = 'reported'
  const { client } = await setup.openGame(node, playerId)
  const { roundId } = await spinToDecision(client)
  wallet.rule({ method: 'round_info', event: 'finish', playerId, act: 'http-500-before-apply' })
  await client.collect(roundId)
  t.match(await known(roundId), { notifications: [{ event: 'finish' }] })
  await pool.query(`UPDATE notification SET next_attempt_at = now() + interval '1 hour'`)
  await redis.del('lease:recovery')
  const { answer, now } = await push(roundId)
  t.equal(answer, 'notification')
  t.strictSame(now.notifications, [])
})
