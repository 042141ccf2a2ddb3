// A player with more grants and ready targets than are held for play at once, on a running node:
// what is due is found in any number.

import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { GRANTS_AHEAD, storeGrant } from '../../src/ledger/entitlements/grants.ts'
import { TARGETS_IN_PLAY } from '../../src/limits.ts'
import { newGrant } from '../support/grant-samples.ts'
import { cheapestBet, createOperator, playOut } from '../support/operator-calls.ts'
import { GAME } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool } = setup
setup.wallet.openWith(100_000_000n)
const operator = createOperator(setup, node)
const SUGAR = 'sugar-cascade'
const MANY = TARGETS_IN_PLAY + 30

async function giveGrant(playerId: string, gameId: string, expiresAtMs: number): Promise<string> {
  const grant = newGrant({
    grantId: crypto.randomUUID(),
    externalId: null,
    playerId,
    gameId,
    provider: findGame(gameId)!.provider,
    betMinor: 20n,
    betTerms: JSON.stringify(cheapestBet(gameId)),
    total: 1,
    createdAtMs: Date.now(),
    expiresAtMs,
  })
  await storeGrant(inOneDatabase(pool), setup.project.projectId, grant)
  return grant.grantId
}

t.test('a paid spin is refused beside a grant, however many grants come before it', async t => {
  const playerId = 'many-grants'
  for (let i = 0; i < MANY; i++) await giveGrant(playerId, GAME, Date.now() + 2 * HOUR_MS)
  const last = await giveGrant(playerId, SUGAR, Date.now() + 24 * HOUR_MS)
  const { client, welcome } = await setup.openGame(node, playerId, { symbol: SUGAR })
  t.match(welcome, { freeSpins: { grantId: last } })
  t.equal(codeOf(await client.spin(cheapestBet(SUGAR))), 'FREE_SPINS_ACTIVE')
  t.equal((await playOut(client, { grantId: last })).status, 'settled')
  t.equal(codeOf(await client.spin(cheapestBet(SUGAR))), 'round')
})

t.test('grants are played one after another, also past those that are held', async t => {
  const playerId = 'follows'
  const count = GRANTS_AHEAD + 3
  for (let i = 0; i < count; i++) await giveGrant(playerId, SUGAR, Date.now() + 2 * HOUR_MS)
  const { client, welcome } = await setup.openGame(node, playerId, { symbol: SUGAR })
  let due = welcome.type === 'welcome' ? welcome.freeSpins : null
  for (let played = 0; played < count; played++) {
    await playOut(client, { grantId: due!.grantId })
    const next = await client.hello()
    due = next.type === 'welcome' ? next.freeSpins : null
  }
  t.equal(due, null)
  t.equal(codeOf(await client.spin(cheapestBet(SUGAR))), 'round')
})

/** The same target so many times, older, and for a feature that a base spin never has. */
async function hideBehindOlder(targetOutcomeId: string): Promise<void> {
  await pool.query(
    `INSERT INTO target_outcome (outcome_id, project_id, player_key, game_id, provider, kind,
       multiplier_hundredths, spin_number, status, found, found_version, ready_sequence,
       created_at, expires_at)
     SELECT gen_random_uuid(), project_id, player_key, game_id, provider, 'bonus',
       multiplier_hundredths, 1, status,
       json_build_array(json_build_object('mode', 'buy', 'seed', found->0->>'seed',
                                          'weighting', found->0->>'weighting')),
       found_version, ready_sequence, created_at - interval '1 hour', expires_at
     FROM target_outcome, generate_series(1, $2) WHERE outcome_id = $1`,
    [targetOutcomeId, MANY],
  )
}

t.test('a due target is applied, however many older ones wait for another kind', async t => {
  const playerId = 'many-targets'
  const now = await operator.scheduleReady(playerId, SUGAR, { multiplier: 2 })
  const third = await operator.scheduleReady(playerId, SUGAR, { multiplier: 3, spin_number: 3 })
  await hideBehindOlder(now)
  const { client } = await setup.openGame(node, playerId, { symbol: SUGAR })
  const applied: (string | null)[] = []
  for (let spin = 0; spin < 4; spin++) {
    const { roundId } = await playOut(client, { bet: cheapestBet(SUGAR) })
    applied.push((await setup.rowOf(roundId)).outcome_id)
  }
  t.strictSame(applied, [now, null, third, null])
})
