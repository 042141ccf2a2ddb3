// A round that fails again and again for a reason of our own is set aside: the player can play the
// game again, the round's owner sees it, and no money moves twice. On running nodes, with a ledger
// that refuses a value, mathematics that throw and mathematics that never return.

import t, { type Test } from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { listRoundsSetAside, putRoundBack } from '../../src/ledger/rounds/round-failures.ts'
import { BROKEN_GAME_LANE, HANGS, THROWS } from '../support/broken-game-lane.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME, openSetup } from '../support/operator-setup.ts'
import { codeOf, newRequestId, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, pool, rowOf } = setup
const node = await setup.startNode({}, { file: BROKEN_GAME_LANE, hangMs: 2_000 })
const operator = createOperator(setup, node)

const ASIDE = (cause: string) => `reelhouse_rounds_set_aside_total{cause="${cause}"}`

async function reportOf(round_id: string): Promise<Record<string, unknown>> {
  const { rounds } = await operator.act('report_rounds', { round_id })
  return (rounds as Record<string, unknown>[])[0]!
}

/** The round is set aside in every report, the wallet gets no more calls, and the game is free. */
async function checkAside(t: Test, client: PlayClient, playerId: string, roundId: string) {
  t.match(await reportOf(roundId), { state: 'reconciliation_required' })
  const { rounds } = await operator.act('report_rounds', { player_id: playerId, state: 'pending' })
  t.match(rounds, [{ round_id: roundId }], 'listed as not finished')
  t.match(await rowOf(roundId), { failures: 3, failure: /./ })
  const asked = wallet.calls.filter(call => call.roundId === roundId).length
  t.match(await client.hello(), { type: 'welcome', round: null })
  const next = roundOf(await client.spin(BET))
  t.not(next.roundId, roundId)
  if (next.status === 'awaiting') await client.collect(next.roundId)
  t.equal(wallet.calls.filter(call => call.roundId === roundId).length, asked)
}

