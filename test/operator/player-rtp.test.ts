// POST /playerRtp.do of a running node: every action, and the ledger afterwards. Bounds and
// codes are in every-code and player-rtp-rules.
// Source: operator API, "POST {base_url}/playerRtp.do", "RTP management", "Bet limits".

import { Redis } from 'ioredis'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import {
  type PlayerProvider,
  readRtpRecord,
  stepLevel,
} from '../../src/ledger/entitlements/player-levels.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { credentialsOf } from '../support/game-actions.ts'
import { revisionOf } from '../support/operator-calls.ts'
import { LOOPBACK, post, settingsOf } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool, project, stores } = setup
const { projectId } = project
const other = await setup.newProject('other')

interface Player {
  bound: boolean
  betLimits: Record<string, string>[]
  journal: Record<string, unknown>[]
}

const callAs = (as: typeof project, fields: object, headers = {}) => {
  const body = { ...credentialsOf(as), provider: 'provider_a', ...fields }
  return post(node, '/playerRtp.do', body, headers)
}
const call = (fields: object, headers = {}) => callAs(project, fields, headers)

async function codeOf(fields: object) {
  const { status, body } = await call(fields)
  return status === 400 ? body.message : `${status} ${body.status}`
}

/** Of a call that succeeds. */
async function playerOf(fields: object, as = project): Promise<Player & Record<string, unknown>> {
  const { status, body } = await callAs(as, fields)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  t.strictSame(Object.keys(body), ['status', 'player'])
  return body.player as Player & Record<string, unknown>
}
const get = (player_id: string, as = project) => playerOf({ action: 'get', player_id }, as)
const auto = (player_id: string) => playerOf({ action: 'auto', player_id })
const set = (player_id: string, rtp: string | number, fields: object = {}, as = project) =>
  playerOf({ action: 'set', player_id, rtp, ...fields }, as)

async function setProject(json: object) {
  for (const id of [projectId, other.projectId])
    await setup.change({ settings: settingsOf(json) }, id)
}

async function countPlayers(): Promise<number> {
  const count = 'SELECT count(*) FROM player WHERE project_id = $1'
  return Number((await pool.query(count, [projectId])).rows[0].count)
}
const revisionAt = (playerId: string) => revisionOf(pool, playerId, projectId)

const STEPPED = { kind: 'stepped' }
const OUTDATED = { kind: 'outdated' }
const place = (playerId: string): PlayerProvider => ({
  projectId,
  playerId,
  provider: 'provider_a',
  gameIds: ['lucky-lanterns', 'river-of-ways', 'vault-keeper'],
})

const CONTROLLED = { rtp: { provider_a: { level: '94.5', personal: true } } }

t.test('without a provider RTP no player can be bound, and none is stored', async t => {
  const before = await countPlayers()
  const player = await get('new')
  t.strictSame(player, {
    bound: false,
    startBps: null,
    currentBps: null,
    mode: 'auto',
    roundsSinceAdjust: 0,
    providerBps: null,
    effective: null,
    betLimits: [],
    journal: [],
  })
  for (const fields of [{ action: 'set', rtp: '90' }, { action: 'auto' }]) {
    t.equal(await codeOf({ player_id: 'new', ...fields }), 'RTP_POLICY_REQUIRED')
  }
  const removed = { currency: 'EUR', min_minor: null, max_minor: null }
  await playerOf({ action: 'bet-limit', player_id: 'new', ...removed })
  t.equal(await countPlayers(), before)
})

