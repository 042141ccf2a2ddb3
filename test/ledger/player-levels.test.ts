// Levels, steps and the journal in the ledger: a step applies once and only to the level it was
// decided on, and the rounds counted since are those at the automatic level after it.

import t from 'tap'
import { setLevel } from '../../src/core/player-rtp.ts'
import { DEFAULT_SETTINGS, rtpSettingsOf } from '../../src/core/project-settings.ts'
import {
  changeBetLimit,
  changeLevel,
  type PlayerProvider,
  readRtpRecord,
  stepLevel,
} from '../../src/ledger/entitlements/player-levels.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { JOURNAL_ENTRIES } from '../../src/limits.ts'
import { revisionOf } from '../support/operator-calls.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { type LevelRound, storeLevelRound } from './level-rounds.ts'

const { pool } = await openStores(t)
await insertProject(pool, 'casino')

const STEPPED = { kind: 'stepped' }
const OUTDATED = { kind: 'outdated' }
const playerWith = (playerId: string, provider = 'own'): PlayerProvider => ({
  projectId: 'casino',
  playerId,
  provider,
  gameIds: ['lucky-lanterns'],
})
const AT = '2026-01-02T03:04:05.678Z'
const lower = { at: AT, change: 'lower', from_bps: 9_500, to_bps: 9_300, by: 'adaptive' } as const
const step = (sequence: bigint, judgedBps = 9_500) => ({
  ...{ judgedBps, sequence },
  entry: { ...lower, reason: null },
})
const stepOf = (playerId: string, sequence: bigint) =>
  stepLevel(pool, playerWith(playerId), step(sequence))

/** A bound player whose last step was made at this sequence. */
async function bind(playerId: string, adjustedSequence: bigint, manualBps: number | null = null) {
  await pool.query(
    `INSERT INTO player_level (player_key, provider, start_bps, current_bps, manual_bps,
       adjusted_sequence) VALUES ($1, 'own', 9500, 9500, $2, $3)`,
    [await ensurePlayer(pool, 'casino', playerId), manualBps, adjustedSequence.toString()],
  )
}

const levelOf = async (playerId: string) => (await readRtpRecord(pool, playerWith(playerId))).level
const play = (playerId: string, fields: Partial<LevelRound> = {}) =>
  storeLevelRound(pool, { playerId, ...fields })

t.test('a step applies once, also when it is requested again', async t => {
  await bind('once', 5n)
  t.same(await stepOf('once', 9n), STEPPED)
  t.match(await levelOf('once'), { startBps: 9_500, currentBps: 9_300 })
  t.equal(await revisionOf(pool, 'once'), 1)
  t.same(await stepOf('once', 9n), OUTDATED)
  await pool.query(`UPDATE player_level SET current_bps = 9500 WHERE adjusted_sequence = 9`)
  t.same(await stepOf('once', 9n), OUTDATED, 'restored meanwhile')
  t.same(await stepOf('once', 8n), OUTDATED, 'an earlier round')
  t.same(await stepOf('once', 10n), STEPPED, 'a later one')
  t.equal(await revisionOf(pool, 'once'), 2)
})

t.test('no step applies to a manual level, another level or another provider', async t => {
  await bind('manual', 0n, 9_000)
  t.same(await stepOf('manual', 9n), OUTDATED)
  await bind('moved', 0n)
  t.same(await stepLevel(pool, playerWith('moved'), step(9n, 9_400)), OUTDATED)
  t.same(await stepLevel(pool, playerWith('moved', 'provider_a'), step(9n)), OUTDATED)
  t.match(await levelOf('moved'), { currentBps: 9_500 })
  t.equal(await revisionOf(pool, 'moved'), 0)
})

t.test('the rounds since a step are the settled ones that count after it', async t => {
  const sequence = await play('counted')
  await bind('counted', sequence)
  t.match(await levelOf('counted'), { roundsSinceAdjust: 0 })
  await play('counted')
  await play('counted', { level: 'provider-cap', currency: 'USD' })
  t.match(await levelOf('counted'), { roundsSinceAdjust: 2 })
  const others: Partial<LevelRound>[] = [
    { isOfTarget: true },
    { level: 'manual' },
    { level: null },
    { gameId: 'scarab-codex' },
    { fate: 'refunded' },
    { fate: 'win unknown' },
  ]
  for (const fields of others) await play('counted', fields)
  t.match(await levelOf('counted'), { roundsSinceAdjust: 2 })
})

t.test('a player whom the operator binds starts after the existing rounds', async t => {
  for (let time = 0; time < 3; time++) await play('new')
  const rtp = rtpSettingsOf(DEFAULT_SETTINGS, 'own')
  const settings = { ...rtp, personal: true, providerBps: 9_500 }
  const changed = await changeLevel(pool, playerWith('new'), (level, at) =>
    setLevel(level, settings, 9_000, { at, by: 'operator', reason: null }),
  )
  t.equal(changed.ok, true)
  t.match(await levelOf('new'), { manualBps: 9_000, roundsSinceAdjust: 0 })
  await play('new')
  t.match(await levelOf('new'), { roundsSinceAdjust: 1 })
})

t.test('a journal shows its latest entries, newest first, of one provider', async t => {
  await bind('busy', 0n)
  await bind('another', 0n)
  const total = JOURNAL_ENTRIES + 20
  await pool.query(
    `INSERT INTO level_journal (player_key, provider, at, change, reason, by)
     SELECT player_key, 'own', now(), 'set', g.n::text, 'operator'
     FROM player, generate_series(1, $1::int) AS g (n)
     WHERE player_id IN ('busy', 'another') ORDER BY g.n`,
    [total],
  )
  const { journal } = await readRtpRecord(pool, playerWith('busy'))
  const latest = Array.from({ length: JOURNAL_ENTRIES }, (_, number) => `${total - number}`)
  t.strictSame(pluck(journal, 'reason'), latest)
  t.strictSame((await readRtpRecord(pool, playerWith('busy', 'provider_a'))).journal, [])
})

t.test('removing a limit removes the one of that currency and provider', async t => {
  const bounds = { minMinor: 10n, maxMinor: 1_000n }
  const entry = (at: string) => ({ ...lower, at, change: 'bet-limit', reason: null }) as const
  const limit = (provider: string, currency: 'EUR' | 'USD', to: typeof bounds | null) =>
    changeBetLimit(pool, playerWith('limited', provider), currency, to, entry)
  await limit('own', 'EUR', bounds)
  await limit('own', 'USD', bounds)
  await limit('provider_a', 'EUR', bounds)
  const removed = await limit('own', 'EUR', null)
  t.equal(removed.isChanged, true)
  const left = removed.record.betLimits.map(each => `${each.provider} ${each.currency}`)
  t.strictSame(left, ['provider_a EUR', 'own USD'])
  const again = await limit('own', 'EUR', null)
  t.equal(again.isChanged, false, 'a missing limit changes nothing')
})
