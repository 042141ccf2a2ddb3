// Guarantee 1: for every way a wallet may treat each kind of call, with repeats and cancels
// meanwhile, on two nodes: a round has one bet and at most one win or one refund, and the refund
// equals its bet.

import t from 'tap'
import { transactionId } from '../../src/core/wallet-operation.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import type { PlayClient, RoundMessage } from '../support/play-client.ts'
import type { Misbehaviour } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { untilFound } from '../support/until.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, project } = setup
await setup.changeSettings({ betCancel: { afterMs: 3_600_000, attempts: 3 } })
const nodes = [node, other] as const
const operators = nodes.map(node => createOperator(setup, node))

type RoundView = RoundMessage['round']

const FAULTS: Misbehaviour[] = [
  'drop-before-apply',
  'drop-after-apply',
  'http-500-after-apply',
  'http-500-before-apply',
  'invalid-json',
  'echo',
]
const SPINS = 4

/**
 * Repeats a command until its round has ended or waits for the player, or the command is refused.
 */
async function insist(command: () => Promise<ServerMessage>): Promise<RoundView | null> {
  const { round } = await untilFound('the round has ended or waits', async () => {
    const answer = await command()
    if (answer.type === 'error' && !answer.retry) return { round: null }
    const isAtRest =
      answer.type === 'round' && !['pending', 'crediting'].includes(answer.round.status)
    return isAtRest ? { round: answer.round } : null
  })
  return round
}

async function playOut(client: PlayClient, requestId: string): Promise<void> {
  const round = await insist(() => client.spin(BET, requestId))
  if (round?.status !== 'awaiting') return
  await insist(() => client.collect(round.roundId, `${requestId}-collects`))
}

/** Asks to cancel the player's latest round until the platform answers yes or no. */
async function cancelLatest(playerId: string): Promise<void> {
  const { rounds } = await operators[0]!.act('report_rounds', { player_id: playerId, limit: 1 })
  const [latest] = rounds as { round_id: string }[]
  if (latest === undefined) return
  await Promise.all(operators.map(each => each.tryCancel(latest.round_id)))
}

async function play(fault: Misbehaviour, cancels: boolean): Promise<string> {
  const playerId = `${fault} ${cancels}`.replaceAll(' ', '-')
  const { client, link } = await setup.openGame(nodes[0], playerId)
  const second = await setup.openAgain(nodes[1], link)
  for (let spin = 0; spin < SPINS; spin++) {
    const method = (['bet', 'win', 'refund'] as const)[spin % 3]!
    wallet.rule({ method, playerId, act: fault, times: 1 + (spin % 2) })
    const requestId = `r-${spin}`
    const played = playOut(client, requestId)
    void second.spin(BET, requestId)
    if (cancels) await cancelLatest(playerId)
    await played
  }
  client.close()
  second.close()
  return playerId
}

interface Row {
  round_id: string
  state: string
  refund_status: string | null
}

function untilNothingIsOwed(playerId: string): Promise<Row[]> {
  return untilFound('nothing is owed', async () => {
    const { rows } = await pool.query<Row>(
      `SELECT round_id, state, refund_status FROM round JOIN player USING (player_key)
       WHERE player_id = $1 AND round.project_id = $2`,
      [playerId, project.projectId],
    )
    const owes = ({ state, refund_status }: Row) =>
      !['settled', 'rejected', 'cancelled'].includes(state) ||
      (refund_status !== null && refund_status !== 'confirmed')
    return rows.some(owes) ? null : rows
  })
}

type Tap = Pick<typeof t, 'ok' | 'notOk' | 'equal'>

function checkRound(t: Tap, { round_id, state }: Row): void {
  const of = (method: string) =>
    wallet.calls.filter(call => call.roundId === round_id && call.method === method)
  for (const method of ['bet', 'win', 'refund'] as const) {
    const texts = new Set(of(method).map(call => call.text))
    t.ok(texts.size <= 1, `${method}s of a round ${state}: the same body`)
    for (const { transaction } of of(method)) t.equal(transaction, transactionId(method, round_id))
  }
  const [bet] = of('bet')
  for (const refund of of('refund')) t.equal(refund.amountMinor, bet!.amountMinor)
  t.notOk(of('win').length > 0 && of('refund').length > 0, 'a win or a refund')
  t.equal(of('refund').length > 0, state === 'cancelled')
}

t.test('guarantee 1: a round has one of each operation, whatever the wallet does', async t => {
  const playing = FAULTS.flatMap(fault => [play(fault, false), play(fault, true)])
  const states = new Set<string>()
  for (const playerId of await Promise.all(playing)) {
    for (const row of await untilNothingIsOwed(playerId)) {
      checkRound(t, row)
      states.add(row.state)
    }
  }
  t.ok(states.has('settled') && states.has('cancelled'), [...states].join())
})