t.test('a round that the ledger refuses to settle is set aside at the third attempt', async t => {
  const playerId = 'unsettled'
  const { client } = await setup.openGame(node, playerId, { symbol: 'sugar-cascade' })
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'no such value' USING ERRCODE = '22003'; END $$`)
  await pool.query(`CREATE TRIGGER refuse BEFORE INSERT ON finished_round FOR EACH ROW
    WHEN (NEW.state = 'settled' AND NEW.game_id = 'sugar-cascade') EXECUTE FUNCTION refuse()`)
  const bet = { level: 2 }
  const requestId = newRequestId()
  for (let tries = 0; tries < 3; tries++) {
    t.match(await client.spin(bet, requestId), { code: 'REQUEST_FAILED', retry: true })
  }
  t.match(await client.spin(bet, requestId), { code: 'RECONCILIATION_REQUIRED', retry: false })
  await pool.query('DROP TRIGGER refuse ON finished_round')
  const [bets, wins] = [wallet.of('bet', playerId), wallet.of('win', playerId)]
  const { roundId } = bets[0]!
  t.equal(new Set([...bets, ...wins].map(call => call.transaction)).size, wins.length > 0 ? 2 : 1)
  const moved = (wins[0]?.amountMinor ?? 0n) - bets[0]!.amountMinor
  t.equal(wallet.balance(playerId), OPENING + moved, 'each operation once')
  const report = await reportOf(roundId)
  t.match(report, { bet: { amount: formatAmount(bets[0]!.amountMinor), status: 'confirmed' } })
  const { players } = await operator.act('report_reconciliation', { player_id: playerId })
  t.match(players, [{ net_wallet_change: formatAmount(moved), pending: { operations: 0 } }])
  t.match(await reportOf(roundId), { state: 'reconciliation_required' })
  t.equal(codeOf(await client.spin(bet)), 'round', 'the game is free')
  t.equal(await node.readMetric(ASIDE('failure')), '1')

  const [listed] = await listRoundsSetAside(pool, { projectId: 'casino', limit: 10 })
  t.match(listed, { roundId, playerId, betStatus: 'confirmed', failure: /22003/ })
  t.strictSame(await listRoundsSetAside(pool, { projectId: 'other', limit: 10 }), [])
  t.match(await putRoundBack(pool, roundId, BY), { kind: 'put-back' })
  t.strictSame(await putRoundBack(pool, roundId, BY), { kind: 'refused', cause: 'not-aside' })
  await until('settled', async () => (await rowOf(roundId)).state === 'settled')
  t.strictSame(await listRoundsSetAside(pool, { limit: 10 }), [])
  t.match(await reportOf(roundId), { state: 'settled' })
  const ofRound = [...wallet.of('bet', playerId), ...wallet.of('win', playerId)].filter(
    call => call.roundId === roundId,
  )
  t.equal(new Set(ofRound.map(call => call.transaction)).size, wins.length > 0 ? 2 : 1)
  const [audited] = await readAudit(pool, { limit: 1, action: 'round.put-back' })
  t.match(audited, {
    actor: 'owner:test',
    subject: 'casino',
    before: { roundId, state: 'reconciliation_required', failure: /22003/ },
    after: { roundId },
  })
})

const BY = { actor: 'owner:test', origin: 'test' }

t.test('a round whose decision throws is set aside at the third attempt', async t => {
  const playerId = 'throws'
  const { client } = await setup.openGame(node, playerId)
  const { roundId } = await spinToDecision(client)
  const gamble = () => client.send({ type: 'gamble', roundId, option: THROWS })
  for (let tries = 0; tries < 3; tries++) t.match(await gamble(), { code: 'REQUEST_FAILED' })
  t.match(await gamble(), { code: 'RECONCILIATION_REQUIRED', retry: false })
  await checkAside(t, client, playerId, roundId)
  t.equal(await node.readMetric(ASIDE('failure')), '2')
  const cancel = await operator.act('round_cancel', { round_id: roundId }).catch(String)
  t.match(cancel, /409.*ROUND_NOT_CANCELLABLE/)
})

t.test('guarantee 5: a round that hangs its lane is set aside after three threads', async t => {
  const playerId = 'hangs'
  const { client } = await setup.openGame(node, playerId, { symbol: GAME })
  const { roundId } = await spinToDecision(client)
  for (let threads = 0; threads < 3; threads++) {
    t.match(await gambleWhenUp(client, roundId), { code: 'REQUEST_FAILED' }, 'its thread is lost')
  }
  t.match(await gambleWhenUp(client, roundId), { code: 'RECONCILIATION_REQUIRED', retry: false })
  await checkAside(t, client, playerId, roundId)
  t.equal(await node.readMetric('reelhouse_lane_threads_lost_total{reason="hang"}'), '3')
  t.equal(await node.readMetric(ASIDE('lost-thread')), '1')
})

t.test('a round that is put back is played to its end, once its game is free', async t => {
  const { client } = await setup.openGame(node, 'put-back')
  const { roundId } = await spinToDecision(client)
  const gamble = () => client.send({ type: 'gamble', roundId, option: THROWS })
  for (let tries = 0; tries < 3; tries++) t.match(await gamble(), { code: 'REQUEST_FAILED' })
  t.equal((await rowOf(roundId)).state, 'reconciliation_required')
  const newer = await spinToDecision(client)
  t.strictSame(await putRoundBack(pool, roundId, BY), { kind: 'refused', cause: 'game-busy' })
  await client.collect(newer.roundId)
  t.strictSame(await putRoundBack(pool, roundId, BY), { kind: 'put-back', state: 'in_progress' })
  t.match(await rowOf(roundId), { failures: 0 })
  t.match(await client.hello(), { type: 'welcome', round: { roundId, status: 'awaiting' } })
  t.match(await client.collect(roundId), { round: { roundId, status: 'settled' } })
  t.equal(wallet.of('win', 'put-back').filter(call => call.roundId === roundId).length, 1)
})

/** While the lane's thread is being replaced no round starts. */
function gambleWhenUp(client: PlayClient, roundId: string) {
  return untilFound('the lane is up', async () => {
    const answer = await client.send({ type: 'gamble', roundId, option: HANGS })
    return codeOf(answer) === 'BUSY' ? null : answer
  })
}
