// Guarantee 20: after play with a wallet that loses, repeats and refuses calls, the three reports
// and the wallet's own record give the same totals, with and without sums made in the background.

import t from 'tap'
import { formatAmount, parseAmount } from '../../src/core/money.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { createOperator } from '../support/operator-calls.ts'
import { GAME } from '../support/operator-setup.ts'
import { type PlayClient, untilCallsAreOver } from '../support/play-client.ts'
import { type Misbehaviour, OPENING } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const SPINS = 25
const CURRENCIES = ['EUR', 'UAH'] as const
const PLAYERS: readonly (readonly [playerId: string, method: 'bet' | 'win', act: Misbehaviour])[] =
  [
    ['ann', 'bet', 'drop-after-apply'],
    ['bob', 'bet', 'drop-before-apply'],
    ['cid', 'bet', 'insufficient-funds'],
    ['dan', 'win', 'http-500-after-apply'],
    ['eve', 'win', 'invalid-json'],
  ]

const { setup, node } = await openShared(t)
const { wallet, pool, project } = setup
const ofProject = [project.projectId]
const { act } = createOperator(setup, node)

/** Plays on until the round has ended, whatever the wallet does. */
async function finish(client: PlayClient, first: ServerMessage): Promise<void> {
  const { round } = await untilCallsAreOver(client, first)
  if (round.status === 'awaiting') await finish(client, await client.collect(round.roundId))
}

async function play(playerId: string, method: 'bet' | 'win', act: Misbehaviour): Promise<void> {
  for (const currency of CURRENCIES) {
    const { client } = await setup.openGame(node, playerId, { currency })
    wallet.rule({ method, playerId, act })
    const bet = smallestBet(findGame(GAME)!, currency)
    for (let spin = 0; spin < SPINS; spin++) {
      const answer = await client.spin(bet)
      if (answer.type === 'round') await finish(client, answer)
    }
    client.close()
  }
}

type Totals = Record<'bets' | 'wins' | 'refunds', string>
interface Row {
  state: string
  bet: { amount: string | null; status: string | null }
  win: { amount: string | null; status: string | null }
  refund: { amount: string | null; status: string | null }
}

const sum = (amounts: (string | null)[]) =>
  formatAmount(amounts.reduce((total, amount) => total + parseAmount(amount ?? '0.00')!, 0n))

/** What the wallet applied, each transaction once. */
function walletTotals(currency: string, playerId?: string): Totals {
  const sumOf = (method: 'bet' | 'win' | 'refund') => {
    const booked = wallet
      .operations(method, playerId)
      .filter(call => call.path.endsWith(currency) && wallet.isApplied(call))
    return formatAmount(booked.reduce((total, { amountMinor }) => total + amountMinor, 0n))
  }
  return { bets: sumOf('bet'), wins: sumOf('win'), refunds: sumOf('refund') }
}

await Promise.all(PLAYERS.map(([playerId, method, act]) => play(playerId, method, act)))

async function compare(t: Pick<typeof import('tap')['t'], 'match' | 'equal' | 'ok'>) {
  for (const currency of CURRENCIES) {
    const record = walletTotals(currency)
    t.ok(parseAmount(record.wins)! > 0n, 'at least one win')
    const rows = (await act('report_rounds', { currency, limit: 500 })).rounds as Row[]
    const amounts = (kind: 'bet' | 'win' | 'refund') =>
      sum(rows.map(row => (row[kind].status === 'confirmed' ? row[kind].amount : null)))
    const totals = { bets: amounts('bet'), wins: amounts('win'), refunds: amounts('refund') }
    t.match(totals, record, `${currency}: report_rounds`)
    const { rows: ggr } = await act('report_ggr', { currency, group_by: ['currency'] })
    const rounds = PLAYERS.length * SPINS
    t.match(ggr, [{ ...record, rounds, pending_operations: 0 }], `${currency}: report_ggr`)
    for (const [playerId] of PLAYERS) {
      const answer = await act('report_reconciliation', { currency, player_id: playerId })
      const [player] = answer.players as (Totals & { net_wallet_change: string })[]
      t.match(player, walletTotals(currency, playerId), `${currency}: ${playerId}`)
      const changeMinor = wallet.balance(playerId, currency) - OPENING
      t.equal(
        player!.net_wallet_change,
        formatAmount(changeMinor),
        `${currency}: ${playerId}'s balance`,
      )
    }
    t.ok(
      rows.some(row => row.state === 'rejected'),
      'a refused bet is a round too',
    )
  }
}

t.test('guarantee 20: reports and wallet agree right after play', compare)

t.test('guarantee 20: reports and wallet agree once the rounds are in the sums', async t => {
  // Two minutes later.
  const age = `UPDATE finished_round SET created_at = created_at - interval '10 minutes'
    WHERE project_id = $1`
  await pool.query(age, ofProject)
  const sums = createReportSums(pool, 50)
  // The node adds to them too, and the second one leaves the project to the first.
  await until('all rounds are in the sums', async () => {
    await sums.rollUp(60_000)
    const inSums = 'SELECT sum(rounds)::int AS rounds FROM report_day WHERE project_id = $1'
    const { rows } = await pool.query(inSums, ofProject)
    return rows[0].rounds === PLAYERS.length * CURRENCIES.length * SPINS
  })
  await compare(t)
})
