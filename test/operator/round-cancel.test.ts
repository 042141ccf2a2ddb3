// `round_cancel` through a running node: what is cancelled, what is refused, and that the money of
// wallet and ledger agrees afterwards. Guarantees 1 and 4 over HTTP.

import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import t from 'tap'
import { request } from 'undici'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { createRoundCancel } from '../../src/operator/round-cancel/method.ts'
import { type Answer, act, codeOf as answerOf, credentialsOf } from '../support/game-actions.ts'
import { BET } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { createGate, type Method } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { moment, until } from '../support/until.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, project } = setup
const OPENING = 1_000_000n
const MANY = 1_000_000

interface At {
  baseUrl: string
}

const send = (at: At, fields: object, headers: Record<string, string> = {}) =>
  act(at, project, 'round_cancel', fields, headers)

/** Repeats after ROUND_BUSY; resolves with the final answer. */
async function cancel(at: At, roundId: string, headers = {}): Promise<Answer> {
  for (let tries = 0; tries < 4_000; tries++) {
    const answer = await send(at, { round_id: roundId }, headers)
    if (answer.body.message !== 'ROUND_BUSY') return answer
    await moment()
    const isOpen = (row: Row) => row.state === 'debit_pending' && row.bet_status !== 'unknown'
    await untilRow(roundId, row => !isOpen(row))
  }
  throw new Error('always busy')
}

/**
 * Reads the ledger until the round has the wanted state: API calls would count against the quota.
 */
function untilRow(roundId: string, wanted: (row: Row) => boolean): Promise<void> {
  return until(`${wanted}`, async () => wanted(await rowOf(roundId)))
}

const cancelledRound = (roundId: string, amount: string, fields: object = {}) => ({
  round_id: roundId,
  state: 'cancelled',
  result: 'cancelled',
  reason: 'operator_cancel',
  source: 'operator',
  refund: { transaction: `refund-${roundId}`, amount, status: 'pending' },
  ...fields,
})

function checkRefused(t: Tap, answer: Answer, want: string, about: string) {
  t.equal(answerOf(answer), want, about)
  t.equal(answer.body.status, 'error', about)
  const { field, ...rest } = answer.body
  t.strictSame(Object.keys(rest), ['status', 'message'], about)
  t.equal(field !== undefined, want.endsWith(' INVALID_REQUEST'), about)
}
type Tap = Pick<typeof t, 'strictSame' | 'equal'>

/** A player whose spin the wallet has not confirmed; the bet is tried again about once a second. */
async function pending(playerId: string, act: 'drop-before-apply' | 'drop-after-apply') {
  const opened = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act, times: MANY })
  const round = roundOf(await opened.client.spin(BET, `${playerId}-spin`))
  if (round.status !== 'pending') throw new Error(round.status)
  return { ...opened, round }
}

/** Repeats the cancel until it reports the refund as confirmed. */
async function refunded(roundId: string): Promise<Answer> {
  await untilRow(roundId, row => row.refund_status === 'confirmed')
  return send(node, { round_id: roundId })
}

type Row = Record<'state' | 'bet_status' | 'refund_status', string | null>

async function rowOf(roundId: string): Promise<Row> {
  const columns = 'state, bet_status, win_status, refund_status, cancel_reason'
  const asked = `SELECT ${columns} FROM round WHERE round_id = $1`
  return (await pool.query<Row>(asked, [roundId])).rows[0]!
}

/** The calls in the wallet's own books: each transaction once. */
const transactions = (method: Method, playerId: string) => [
  ...new Set(wallet.of(method, playerId).map(call => `${call.transaction} ${call.amountMinor}`)),
]

