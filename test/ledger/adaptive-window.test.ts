// The adaptive window, rebuilt from the ledger: the last settled rounds of one currency that count,
// after the last step. Rounds of target outcomes, at manual levels and without a level stay out.

import t from 'tap'
import { createEntitlementsReader } from '../../src/ledger/entitlements/entitlements-reader.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { type LevelRound, storeLevelRound } from './level-rounds.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')
const reader = createEntitlementsReader(pool)
const OWN = {
  provider: 'own',
  gameIds: ['lucky-lanterns', 'river-of-ways'],
  currency: 'EUR',
} as const

const store = (playerId: string, fields: Omit<LevelRound, 'playerId'>) =>
  storeLevelRound(pool, { playerId, ...fields })

async function findWindow(playerId: string, windowRounds = 10) {
  const playerKey = await ensurePlayer(pool, 'casino', playerId)
  const query = { playerKey, ...OWN, windowRounds }
  const { afterSequence, rounds } = await reader.findWindow(query)
  return { afterSequence, wins: pluck(rounds, 'winMinor') }
}

t.test('only settled rounds that count are in the window, oldest first', async t => {
  await store('ann', { winMinor: 1n })
  await store('ann', { winMinor: 901n, isOfTarget: true })
  await store('ann', { winMinor: 2n, gameId: 'river-of-ways', level: 'provider-cap' })
  await store('ann', { winMinor: 902n, level: 'manual' })
  await store('ann', { winMinor: 903n, level: null })
  await store('ann', { winMinor: 904n, currency: 'USD' })
  await store('ann', { winMinor: 905n, gameId: 'scarab-codex' })
  await store('ann', { winMinor: 906n, fate: 'refunded' })
  await store('bob', { winMinor: 907n })
  await store('ann', { winMinor: 3n })
  await store('ann', { winMinor: 908n, fate: 'win unknown' })
  t.strictSame(await findWindow('ann'), { afterSequence: 0n, wins: [1n, 2n, 3n] })
})

t.test('when more rounds are settled than the window holds, the last ones are in it', async t => {
  for (const winMinor of [1n, 2n, 3n, 4n]) await store('cid', { winMinor })
  await store('cid', { winMinor: 5n, settledAgoMs: 2_000_000 })
  t.strictSame((await findWindow('cid', 3)).wins, [2n, 3n, 4n])
})

t.test('rounds up to the last step are not in the window', async t => {
  const sequences: bigint[] = []
  for (const winMinor of [1n, 2n, 3n]) sequences.push(await store('eve', { winMinor }))
  await pool.query(
    `INSERT INTO player_level (player_key, provider, start_bps, current_bps, adjusted_sequence)
     SELECT player_key, provider, 9500, 9500, sequence FROM player,
       (VALUES ('own', $1::bigint), ('another', $2)) AS v (provider, sequence)
         WHERE player_id = 'eve'`,
    [sequences[1]!.toString(), sequences[2]!.toString()],
  )
  t.strictSame(await findWindow('eve'), { afterSequence: sequences[1], wins: [3n] })
})
