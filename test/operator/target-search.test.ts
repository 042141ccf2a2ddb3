// The background search for target outcomes against a real ledger, with mathematics that answer on
// command: the number of searches at once, the turns, and what is left when a node stops.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import {
  cancelStoredTarget,
  findTarget,
  insertTarget,
} from '../../src/ledger/entitlements/target-outcomes.ts'
import {
  claimTargets,
  endTargetSearch,
  type WantedTarget,
} from '../../src/ledger/entitlements/target-searches.ts'
import { OUTCOME_SEARCHES, OUTCOME_SEARCHES_PER_PROJECT } from '../../src/limits.ts'
import { createTargetSearch, type FinderAnswer } from '../../src/operator/target-outcomes/search.ts'
import { addProject } from '../support/ledger-projects.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { TERMS } from '../support/target-samples.ts'
import { until } from '../support/until.ts'

const { databaseUrl } = await openStores(t)
const pool = openPool(databaseUrl, 4, error => t.fail(error.message))
t.teardown(() => pool.end())
for (const projectId of ['one', 'two', 'three']) await addProject(pool, Buffer.alloc(32), projectId)

const GAME = { id: TERMS.gameId, version: '1.0.0' }
const FOUND = [{ mode: 'base', reelSet: 'natural', seed: new Uint8Array(32).fill(7) }] as const
const READY: FinderAnswer = { status: 'ready', gameVersion: '1.0.0', rounds: FOUND }
const STORED = [{ mode: 'base', reelSet: 'natural', seed: '07'.repeat(32) }] as const
const STORED_READY = { status: 'ready', gameVersion: '1.0.0', rounds: STORED } as const

/** A pending target that no node searches for. */
async function pending(projectId: string, fields: object = {}): Promise<WantedTarget> {
  const entitlements = {
    ...TERMS,
    targetOutcomeId: randomUUID(),
    createdAtMs: Date.now(),
    expiresAtMs: Date.now() + HOUR_MS,
    ...fields,
  }
  t.match(await insertTarget(inOneDatabase(pool), projectId, entitlements), { kind: 'stored' })
  await pool.query('UPDATE target_outcome SET claimed_until = NULL WHERE outcome_id = $1', [
    entitlements.targetOutcomeId,
  ])
  return { ...entitlements, projectId }
}
async function pendingMany(projectId: string, count: number): Promise<WantedTarget[]> {
  const targets: WantedTarget[] = []
  for (let time = 0; time < count; time++) targets.push(await pending(projectId))
  return targets
}

async function statusOf({ projectId, targetOutcomeId }: WantedTarget): Promise<string> {
  return (await findTarget(pool, projectId, targetOutcomeId))!.target.status
}
const isReady = (target: WantedTarget) =>
  until('ready', async () => (await statusOf(target)) === 'ready')

/** A claim of free places on a node that searches for nothing. */
const claim = (places: number) =>
  claimTargets(pool, [GAME.id], { searching: [], full: [] }, places, Date.now())