for (const act of ['drop-before-apply', 'drop-after-apply'] as const) {
  const debited = act === 'drop-after-apply'
  t.test(
    `guarantee 4: an unconfirmed bet is cancelled, ${debited ? 'debited' : 'never arrived'}`,
    async t => {
      const playerId = `unconfirmed-${debited}`
      const { client, round } = await pending(playerId, act)
      const { roundId, stake } = round
      const news = client.nextNews()
      const answer = await cancel(node, roundId)
      t.equal(answer.status, 200)
      t.strictSame(answer.body, { status: 'ok', round: cancelledRound(roundId, stake) })
      t.match(await news, { type: 'round', round: { roundId, status: 'rejected', events: [] } })
      t.equal(codeOf(await client.spin(BET, `${playerId}-spin`)), 'BET_REFUSED')

      const again = await refunded(roundId)
      t.strictSame(again.body.round, {
        ...cancelledRound(roundId, stake, { result: 'already_cancelled' }),
        refund: { transaction: `refund-${roundId}`, amount: stake, status: 'confirmed' },
      })
      t.match(await rowOf(roundId), {
        state: 'cancelled',
        bet_status: 'unknown',
        win_status: null,
        refund_status: 'confirmed',
        cancel_reason: 'operator_cancel',
      })
      const [refund] = wallet.of('refund', playerId)
      const bets = wallet.of('bet', playerId)
      t.equal(refund?.amountMinor, bets[0]!.amountMinor)
      t.equal(JSON.parse(refund!.text).meta.original_transaction, bets[0]!.transaction)
      t.equal(wallet.balance(playerId), OPENING)

      wallet.behave()
      const late = await request(`${wallet.url}/EUR`, { method: 'POST', body: bets[0]!.text })
      t.match(await late.body.json(), { message: 'TRANSACTION_CANCELLED' }, 'a late bet')
      t.equal(wallet.balance(playerId), OPENING)
      await client.spin(BET)
      const after = wallet.of('bet', playerId).filter(call => call.roundId === roundId)
      t.equal(after.length, bets.length + 1, 'only this test sent the bet again')
      t.equal(transactions('refund', playerId).length, 1)
    },
  )
}

t.test('the game accepts the next round while the refund is still owed', async t => {
  const { client, round } = await pending('goes-on', 'drop-after-apply')
  const gate = createGate()
  const act = 'http-500-before-apply'
  wallet.rule({ method: 'refund', playerId: 'goes-on', before: gate.pass, act })
  await cancel(node, round.roundId)
  wallet.rule({ method: 'bet', playerId: 'goes-on', act: 'insufficient-funds' })
  const next = await client.spin(BET)
  t.not(codeOf(next), 'ROUND_OPEN')
  gate.open()
  wallet.behave()
  await refunded(round.roundId)
  t.equal(transactions('refund', 'goes-on').length, 1)
})

t.test('a bet that was confirmed and never revealed is cancelled and refunded', async t => {
  const playerId = 'not-shown'
  const { client } = await setup.openGame(node, playerId)
  const redis = new Redis(setup.stores.redisUrl)
  t.teardown(() => redis.quit())
  const key = `${setup.stores.redisPrefix}p2:{${project.projectId}:${playerId}}`
  let kept: Buffer | null = null
  wallet.rule({
    method: 'bet',
    playerId,
    before: async () => {
      kept = await redis.dumpBuffer(key)
      await redis.set(key, 'no hash: nothing can be marked')
    },
  })
  t.equal(codeOf(await client.spin(BET, 'unseen')), 'REQUEST_FAILED')
  await redis.restore(key, 0, kept!, 'REPLACE')
  const [bet] = wallet.of('bet', playerId)
  t.equal(wallet.balance(playerId), OPENING - bet!.amountMinor, 'debited')

  const answer = await cancel(node, bet!.roundId)
  t.match(answer, { status: 200, body: { round: { result: 'cancelled' } } })
  await refunded(bet!.roundId)
  t.equal(wallet.balance(playerId), OPENING)
  t.equal(codeOf(await client.spin(BET, 'unseen')), 'BET_REFUSED')
  t.equal(wallet.of('round_info', playerId).length, 0, 'no result was ever sent')
})

/** Resolves with the call once the wallet holds it. */
function held(method: Method, playerId: string) {
  const gate = createGate()
  wallet.rule({ method, playerId, before: gate.pass })
  const arrived = wallet.nextCall(call => call.method === method && call.playerId === playerId)
  return { gate, arrived }
}

