// Guarantee 7: a player's commands run one after another, on any sockets, lanes and nodes. The
// wallet's record of calls proves it.

import t from 'tap'
import { BET } from '../support/operator-setup.ts'
import { playBeside } from '../support/round-points.ts'
import type { WalletCall } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node: one, other: two } = await openShared(t)
const { wallet, pool, project } = setup

const SPINS = 8

/** Calls that were in flight at the same time as this one. */
const besides = (call: WalletCall, all: WalletCall[]) =>
  all.filter(
    other => other.arrivedAt > call.arrivedAt && other.arrivedAt < (call.answeredAt ?? 1e9),
  )

t.test('guarantee 7: many sockets on two nodes play one player’s rounds one by one', async t => {
  const { client, link } = await setup.openGame(one, 'busy')
  const clients = [client]
  for (const node of [one, one, two, two, two]) clients.push(await setup.openAgain(node, link))
  const played = clients.map(each => playBeside(each, id => each.spin(BET, id), SPINS))
  const rounds = (await Promise.all(played)).flat()
  t.equal(rounds.length, clients.length * SPINS)
  t.equal(new Set(rounds).size, rounds.length, 'each spin was a different round')

  const bets = wallet.of('bet', 'busy')
  for (const bet of bets) {
    const others = besides(bet, bets).filter(other => other.roundId !== bet.roundId)
    t.strictSame(others, [], 'never two bets of different rounds in flight')
  }
  const { rows } = await pool.query<{ sequence: string; round_id: string }>(
    `SELECT sequence, round_id FROM round JOIN player USING (player_key)
     WHERE player_id = 'busy' AND round.project_id = $1 ORDER BY sequence`,
    [project.projectId],
  )
  t.equal(rows.length, rounds.length, 'no rounds besides those that were answered')
  t.equal(new Set(rows.map(row => row.sequence)).size, rows.length)
  const order = [...new Set(bets.map(bet => bet.roundId))]
  t.strictSame(
    order,
    rows.map(row => row.round_id),
    'bets arrived in sequence',
  )
  checkNoOverlap(t, 'busy')
})

/** The last money of a round has moved before the first money of the next round moves. */
function checkNoOverlap(t: Tap, playerId: string): void {
  const moves = [...wallet.of('bet', playerId), ...wallet.of('win', playerId)]
  moves.sort((a, b) => a.arrivedAt - b.arrivedAt)
  const seen = new Set<string>()
  const firsts = moves.filter(move => !wallet.calls.some(before => isRepeat(before, move)))
  let current = ''
  for (const { roundId } of firsts) {
    if (roundId === current) continue
    t.notOk(seen.has(roundId), 'a finished round never moves money after the next one has started')
    seen.add(roundId)
    current = roundId
  }
}
type Tap = Pick<typeof t, 'notOk'>

const isRepeat = (before: WalletCall, call: WalletCall) =>
  before.transaction === call.transaction && before.arrivedAt < call.arrivedAt

t.test('guarantee 7: commands of one socket are answered in the order they were sent', async t => {
  const { client } = await setup.openGame(one, 'in-order')
  const order: number[] = []
  const spins = [1, 2, 3].map(n => client.spin(BET).then(() => order.push(n)))
  await Promise.all(spins)
  t.strictSame(order, [1, 2, 3])
  checkNoOverlap(t, 'in-order')
})

t.test('guarantee 7: two games of a player do not wait for each other', async t => {
  const { client } = await setup.openGame(one, 'two-games')
  const other = await setup.openGame(two, 'two-games', { symbol: 'cherry-classic' })
  let meanwhile: unknown = null
  wallet.rule({
    method: 'bet',
    playerId: 'two-games',
    before: async () => {
      meanwhile = await other.client.spin({ coinMinor: '1', lines: 5 })
    },
  })
  await client.spin(BET)
  t.match(meanwhile, { type: 'round' }, 'played on another node while the first bet was held')
  const { rows } = await pool.query<{ sequence: string }>(
    `SELECT sequence FROM round JOIN player USING (player_key)
     WHERE player_id = 'two-games' AND round.project_id = $1`,
    [project.projectId],
  )
  t.strictSame(rows.map(row => row.sequence).sort(), ['1', '2'], 'one sequence for both games')
})
