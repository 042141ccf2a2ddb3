// Guarantee 12: integers in minor units end to end; sums past 2^53 stay exact on the wire, in the
// ledger and in Redis.

import t from 'tap'
import { formatAmount, parseMoney } from '../../src/core/money.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import type { Bet } from '../../src/wire/play-commands.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { wallet, pool } = setup
const operator = createOperator(setup, node)

/** 2^53 + 1 and similar: the first integers that a double cannot hold. */
const PAST_FLOATS = [2n ** 53n + 1n, 2n ** 53n + 3n, 2n ** 60n + 1n, 2n ** 63n - 1_000_001n]

t.test('guarantee 12: balances past 2^53 minor units are exact through a whole round', async t => {
  for (const opening of PAST_FLOATS) {
    t.not(BigInt(Number(opening)), opening, 'a float would lose a unit')
    wallet.openWith(opening)
    const playerId = `rich-${opening}`
    const { client, welcome } = await setup.openGame(node, playerId)
    t.match(welcome, { balance: formatAmount(opening) })
    const answer = await client.spin(BET)
    const round = roundOf(answer)
    const afterBet = opening - parseMoney(round.stake)!
    const settled = round.status === 'awaiting' ? await client.collect(round.roundId) : answer
    const { win } = roundOf(settled)
    t.match(settled, { balance: formatAmount(afterBet + parseMoney(win)!) })
    t.equal(wallet.balance(playerId), afterBet + parseMoney(win)!)
    const { rows } = await pool.query(
      `SELECT balance_after_bet_minor AS bet, balance_after_minor AS last
       FROM round WHERE round_id = $1`,
      [round.roundId],
    )
    t.strictSame(rows[0], { bet: `${afterBet}`, last: `${wallet.balance(playerId)}` })
  }
})

t.test(
  'guarantee 12: every native stake is debited exactly, as two decimals on the wire',
  async t => {
    wallet.openWith(10n ** 12n)
    const { client } = await setup.openGame(node, 'all-stakes')
    for (const bet of listBets(findGame(GAME)!, 'EUR')) {
      const stake = resolveBaseStakeMinor(findGame(GAME)!, 'EUR', bet)!
      const round = roundOf(await client.spin(bet))
      if (round.status === 'awaiting') await client.collect(round.roundId)
      t.equal(round.stake, formatAmount(stake))
      const call = wallet.of('bet', 'all-stakes').at(-1)!
      t.ok(call.text.includes(`"amount":${formatAmount(stake)},`), call.text)
    }
    const sum = (method: 'bet' | 'win') =>
      wallet.of(method, 'all-stakes').reduce((total, call) => total + call.amountMinor, 0n)
    t.equal(wallet.balance('all-stakes'), 10n ** 12n - sum('bet') + sum('win'))
  },
)

t.test(
  'guarantee 12: a win of more than 13 digits is paid, and the next round can start',
  async t => {
    const playerId = 'highest-roller'
    const gameId = 'vault-keeper'
    wallet.openWith(10n ** 17n)
    const limit = { scope: 'default', currency: 'RUB', min: null, max: '999999999999999' }
    await operator.setProject({ projectLimits: [limit] })
    await operator.scheduleReady(playerId, gameId, { multiplier: 150 })
    const { client, welcome } = await setup.openGame(node, playerId, {
      symbol: gameId,
      currency: 'RUB',
    })
    const bet = largestOffered(welcome)
    const round = roundOf(await client.spin(bet))
    t.match(round, { status: 'settled', stake: '100000000000.00' })
    const winMinor = parseMoney(round.win)!
    t.ok(winMinor >= 10n ** 15n, `${round.win} has 14 digits before the point`)
    const [win] = wallet.of('win', playerId)
    t.ok(win!.text.includes(`"amount":${round.win},`), win!.text)
    t.equal(wallet.balance(playerId, 'RUB'), 10n ** 17n - 10n ** 13n + winMinor)
    t.match(await client.spin(bet), { round: { status: 'settled' } })
  },
)

/** The denomination and credits of the largest stake: 100 000 000 000.00. */
function largestOffered(welcome: ServerMessage): Bet {
  if (welcome.type !== 'welcome') throw new Error(JSON.stringify(welcome))
  const { bets } = welcome.game
  if (bets.kind !== 'denomination') throw new Error(bets.kind)
  const offered = bets.denominationsMinor.flatMap(denominationMinor =>
    bets.credits.map(credits => ({ denominationMinor, credits })),
  )
  return offered.find(
    ({ denominationMinor, credits }) => BigInt(denominationMinor) * BigInt(credits) === 10n ** 13n,
  )!
}

t.test('guarantee 12: no amount on the play wire is a JSON number', async t => {
  const { client, welcome } = await setup.openGame(node, 'wire')
  const answers = [welcome, await client.spin(BET)]
  for (const answer of answers) {
    for (const [name, value] of leaves(answer)) {
      if (/^(balance|stake|baseStake|win)$|Minor$/.test(name)) t.type(value, 'string', name)
    }
  }
  const names = answers.flatMap(answer => leaves(answer).map(([name]) => name))
  t.ok(names.includes('balance') && names.includes('win') && names.includes('stake'))
})

/** Every value that is not an object, with the name of its field. */
function leaves(value: unknown, name = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]]
  const entries = Object.entries(value)
  return entries.flatMap(([key, inner]) => leaves(inner, Array.isArray(value) ? name : key))
}