t.test('while the bet is in flight every node answers ROUND_BUSY at once', async t => {
  const { client } = await setup.openGame(node, 'in-flight')
  const { gate, arrived } = held('bet', 'in-flight')
  const spin = client.spin(BET)
  const bet = await arrived
  for (const at of [node, other]) {
    checkRefused(t, await send(at, { round_id: bet.roundId }), '409 ROUND_BUSY', at.baseUrl)
  }
  t.equal(bet.answeredAt, null, 'the wallet has not answered yet')
  gate.open()
  await settle(client, roundOf(await spin))
  const late = await cancel(other, bet.roundId)
  checkRefused(t, late, '409 ROUND_NOT_CANCELLABLE', 'settled afterwards')
  t.equal(wallet.of('refund', 'in-flight').length, 0)
})

async function settle(client: PlayClient, round: { status: string; roundId: string }) {
  if (round.status === 'awaiting') await client.collect(round.roundId)
}

t.test('a round revealed, credited, finished or rejected is ROUND_NOT_CANCELLABLE', async t => {
  const { client } = await setup.openGame(node, 'final')
  const refuse = async (roundId: string, about: string) => {
    for (const at of [node, other]) {
      checkRefused(t, await send(at, { round_id: roundId }), '409 ROUND_NOT_CANCELLABLE', about)
    }
  }
  const { roundId } = await spinToDecision(client)
  await refuse(roundId, 'it waits for a decision')

  const win = held('win', 'final')
  const collecting = client.collect(roundId)
  await win.arrived
  await refuse(roundId, 'the win is in flight')
  wallet.rule({ method: 'win', playerId: 'final', act: 'http-500-before-apply' })
  win.gate.open()
  await collecting
  await refuse(roundId, 'settled')

  const lost = await spinToDecision(client)
  wallet.rule({ method: 'win', playerId: 'final', act: 'http-500-before-apply', times: MANY })
  t.equal(roundOf(await client.collect(lost.roundId)).status, 'crediting')
  await refuse(lost.roundId, 'the wallet has not confirmed the win')
  wallet.behave()

  const poor = await setup.openGame(node, 'poor')
  wallet.rule({ method: 'bet', playerId: 'poor', act: 'insufficient-funds' })
  t.equal(codeOf(await poor.client.spin(BET)), 'INSUFFICIENT_FUNDS')
  await refuse(wallet.of('bet', 'poor')[0]!.roundId, 'rejected')
  t.equal(wallet.of('refund', 'final').length + wallet.of('refund', 'poor').length, 0)
})

t.test('a round revealed in Redis is not cancelled, whatever the ledger still has', async t => {
  const { client } = await setup.openGame(node, 'marked')
  const { gate, arrived } = held('round_info', 'marked')
  const spin = client.spin(BET)
  const { roundId } = await arrived
  checkRefused(t, await send(node, { round_id: roundId }), '409 ROUND_NOT_CANCELLABLE', 'shown')
  gate.open()
  await settle(client, roundOf(await spin))
})

t.test('a round of an operator’s free spins is not cancellable', async t => {
  const { round } = await pending('gifted', 'drop-before-apply')
  const given = 'UPDATE unfinished_round SET grant_id = $2, grant_remaining = 0 WHERE round_id = $1'
  await pool.query(given, [round.roundId, randomUUID()])
  checkRefused(t, await cancel(node, round.roundId), '409 ROUND_NOT_CANCELLABLE', 'free spin')
  wallet.behave()
})

t.test('guarantee 1: of simultaneous cancels on two nodes one makes one refund', async t => {
  const { round } = await pending('crowd', 'drop-after-apply')
  const nodes = [node, other, node, other, node, other]
  const answers = await Promise.all(nodes.map(at => cancel(at, round.roundId)))
  const results = answers.map(answer => (answer.body.round as { result: string }).result)
  t.equal(results.filter(result => result === 'cancelled').length, 1)
  t.equal(results.filter(result => result === 'already_cancelled').length, nodes.length - 1)
  await refunded(round.roundId)
  t.strictSame(transactions('refund', 'crowd').length, 1)
  t.equal(wallet.balance('crowd'), OPENING)
})

