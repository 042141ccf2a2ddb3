// Guarantee 19: while the wallet holds an operation, no record or report shows the round as settled
// and no sum has its money; once the wallet answers, all of them do.

import t from 'tap'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, roundOf } from '../support/play-client.ts'
import { createGate, type Method } from '../support/scripted-wallet.ts'

const setup = await openSetup(t)
const { wallet, pool } = setup
const node = await setup.startNode()
const operator = createOperator(setup, node)

interface Told {
  state: string
  bet: { status: string }
  win: { amount: string | null; status: string | null }
}

/** The player's money and last round in the ledger, the reports and the sums behind them. */
async function tell(player_id: string) {
  const { rounds } = await operator.act('report_rounds', { player_id, limit: 1 })
  const { players } = await operator.act('report_reconciliation', { player_id })
  const [round] = rounds as Told[]
  const [sums] = players as { bets: string; wins: string; net_wallet_change: string }[]
  return { round: round!, bets: sums?.bets ?? '0.00', wins: sums?.wins ?? '0.00' }
}

async function stateOf(roundId: string): Promise<string> {
  const { rows } = await pool.query<{ state: string }>(
    'SELECT state FROM round WHERE round_id = $1',
    [roundId],
  )
  return rows[0]!.state
}

/** Spins until a win waits to be collected. */
async function winningSpin(client: PlayClient) {
  for (let spin = 0; spin < 500; spin++) {
    const round = roundOf(await client.spin(BET))
    if (round.status === 'awaiting') return round
  }
  throw new Error('500 spins without a win')
}

const HELD: Method[] = ['bet', 'win']

for (const method of HELD) {
  t.test(`guarantee 19: a ${method} is in no sum until the wallet has confirmed it`, async t => {
    const playerId = `held-${method}`
    const { client } = await setup.openGame(node, playerId)
    const won = method === 'win' ? await winningSpin(client) : null
    const before = await tell(playerId)
    const gate = createGate()
    // The first call is lost, its repeat held.
    wallet.rule({ method, playerId, act: 'drop-after-apply' })
    wallet.rule({ method, playerId, before: gate.pass })
    const first = won === null ? client.spin(BET) : client.collect(won.roundId)
    const lost = await first
    t.match(lost, { round: { status: method === 'bet' ? 'pending' : 'crediting' } })
    const { roundId } = roundOf(lost)
    await wallet.nextCall(c => c.method === method && c.roundId === roundId)
    const held = await tell(playerId)
    t.match(held.round, { state: method === 'bet' ? 'debit_pending' : 'credit_pending' })
    t.match(held.round[method as 'bet' | 'win'].status, /^(planned|sent|unknown)$/)
    t.strictSame([held.bets, held.wins], [before.bets, before.wins], 'it is in no sum')
    t.not(await stateOf(roundId), 'settled')
    const news = client.nextNews()
    gate.open()
    const told = roundOf(await news)
    if (told.status === 'awaiting') await client.collect(roundId)
    t.equal(await stateOf(roundId), 'settled')
    const after = await tell(playerId)
    t.match(after.round, { state: 'settled', bet: { status: 'confirmed' } })
    t.not(method === 'bet' ? after.bets : after.wins, method === 'bet' ? before.bets : before.wins)
  })
}