async function columnsOf({ targetOutcomeId }: WantedTarget) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT t.*, terms_revision FROM target_outcome t JOIN player USING (player_key)
     WHERE outcome_id = $1`,
    [targetOutcomeId],
  )
  return rows[0]!
}

/** A search whose mathematics wait. `answer` ends the oldest one in progress. */
function openSearch(
  t: { teardown(work: () => unknown): unknown },
  lookUp: (target: WantedTarget) => FinderAnswer | null = () => null,
) {
  const asked: { target: WantedTarget; answer(given: FinderAnswer | Error): void }[] = []
  const dropped: string[] = []
  const faults: unknown[] = []
  const search = createTargetSearch({
    pools: inOneDatabase(pool),
    games: [GAME],
    finder: {
      lookUp,
      find: target =>
        new Promise((resolve, reject) => {
          const answer = (given: FinderAnswer | Error) =>
            given instanceof Error ? reject(given) : resolve(given)
          asked.push({ target, answer })
        }),
      async close() {
        for (const { answer } of asked) answer(new Error('closed'))
      },
    },
    redisState: {
      async dropEntitlements({ projectId, playerId }) {
        dropped.push(`${projectId}/${playerId}`)
      },
    },
    nowMs: Date.now,
    onRefused: () => {},
    onFault: error => faults.push(error),
  })
  t.teardown(search.close)
  const beginAll = (targets: readonly WantedTarget[]) => {
    for (const target of targets) search.begin(pool, target)
  }
  const projects = () => asked.map(one => one.target.projectId)
  return { search, beginAll, asked, dropped, faults, projects }
}

t.beforeEach(() => pool.query('DELETE FROM target_outcome'))

t.test('searches are bounded by project and by node, and the rest stay pending', async t => {
  const { search, beginAll, asked, projects } = openSearch(t)
  beginAll(await pendingMany('one', OUTCOME_SEARCHES_PER_PROJECT + 1))
  t.equal(asked.length, OUTCOME_SEARCHES_PER_PROJECT)
  const two = await pending('two')
  beginAll([two, two])
  t.equal(asked.length, OUTCOME_SEARCHES_PER_PROJECT + 1, 'the same target twice is one search')
  beginAll(await pendingMany('two', OUTCOME_SEARCHES_PER_PROJECT))
  t.equal(asked.length, OUTCOME_SEARCHES)
  t.equal(projects().filter(id => id === 'two').length, OUTCOME_SEARCHES_PER_PROJECT)
  for (let time = 0; time < 2; time++) search.begin(pool, await pending('three'))
  t.equal(asked.length, OUTCOME_SEARCHES + 1, 'a project without a search goes first')
  t.equal(projects().at(-1), 'three')
})

t.test('a pass finds a search for a project without one when two used all places', async t => {
  const { search, projects } = openSearch(t)
  for (let time = 0; time < OUTCOME_SEARCHES_PER_PROJECT + 2; time++) {
    await pending('one')
    await pending('two')
  }
  await search.searchIn(pool)
  await pending('three')
  await search.searchIn(pool)
  t.equal(projects().length, OUTCOME_SEARCHES + 1)
  t.equal(projects().at(-1), 'three')
  const { rows } = await pool.query('SELECT FROM target_outcome WHERE claimed_until IS NULL')
  t.equal(rows.length, 4, 'a search that was not started has no claim')
})

t.test('of the free places each project gets one before any gets two', async t => {
  for (let time = 0; time < 3; time++) await pending('one', { createdAtMs: Date.now() - HOUR_MS })
  await pending('two')
  t.same(pluck(await claim(2), 'projectId').sort(), ['one', 'two'])
})

t.test('a hit in the index uses no search place', async t => {
  const { search, beginAll, asked } = openSearch(t, ({ gameId, projectId }) =>
    gameId === GAME.id && projectId === 'three' ? READY : null,
  )
  for (const id of ['one', 'two']) beginAll(await pendingMany(id, OUTCOME_SEARCHES_PER_PROJECT))
  const many = await pendingMany('three', OUTCOME_SEARCHES_PER_PROJECT + 2)
  const last = many.pop()!
  beginAll(many)
  await Promise.all(many.map(isReady))
  t.equal(asked.length, OUTCOME_SEARCHES)
  t.equal(await statusOf(last), 'pending', 'its node died before the look-up')
  await search.searchIn(pool)
  t.equal(await statusOf(last), 'ready', 'a pass looks up waiting targets without a free place')
  t.equal(asked.length, OUTCOME_SEARCHES)
})

t.test('a recovery pass starts searches that no node runs, projects in turns', async t => {
  const { search, projects } = openSearch(t)
  await pendingMany('one', OUTCOME_SEARCHES + 5)
  await pending('two')
  await pending('three')
  await search.searchIn(pool)
  t.ok(projects().includes('two'))
  t.ok(projects().includes('three'))
  t.equal(projects().filter(id => id === 'one').length, OUTCOME_SEARCHES_PER_PROJECT)
  await search.searchIn(pool)
  t.equal(projects().length, OUTCOME_SEARCHES_PER_PROJECT + 2, 'a full project waits')
})

t.test('a claim excludes other nodes until it lapses; the recovery job renews it', async t => {
  const [mine, other] = [openSearch(t), openSearch(t)]
  const target = await pending('one')
  await mine.search.searchIn(pool)
  await other.search.searchIn(pool)
  t.equal(mine.asked.length, 1)
  t.equal(other.asked.length, 0)
  const lapse = () => pool.query(`UPDATE target_outcome SET claimed_until = now() - interval '1 s'`)
  await lapse()
  await mine.search.searchIn(pool)
  await other.search.searchIn(pool)
  t.equal(other.asked.length, 0, 'renewed')
  await lapse()
  await other.search.searchIn(pool)
  t.equal(other.asked.length, 1, 'lapsed: another node takes over')
  mine.asked[0]!.answer(READY)
  await isReady(target)
  const first = await columnsOf(target)
  other.asked[0]!.answer({ status: 'unreachable' })
  await other.search.close()
  t.strictSame(await columnsOf(target), first, 'the second answer changes nothing')
})

t.test('simultaneous searches on several nodes share the work', async t => {
  for (let number = 0; number < 6; number++) await pending(number % 2 === 0 ? 'one' : 'two')
  const nodes = [openSearch(t), openSearch(t), openSearch(t)]
  await Promise.all(nodes.map(({ search }) => search.searchIn(pool)))
  const ids = nodes.flatMap(({ asked }) => asked.map(({ target }) => target.targetOutcomeId))
  t.equal(ids.length, 6)
  t.equal(new Set(ids).size, 6)
})

t.test('a ready target has all its fields, and the player’s entitlements are dropped', async t => {
  const { search, asked, dropped } = openSearch(t)
  const target = await pending('one', { playerId: 'counts' })
  const before = await columnsOf(target)
  await storeRounds(target, 3)
  search.begin(pool, target)
  asked[0]!.answer(READY)
  await until('dropped', async () => dropped.length === 1)
  const { status, found, found_version, ready_sequence, claimed_until, terms_revision } =
    await columnsOf(target)
  t.strictSame(
    { status, found, found_version, ready_sequence, claimed_until },
    {
      status: 'ready',
      found: STORED.map(({ mode, seed, reelSet }) => ({ mode, seed, weighting: reelSet })),
      found_version: '1.0.0',
      ready_sequence: '3',
      claimed_until: null,
    },
  )
  t.equal(Number(terms_revision), Number(before.terms_revision) + 1)
  t.strictSame(dropped, ['one/counts'])
})

t.test('an unreachable target has no rounds, and no entitlements change', async t => {
  const { search, asked, dropped } = openSearch(t)
  const target = await pending('one')
  const before = await columnsOf(target)
  search.begin(pool, target)
  asked[0]!.answer({ status: 'unreachable' })
  await until('unreachable', async () => (await statusOf(target)) === 'unreachable')
  const after = await columnsOf(target)
  t.strictSame([after.found, after.ready_sequence], [null, null])
  t.equal(after.terms_revision, before.terms_revision)
  t.strictSame(dropped, [])
})

t.test('an answer that comes too late changes nothing', async t => {
  const cancelled = await pending('one')
  await cancelStoredTarget(pool, 'one', cancelled.targetOutcomeId, Date.now())
  const expired = await pending('one')
  const afterwardsMs = Date.now() + 2 * HOUR_MS
  for (const [target, nowMs] of [
    [cancelled, Date.now()],
    [expired, afterwardsMs],
  ] as const) {
    const before = await columnsOf(target)
    t.equal(await endTargetSearch(pool, target, STORED_READY, nowMs), null)
    t.equal(await endTargetSearch(pool, target, { status: 'unreachable' }, nowMs), null)
    t.strictSame(await columnsOf(target), before)
  }
})

t.test('of a simultaneous cancel and answer one wins', async t => {
  for (let time = 0; time < 20; time++) {
    const target = await pending('one')
    const before = Number((await columnsOf(target)).terms_revision)
    const [changed, cancelled] = await Promise.all([
      endTargetSearch(pool, target, STORED_READY, Date.now()),
      cancelStoredTarget(pool, 'one', target.targetOutcomeId, Date.now()),
    ])
    const after = await columnsOf(target)
    t.equal(after.status, 'cancelled')
    const why = 'ready first: removed from the player again'
    t.equal(cancelled!.changedEntitlements, changed !== null, why)
    t.equal(Number(after.terms_revision), before + (changed === null ? 0 : 2))
  }
})

t.test('when the mathematics fail the recovery job searches for the target again', async t => {
  const { search, asked, faults } = openSearch(t)
  const target = await pending('one')
  await search.searchIn(pool)
  asked[0]!.answer(new Error('the threads are busy'))
  await until('a fault', async () => faults.length === 1)
  t.equal(await statusOf(target), 'pending')
  await pool.query('UPDATE target_outcome SET claimed_until = NULL')
  await search.searchIn(pool)
  t.equal(asked.length, 2)
})

t.test('a node that closes releases its claims and starts nothing more', async t => {
  const [leaving, staying] = [openSearch(t), openSearch(t)]
  const claimed = await pending('one')
  await leaving.search.searchIn(pool)
  await leaving.search.close()
  leaving.search.begin(pool, await pending('one'))
  await leaving.search.searchIn(pool)
  t.equal(leaving.asked.length, 1)
  t.strictSame(leaving.faults, [], 'the interruption is not logged as a fault')
  await staying.search.searchIn(pool)
  t.ok(staying.asked.some(({ target }) => target.targetOutcomeId === claimed.targetOutcomeId))
})

t.test('a target found by another version of the game is searched and counted again', async t => {
  const { search, asked, dropped } = openSearch(t)
  const [old, current] = [await pending('one', { playerId: 'old' }), await pending('one')]
  await endTargetSearch(pool, old, { ...STORED_READY, gameVersion: '0.9.0' }, Date.now())
  await endTargetSearch(pool, current, STORED_READY, Date.now())
  await storeRounds(old, 2)
  const before = Number((await columnsOf(old)).terms_revision)
  await search.searchIn(pool)
  t.equal(await statusOf(old), 'pending')
  t.equal(await statusOf(current), 'ready')
  t.equal(Number((await columnsOf(old)).terms_revision), before + 1)
  t.strictSame(dropped, ['one/old'])
  const searched = asked.map(({ target }) => target.targetOutcomeId)
  t.strictSame(searched, [old.targetOutcomeId], 'in the same pass')
  asked[0]!.answer(READY)
  await isReady(old)
  const { found_version, ready_sequence } = await columnsOf(old)
  t.strictSame([found_version, ready_sequence], ['1.0.0', '2'])
})

t.test('targets of games that this node lacks, and expired ones, are left alone', async t => {
  await pending('one', { gameId: 'next-year' })
  await pending('one', { expiresAtMs: Date.now() })
  t.strictSame(await claim(10), [])
  const { targetOutcomeId } = await pending('one')
  t.match(await claim(10), [
    { targetOutcomeId, projectId: 'one', gameId: GAME.id, kind: 'spin', multiplierHundredths: 250 },
  ])
})

/** Settled paid rounds of the target's player in its game. */
async function storeRounds({ targetOutcomeId }: WantedTarget, count: number): Promise<void> {
  const { rows } = await pool.query(
    'SELECT project_id, player_key, game_id FROM target_outcome WHERE outcome_id = $1',
    [targetOutcomeId],
  )
  for (let sequence = 1; sequence <= count; sequence++) {
    await insertRow(pool, 'round', { ...rows[0], sequence })
  }
}