t.test('a player on another node gets the cancel pushed', async t => {
  const { client, round } = await pending('afar', 'drop-before-apply')
  const news = client.nextNews()
  t.equal((await cancel(other, round.roundId)).status, 200)
  t.match(await news, { round: { roundId: round.roundId, status: 'rejected' } })
  await refunded(round.roundId)
  t.equal(transactions('refund', 'afar').length, 1)
})

t.test('guarantee 4: the refund is repeated until the wallet says ok, then confirmed', async t => {
  const { round } = await pending('stubborn', 'drop-after-apply')
  const { roundId } = round
  const attempts = (['http-500-before-apply', 'http-500-after-apply'] as const).map(act => {
    const gate = createGate()
    wallet.rule({ method: 'refund', playerId: 'stubborn', before: gate.pass, act })
    return gate
  })
  const nextRefund = () =>
    wallet.nextCall(call => call.method === 'refund' && call.roundId === roundId)
  let arrived = nextRefund()
  await cancel(node, roundId)
  for (const gate of attempts) {
    await arrived
    const { body } = await send(node, { round_id: roundId })
    t.match(body, { round: { result: 'already_cancelled', refund: { status: 'pending' } } })
    arrived = nextRefund()
    gate.open()
  }
  await refunded(roundId)
  const body = wallet.of('refund', 'stubborn').map(call => call.text)
  t.equal(body.length, 3)
  t.equal(new Set(body).size, 1, 'with the same body')
  t.equal(wallet.balance('stubborn'), OPENING, 'refunded once')
})

t.test('a repeat with an Idempotency-Key gets the first answer', async t => {
  const { round } = await pending('keyed', 'drop-before-apply')
  const { roundId, stake } = round
  const headers = { 'idempotency-key': 'cancel-1' }
  const first = await cancel(node, roundId, headers)
  t.strictSame(first.body.round, cancelledRound(roundId, stake))
  await refunded(roundId)
  const repeat = await send(other, { round_id: roundId }, headers)
  t.strictSame(repeat.body, first.body, 'exactly, though the refund is confirmed by now')
  const conflict = await send(node, { round_id: randomUUID() }, headers)
  checkRefused(t, conflict, '409 IDEMPOTENCY_CONFLICT', 'another body')
})

t.test('ROUND_BUSY has executed nothing, so the same key can be used again', async t => {
  const { client } = await setup.openGame(node, 'comes-again')
  const { gate, arrived } = held('bet', 'comes-again')
  const spin = client.spin(BET)
  const { roundId } = await arrived
  const headers = { 'idempotency-key': 'cancel-2' }
  const busy = await send(node, { round_id: roundId }, headers)
  checkRefused(t, busy, '409 ROUND_BUSY', 'in flight')
  gate.open()
  await settle(client, roundOf(await spin))
  const again = await send(node, { round_id: roundId }, headers)
  checkRefused(t, again, '409 ROUND_NOT_CANCELLABLE', 'settled by now')
})

t.test('guarantee 14: a round of another project is not found, nor is an invalid id', async t => {
  const { round } = await pending('walled', 'drop-before-apply')
  const stranger = credentialsOf(await setup.newProject('neighbour'))
  const theirs = await send(node, { ...stranger, round_id: round.roundId })
  checkRefused(t, theirs, '404 ROUND_NOT_FOUND', 'another project’s')
  for (const round_id of [randomUUID(), '', 'x', `${round.roundId} `, `{${round.roundId}}`]) {
    checkRefused(t, await send(node, { round_id }), '404 ROUND_NOT_FOUND', `"${round_id}"`)
  }
  for (const fields of [{}, { round_id: 7 }, { round_id: null }, { round_id: 'x', more: 1 }]) {
    checkRefused(t, await send(node, fields), '400 INVALID_REQUEST', JSON.stringify(fields))
  }
  t.match(await rowOf(round.roundId), { state: 'debit_pending' }, 'untouched')
  const shouted = await cancel(node, round.roundId.toUpperCase())
  t.match(shouted.body, { round: { round_id: round.roundId } }, 'an id in capitals is the same id')
})

