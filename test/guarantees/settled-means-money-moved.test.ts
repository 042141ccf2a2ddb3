// Guarantee 19: while the wallet holds an operation, no record or report shows the round as settled
// and no sum has its money; once the wallet answers, all of them do.

import t from 'tap'
import { createOperator } from '../support/operator-calls.ts'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet, rowOf } = setup
const operator = createOperator(setup, node)

interface RoundReport {
  state: string
  bet: { status: string }
  win: { amount: string | null; status: string | null }
}

/** The player's money and last round in the ledger, the reports and the sums behind them. */
async function reportOn(player_id: string) {
  const { rounds } = await operator.act('report_rounds', { player_id, limit: 1 })
  const { players } = await operator.act('report_reconciliation', { player_id })
  const [round] = rounds as RoundReport[]
  const [sums] = players as { bets: string; wins: string; net_wallet_change: string }[]
  return { round: round!, bets: sums?.bets ?? '0.00', wins: sums?.wins ?? '0.00' }
}

for (const method of ['bet', 'win'] as const) {
  t.test(`guarantee 19: a ${method} is in no sum until the wallet has confirmed it`, async t => {
    const playerId = `held-${method}`
    const { client } = await setup.openGame(node, playerId)
    const won = method === 'win' ? await spinToDecision(client) : null
    const before = await reportOn(playerId)
    // The first call is lost, its repeat held.
    wallet.rule({ method, playerId, act: 'drop-after-apply' })
    const repeat = wallet.hold({ method, playerId })
    const first = won === null ? client.spin(BET) : client.collect(won.roundId)
    const lost = await first
    t.match(lost, { round: { status: method === 'bet' ? 'pending' : 'crediting' } })
    const { roundId } = roundOf(lost)
    await wallet.nextCall(c => c.method === method && c.roundId === roundId)
    const held = await reportOn(playerId)
    t.match(held.round, { state: method === 'bet' ? 'debit_pending' : 'credit_pending' })
    t.match(held.round[method].status, /^(planned|sent|unknown)$/)
    t.strictSame([held.bets, held.wins], [before.bets, before.wins], 'it is in no sum')
    t.not((await rowOf(roundId)).state, 'settled')
    const news = client.nextNews()
    repeat.open()
    const pushed = roundOf(await news)
    if (pushed.status === 'awaiting') await client.collect(roundId)
    t.equal((await rowOf(roundId)).state, 'settled')
    const after = await reportOn(playerId)
    t.match(after.round, { state: 'settled', bet: { status: 'confirmed' } })
    t.not(method === 'bet' ? after.bets : after.wins, method === 'bet' ? before.bets : before.wins)
  })
}