t.test('bind, set and auto change the record and the journal, newest first', async t => {
  await setProject(CONTROLLED)
  t.match(await get('ann'), {
    bound: false,
    startBps: 9_450,
    currentBps: 9_450,
    providerBps: 9_450,
    effective: { bps: 9_450, source: 'player' },
  })
  const bound = await set('ann', 97.25, { reason: 'birthday' })
  t.match(bound, {
    bound: true,
    startBps: 9_450,
    currentBps: 9_450,
    mode: 'manual',
    roundsSinceAdjust: 0,
    providerBps: 9_450,
    effective: { bps: 9_725, source: 'manual' },
  })
  t.strictSame(await get('ann'), bound)
  t.equal(await revisionAt('ann'), 1)
  const automatic = await auto('ann')
  t.match(automatic, { mode: 'auto', effective: { bps: 9_450, source: 'player' } })
  const { journal } = automatic
  t.match(journal[0]?.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.strictSame(
    journal.map(({ at: _, ...entry }) => entry),
    [
      { change: 'auto', from_bps: 9_725, to_bps: 9_450, reason: null, by: 'operator' },
      { change: 'set', from_bps: 9_450, to_bps: 9_725, reason: 'birthday', by: 'operator' },
      { change: 'bind', from_bps: null, to_bps: 9_450, reason: null, by: 'operator' },
    ],
  )
  t.equal(await revisionAt('ann'), 2)
  t.strictSame(await auto('ann'), automatic, 'auto already')
  t.equal(await revisionAt('ann'), 2)
  t.match(await playerOf({ action: 'auto', player_id: 'bob', reason: 'hello' }), {
    bound: true,
    journal: [{ change: 'bind' }],
  })
})

t.test('a lowered provider RTP caps the automatic level, not a manual one', async t => {
  await set('manual', '96')
  await auto('capped')
  await setProject({ rtp: { provider_a: { level: '90', personal: true } } })
  t.match(await get('capped'), {
    startBps: 9_450,
    effective: { bps: 9_000, source: 'provider-cap' },
  })
  t.match(await get('manual'), { effective: { bps: 9_600, source: 'manual' } })
  await setProject({})
  t.match(await set('manual', '95'), { effective: null })
  await setProject(CONTROLLED)
})

t.test('without a provider it is provider_a', async t => {
  await set('default', '91', { provider: undefined })
  t.match(await get('default'), { mode: 'manual' })
  const elsewhere = { action: 'get', player_id: 'default', provider: 'provider_b' }
  t.match(await playerOf(elsewhere), { bound: false, journal: [] })
})

const limit = (fields: object = {}) => ({
  action: 'bet-limit',
  player_id: 'limited',
  currency: 'EUR',
  min_minor: '100',
  max_minor: '5000',
  ...fields,
})

t.test('a bet limit is set, replaced and removed, by currency and provider', async t => {
  await playerOf(limit())
  await playerOf(limit({ currency: 'USD', min_minor: '1', max_minor: '1' }))
  await playerOf(limit({ provider: 'provider_b', max_minor: '999999999999999' }))
  const player = await playerOf(limit({ max_minor: '6000' }))
  t.strictSame(
    player.betLimits.map(({ updated_at: _, ...entry }) => entry),
    [
      { currency: 'EUR', provider: 'provider_a', min_minor: '100', max_minor: '6000' },
      { currency: 'EUR', provider: 'provider_b', min_minor: '100', max_minor: '999999999999999' },
      { currency: 'USD', provider: 'provider_a', min_minor: '1', max_minor: '1' },
    ],
  )
  t.equal(player.bound, false, 'a limit binds no player to a level')
  t.equal(player.betLimits[0]?.updated_at, player.journal[0]?.at)
  t.match(player.journal[0], {
    change: 'bet-limit',
    from_bps: null,
    to_bps: null,
    reason: 'EUR: 1.00 to 60.00',
    by: 'operator',
  })
  t.equal(player.journal.length, 3, 'the journal belongs to the provider')
  t.equal(await revisionAt('limited'), 4)
  const nothing = { min_minor: null, max_minor: null }
  const removed = await playerOf(limit(nothing))
  t.equal(removed.betLimits.length, 2)
  t.match(removed.journal[0], { change: 'bet-limit', reason: 'EUR: no limit' })
  t.strictSame(await playerOf(limit(nothing)), removed, 'nothing there to remove')
  t.equal(await revisionAt('limited'), 5)
})

t.test('credentials are checked first, then allowlist, quota and action', async t => {
  t.equal((await callAs({ ...project, apiKey: 'x' }, {})).status, 401)
  const { status, headers } = await call({ action: 'get', player_id: 'x' })
  t.equal(status, 200)
  t.equal(headers['x-ratelimit-limit'], '600/min')
  await setup.change({ allowedNetworks: ['203.0.113.0/24'] }, other.projectId)
  const refused = await callAs(other, { action: 'none' })
  t.strictSame([refused.status, refused.body.message], [403, 'IP_NOT_ALLOWED'])
  await setup.change({ allowedNetworks: LOOPBACK }, other.projectId)
  t.equal((await callAs(other, { action: 'none' })).body.message, 'INVALID_ACTION')
})

t.test('a player of the same name in another project is another player', async t => {
  await set('walls', '88', { reason: 'secret' })
  await playerOf(limit({ player_id: 'walls' }))
  t.match(await get('walls', other), { bound: false, betLimits: [], journal: [] })
  const mine = await get('walls')
  await set('walls', '61', {}, other)
  await playerOf(limit({ player_id: 'walls', max_minor: '200' }), other)
  t.strictSame(await get('walls'), mine)
})

t.test('simultaneous changes run one after the other, and the journal is continuous', async t => {
  const levels = [61, 72, 83, 94, 65, 76, 87, 98]
  const answers = await Promise.all(levels.map(rtp => set('race', rtp)))
  const { journal } = await get('race')
  t.equal(journal.length, levels.length + 1, 'bound once')
  t.equal(await revisionAt('race'), levels.length)
  const oldest = [...journal].reverse()
  t.equal(oldest[0]?.change, 'bind')
  for (const [index, entry] of oldest.entries()) {
    if (index === 0) continue
    t.equal(entry.from_bps, oldest[index - 1]?.to_bps)
    t.ok(String(entry.at) >= String(oldest[index - 1]?.at))
  }
  for (const [index, answer] of answers.entries()) {
    t.equal(answer.journal[0]?.to_bps, levels[index]! * 100, 'each sees its own change')
  }
})

t.test('the journal shows its latest 100 entries', async t => {
  for (let rtp = 0; rtp <= 100; rtp++) await set('busy', (6_000 + rtp) / 100)
  const { journal } = await get('busy')
  const levels = Array.from({ length: 100 }, (_, index) => 6_100 - index)
  t.strictSame(pluck(journal, 'to_bps'), levels)
  const { rows } = await pool.query(
    `SELECT count(*)::int FROM level_journal JOIN player USING (player_key)
     WHERE player_id = 'busy' AND project_id = $1`,
    [projectId],
  )
  t.equal(rows[0].count, 102, 'all are stored')
})

t.test('the player state drops its entitlements exactly when they change', async t => {
  const redis = new Redis(stores.redisUrl, { keyPrefix: stores.redisPrefix })
  t.teardown(() => redis.quit())
  const key = `p2:{${projectId}:redisState}`
  const put = () => redis.hset(key, 'rev', '7')
  await put()
  await get('redisState')
  t.equal(await redis.hget(key, 'rev'), '7')
  for (const fields of [{ action: 'set', rtp: '90' }, { action: 'auto' }, limit()]) {
    await put()
    await playerOf({ ...fields, player_id: 'redisState' })
    t.equal(await redis.hget(key, 'rev'), null, fields.action)
  }
})

/** A round at a level of provider_a. */
async function insertRound(
  playerId: string,
  { sequence, ...fields }: { sequence: number; [column: string]: string | number | null },
): Promise<void> {
  await insertRow(pool, 'round', {
    player_key: await ensurePlayer(pool, projectId, playerId),
    sequence,
    level_bps: 9_450,
    level_source: 'player',
    ...fields,
    refund_status: fields.state === 'cancelled' ? 'confirmed' : null,
  })
}

t.test('roundsSinceAdjust counts what the adaptive rule counts', async t => {
  const count = async () => (await get('counted')).roundsSinceAdjust
  await setup.launch(node, { player_id: 'counted' })
  await insertRound('counted', { sequence: 1, level_source: 'provider-cap' })
  await auto('counted')
  t.equal(await count(), 0, 'rounds before the player was bound')
  await insertRound('counted', { sequence: 2 })
  const capped = { level_source: 'provider-cap', game_id: 'vault-keeper' }
  await insertRound('counted', { sequence: 3, ...capped })
  t.equal(await count(), 2)
  for (const [index, not] of [
    { level_source: null },
    { level_source: 'manual' },
    { outcome_id: uuidv7() },
    { state: 'cancelled' },
    { state: 'in_progress' },
    { game_id: 'cherry-classic' },
  ].entries()) {
    await insertRound('counted', { sequence: 4 + index, ...not })
    t.equal(await count(), 2, JSON.stringify(not))
  }
  await set('counted', '90')
  t.equal(await count(), 2, 'a manual level leaves the window as it was')
})

const step = (judgedBps: number, toBps: number, sequence: bigint) => {
  const change = toBps < judgedBps ? ('lower' as const) : ('restore' as const)
  const by = { reason: '50 rounds', by: 'adaptive' } as const
  const levels = { from_bps: judgedBps, to_bps: toBps }
  return { judgedBps, sequence, entry: { at: new Date().toISOString(), change, ...levels, ...by } }
}
t.test('an adaptive step applies once, to the level it was decided on', async t => {
  t.same(await stepLevel(pool, place('nobody'), step(9_450, 9_250, 2n)), OUTDATED)
  await auto('stepped')
  for (const sequence of [1, 2, 3]) await insertRound('stepped', { sequence })
  const lower = () => stepLevel(pool, place('stepped'), step(9_450, 9_250, 2n))
  const taken = await Promise.all([lower(), lower()])
  t.same(taken.map(({ kind }) => kind).sort(), ['outdated', 'stepped'])
  const player = await get('stepped')
  t.match(player, {
    startBps: 9_450,
    currentBps: 9_250,
    roundsSinceAdjust: 1,
    effective: { bps: 9_250, source: 'player' },
  })
  t.equal(player.journal.length, 2)
  t.match(player.journal[0], {
    change: 'lower',
    to_bps: 9_250,
    reason: '50 rounds',
    by: 'adaptive',
  })
  t.equal(await revisionAt('stepped'), 2)
  const restore = (sequence: bigint) =>
    stepLevel(pool, place('stepped'), step(9_250, 9_450, sequence))
  t.same(await restore(2n), OUTDATED, 'the same round')
  await set('stepped', '99')
  t.same(await restore(3n), OUTDATED, 'manual')
  t.equal(await revisionAt('stepped'), 3)
  await auto('stepped')
  t.same(await restore(3n), STEPPED)
  t.match((await readRtpRecord(pool, place('stepped'))).level, { currentBps: 9_450 })
})

t.test('a simultaneous step and operator’s change never lose one another', async t => {
  for (let round = 0; round < 10; round++) {
    const playerId = `both-${round}`
    await auto(playerId)
    const [, stepping] = await Promise.all([
      set(playerId, '70'),
      stepLevel(pool, place(playerId), step(9_450, 9_250, 1n)),
    ])
    const player = await auto(playerId)
    const isTaken = stepping.kind === 'stepped'
    t.equal(player.currentBps, isTaken ? 9_250 : 9_450)
    t.equal(player.journal.filter(entry => entry.change === 'lower').length, isTaken ? 1 : 0)
  }
})