t.test('a round cancelled by the policy names this reason', async t => {
  const { round } = await pending('policy', 'drop-before-apply')
  await letRoundsBeWritten(pool)
  await pool.query(
    `UPDATE round SET state = 'cancelled', cancel_reason = 'bet_unconfirmed', win_status = NULL,
       refund_status = 'confirmed', version = version + 1 WHERE round_id = $1`,
    [round.roundId],
  )
  t.match((await cancel(node, round.roundId)).body.round, {
    result: 'already_cancelled',
    reason: 'bet_unconfirmed',
    source: 'policy',
    refund: { status: 'confirmed' },
  })
})

t.test('a cancel waits for its turn behind another round of the player', async t => {
  const { round } = await pending('two-games', 'drop-before-apply')
  const second = await setup.openGame(node, 'two-games', { symbol: 'cherry-classic' })
  const gate = createGate()
  wallet.behave()
  wallet.rule({
    method: 'bet',
    playerId: 'two-games',
    act: 'http-500-before-apply',
    times: MANY,
    before: call => (call.game === 'cherry-classic' ? gate.pass() : undefined),
  })
  const arrived = wallet.nextCall(call => call.method === 'bet' && call.game === 'cherry-classic')
  const spin = second.client.spin({ coinMinor: '1', lines: 5 })
  await arrived
  const answer = send(node, { round_id: round.roundId })
  await send(node, { round_id: randomUUID() })
  gate.open()
  t.match(await answer, { status: 200, body: { round: { result: 'cancelled' } } })
  t.equal(roundOf(await spin).status, 'pending', 'the other round is not affected')
  wallet.behave()
})

t.test('on a full lane a cancel is ROUND_BUSY and starts nothing', async t => {
  const { round } = await pending('crammed', 'drop-before-apply')
  const method = createRoundCancel({ pools: inOneDatabase(pool), cancel: () => null })
  const named = { method: 'round_cancel' as const, round_id: round.roundId }
  const call = { ...credentialsOf(project), ...named }
  const context = { requestId: 'request-1', onFault: (error: unknown) => t.fail(String(error)) }
  const busy = { name: 'NotExecuted', code: 'ROUND_BUSY' }
  await t.rejects(method.execute(project, call, context), busy)
  t.match(await rowOf(round.roundId), { state: 'debit_pending' })
  wallet.behave()
})

t.test('after a loss of the player state the node that opened the round cancels it', async t => {
  const { round } = await pending('known', 'drop-after-apply')
  await setup.losePlayerState()
  t.equal((await cancel(node, round.roundId)).status, 200)
  await refunded(round.roundId)
  t.equal(wallet.balance('known'), OPENING)
  wallet.behave()
})

t.test('after a loss another node waits for the wallet’s answer', async t => {
  const { client, round } = await pending('lost', 'drop-after-apply')
  await setup.losePlayerState()
  for (const stage of ['lost', 'rebuilt']) {
    checkRefused(t, await send(other, { round_id: round.roundId }), '409 ROUND_BUSY', stage)
    await client.hello()
  }
  t.match(await rowOf(round.roundId), { state: 'debit_pending', refund_status: null })
  const over = wallet.nextCall(
    call => call.roundId === round.roundId && call.method === 'round_info',
  )
  wallet.behave()
  await over
  checkRefused(t, await cancel(node, round.roundId), '409 ROUND_NOT_CANCELLABLE', 'confirmed')
  t.equal(wallet.of('refund', 'lost').length, 0)
})

t.test('after a restart between attempts any node cancels the round', async t => {
  const first = await setup.startNode()
  const { client } = await setup.openGame(first, 'restarted')
  wallet.rule({ method: 'bet', playerId: 'restarted', act: 'drop-after-apply', times: MANY })
  const { roundId } = roundOf(await client.spin(BET))
  await first.drain()
  t.equal((await cancel(other, roundId)).status, 200)
  await refunded(roundId)
  t.equal(wallet.balance('restarted'), OPENING)
  t.equal(transactions('refund', 'restarted').length, 1)
})
