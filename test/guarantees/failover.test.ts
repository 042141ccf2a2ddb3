// Played by npm run prove: it runs two Postgres servers.
//
// A failover to an asynchronous standby that lacks the last rounds, whose money the wallet has
// booked. Real servers, two nodes, players at several points of a round.

import t, { type Test } from 'tap'
import { formatAmount } from '../../src/core/money.ts'
import { transactionId } from '../../src/core/wallet-operation.ts'
import { isRefundable, listOrphans, refundOrphan } from '../../src/ledger/rounds/orphaned-rounds.ts'
import { putRoundBack } from '../../src/ledger/rounds/round-failures.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { playerKey } from '../../src/redis/player-key.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, GAME, openSetup } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf, untilAnswered } from '../support/play-client.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { openMigrated, openStores } from '../support/real-stores.ts'
import { OPENING } from '../support/scripted-wallet.ts'
import { until, untilFound } from '../support/until.ts'

const BY = { actor: 'owner:ann', origin: 'desk' }
const PLAYERS = ['ann', 'bob', 'carl', 'dora']

const { redisUrl, redisPrefix } = await openStores(t)
const redis = await connectRedis(redisUrl, redisPrefix)
t.teardown(() => redis.disconnect())
const pair = await startPostgresPair(t)
const pool = await openMigrated(t, pair.url)
const setup = await openSetup(t, { databaseUrl: pair.url, redisUrl, redisPrefix, pool })
const { wallet } = setup
const nodes = [await setup.startNode(), await setup.startNode()] as const
const operator = createOperator(setup, nodes[0])

/** Plays a round to its end; repeats a command that a node refuses because it is not ready. */
async function playOne(client: PlayClient): Promise<string> {
  const round = roundOf(await untilAnswered(() => client.spin(BET)))
  if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
  return round.roundId
}

/** Some rounds wait for a decision. */
async function settle(client: PlayClient, roundId: string): Promise<void> {
  await until('it is settled', async () => {
    const { state } = await setup.rowOf(roundId)
    if (state === 'in_progress') await client.collect(roundId)
    return state === 'settled'
  })
}

const moneyOf = (method: 'bet' | 'win' | 'refund', roundId: string) =>
  wallet.operations(method).filter(call => call.roundId === roundId && wallet.isApplied(call))
    .length

/** The wallet's books agree with the ledger. */
async function booksAgree(t: Test): Promise<void> {
  const { players } = await operator.act('report_reconciliation')
  for (const { player_id, net_wallet_change } of players as Record<string, string>[]) {
    t.equal(net_wallet_change, formatAmount(wallet.balance(player_id!) - OPENING), player_id!)
  }
}

t.test(
  'guarantee 5: a failover that loses rounds is noticed, and each bet is reported',
  async t => {
    const clients = new Map<string, PlayClient>()
    for (const [at, player] of PLAYERS.entries()) {
      const { client } = await setup.openGame(nodes[at % 2]!, player)
      clients.set(player, client)
      await playOne(client)
    }
    // The standby has the round's opening, but not its later updates.
    const early = (await setup.openGame(nodes[0], 'early')).client
    wallet.rule({ method: 'bet', playerId: 'early', act: 'drop-before-apply', times: 1_000 })
    const resumed = roundOf(await early.spin(BET)).roundId
    await pair.partStandby()

    wallet.behave()
    await settle(early, resumed)
    const lost: string[] = []
    for (let round = 0; round < 5; round++) {
      lost.push(...(await Promise.all([...clients.values()].map(playOne))))
    }
    const { client: fresh } = await setup.openGame(nodes[1], 'fresh')
    lost.push(await playOne(fresh))
    // The wallet applies these bets and never answers.
    const unrevealed: string[] = []
    for (const playerId of ['held', 'unproved', 'given-up']) {
      wallet.rule({ method: 'bet', playerId, act: 'drop-after-apply', times: 1_000 })
      const { client } = await setup.openGame(nodes[0], playerId)
      unrevealed.push(roundOf(await client.spin(BET)).roundId)
    }
    const [held, unproved, cancelled] = unrevealed as [string, string, string]
    lost.push(...unrevealed)
    // A Redis that lost the slot may have lost a reveal decision with it.
    await redis.hdel(playerKey({ projectId: 'casino', playerId: 'unproved' }), `o:${GAME}`)
    await untilFound('the cancel is accepted', () => operator.tryCancel(cancelled))
    await until('its refund is booked', () => moneyOf('refund', cancelled) === 1)

    await pair.failOver()
    wallet.behave()
    await until('the ledger is reconciled', async () => {
      const asked = pool.query(`SELECT after FROM audit WHERE action = 'ledger.reconciled'`)
      return (await asked.catch(() => null))?.rows.length === 1
    })
    await until('both nodes are ready', async () =>
      (await Promise.all(nodes.map(node => node.readyz()))).every(({ status }) => status === 200),
    )

    const orphans = await listOrphans(pool, { limit: 100 })
    t.strictSame(
      orphans.map(({ roundId }) => roundId).sort(),
      [...lost].sort(),
      'these rounds, and no others',
    )
    for (const { roundId, known, winMinor } of orphans) {
      const isPaid = moneyOf('win', roundId) === 1
      t.equal(known === 'paid' || known === 'won', isPaid, known)
      t.equal(winMinor > 0n, isPaid)
    }

    t.test(
      'a round whose opening is in the ledger is driven on with the same operations',
      async t => {
        await settle(early, resumed)
        t.equal(moneyOf('bet', resumed), 1)
        t.equal(moneyOf('refund', resumed), 0)
      },
    )

    t.test('guarantee 5: the platform refunds a bet that is proved to have no win', async t => {
      const known = new Map(orphans.map(orphan => [orphan.roundId, orphan]))
      t.match(known.get(held), { known: 'cancelled', state: 'cancelled' })
      t.match(known.get(unproved), { known: 'opened', state: 'reconciliation_required' })
      await until('its refund is booked', () => moneyOf('refund', held) === 1)
      t.equal(moneyOf('bet', held), 1)
      t.equal(moneyOf('refund', unproved), 0, 'that one waits for a person')
      const { rows } = await pool.query(
        `SELECT actor, subject, after FROM audit WHERE action = 'round.orphan-refunded'`,
      )
      const refunded = new Map(rows.map(({ after, ...entry }) => [after.roundId, entry]))
      t.strictSame([...refunded.keys()].sort(), [cancelled, held].sort())
      t.strictSame(refunded.get(held), { actor: 'platform', subject: 'casino' })
    })

    t.test('guarantee 1: a bet is refunded once, and never after its win was paid', async t => {
      for (const orphan of orphans) {
        const { roundId, known } = orphan
        const twice = await Promise.all([
          refundOrphan(pool, roundId, false, BY),
          refundOrphan(pool, roundId, false, BY),
        ])
        const planned = twice.filter(({ kind }) => kind === 'planned').length
        t.equal(planned, isRefundable(orphan) ? 1 : 0, known)
        t.match(await putRoundBack(pool, roundId, BY), { kind: 'refused' })
      }
      const owed = orphans.filter(orphan => isRefundable(orphan) || orphan.known === 'cancelled')
      t.ok(owed.length >= 3)
      await until('every refund is confirmed', async () => {
        const all = await listOrphans(pool, { limit: 100 })
        return all.filter(({ refundStatus }) => refundStatus === 'confirmed').length === owed.length
      })
      for (const { roundId } of orphans) {
        t.ok(moneyOf('win', roundId) + moneyOf('refund', roundId) <= 1, 'not paid twice')
        const refunds = wallet.of('refund').filter(call => call.roundId === roundId)
        const ids = new Set(refunds.map(({ transaction }) => transaction))
        if (ids.size > 0) t.strictSame([...ids], [transactionId('refund', roundId)])
      }
      await booksAgree(t)
    })

    t.test('play continues with sequence numbers that no round had', async t => {
      for (const client of clients.values()) await playOne(client)
      const { client } = await setup.openGame(nodes[0], 'fresh')
      await playOne(client)
      const { rows } = await pool.query(
        `SELECT FROM round r JOIN orphaned_round o USING (round_id)
       WHERE sequence >= (SELECT max(sequence) FROM round l WHERE l.player_key = r.player_key
         AND l.state = 'settled')`,
      )
      t.equal(rows.length, 0)
      await booksAgree(t)
    })

    t.test('guarantee 6: the request of an orphaned round starts no other round', async t => {
      const { rows } = await pool.query<{ request_id: string }>(
        `SELECT request_id FROM round JOIN orphaned_round o USING (round_id) JOIN player
          USING (player_key)
       WHERE player_id = 'ann' LIMIT 1`,
      )
      const before = wallet.of('bet', 'ann').length
      const answer = await clients.get('ann')!.spin(BET, rows[0]!.request_id)
      t.match(codeOf(answer), /RECONCILIATION_REQUIRED|BET_REFUSED/)
      t.equal(wallet.of('bet', 'ann').length, before)
    })
  },
)
