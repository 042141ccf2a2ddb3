// The target-outcome methods of a running node, over HTTP: the states that an operator can reach,
// and what the mathematics found. Bounds and codes are in every-code and target-outcome-rules.
// Source: operator API, "Target-outcome methods" and "Target outcome".

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { parseFound } from '../../src/core/target-found.ts'
import { TARGET_STATUSES, type TargetOutcome, targetAt } from '../../src/core/target-outcome.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { playTarget, windowOf } from '../../src/games/targets/target-outcomes.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import {
  expireTargets,
  insertTarget,
  listTargets,
} from '../../src/ledger/entitlements/target-outcomes.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { PENDING_SEARCHES_PER_PROJECT } from '../../src/limits.ts'
import { presentTarget } from '../../src/operator/target-outcomes/record.ts'
import {
  OutcomeAnswer,
  OutcomeScheduleRequest,
  OutcomesAnswer,
} from '../../src/operator/target-outcomes/schema.ts'
import { act, codeOf } from '../support/game-actions.ts'
import { openSetup } from '../support/operator-setup.ts'
import { isFeatured, playEveryOption } from '../support/outcomes.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { isFullSize, sized } from '../support/size.ts'
import { TERMS } from '../support/target-samples.ts'
import { until } from '../support/until.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const setup = await openSetup(t)
const { pool, project } = setup
const node = await setup.startNode()
const neighbour = await setup.newProject('neighbour')

const EVERYTHING = { playerId: undefined, gameId: undefined, status: undefined }
const MINUTE_MS = 60_000
const isOutcome = Compile(OutcomeAnswer)
const isList = Compile(OutcomesAnswer)
type Outcome = OutcomeAnswer['outcome']

const call = (method: string, fields = {}, as: Project = project, headers = {}, at = node) =>
  act(at, as, method, fields, headers)
const GOOD = { player_id: 'ann', symbol: 'cherry-classic', multiplier: '5' }

/** Quotas are tested elsewhere: this file makes more calls than a minute allows. */
t.beforeEach(() => setup.losePlayerState())

async function outcomeOf(answer: ReturnType<typeof call>): Promise<Outcome> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  t.ok(isOutcome.Check(body), 'the answer is the documented one')
  return body.outcome as Outcome
}

const schedule = (fields: object = {}, as = project) =>
  outcomeOf(call('outcome_schedule', { ...GOOD, ...fields }, as))
const get = (outcome_id: string, as = project) => outcomeOf(call('outcome_get', { outcome_id }, as))
const cancel = (outcome_id: string, as = project) =>
  outcomeOf(call('outcome_cancel', { outcome_id }, as))

async function idsOf(fields: object = {}, as = project): Promise<string[]> {
  const { body } = await call('outcome_list', fields, as)
  t.ok(isList.Check(body), 'the answer is the documented one')
  return pluck(body.outcomes as Outcome[], 'outcome_id')
}

async function columnsOf(targetOutcomeId: string) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT t.*, found::text AS found, terms_revision FROM target_outcome t
     JOIN player USING (player_key) WHERE outcome_id = $1`,
    [targetOutcomeId],
  )
  return rows[0]!
}

/** Resolves once the search has ended. */
async function searched({ outcome_id }: Outcome): Promise<Outcome> {
  await until('the search ended', async () => (await columnsOf(outcome_id)).status !== 'pending')
  return get(outcome_id)
}

const set = (targetOutcomeId: string, assignments: string) =>
  pool.query(`UPDATE target_outcome SET ${assignments} WHERE outcome_id = $1`, [targetOutcomeId])
const NOTHING_FOUND = 'found = NULL, found_version = NULL, ready_sequence = NULL'

/** A target outcome in a given status, which no search or recovery job changes. */
async function entryIn(status: string, fields: object = {}): Promise<Outcome> {
  const ready = await searched(await schedule(fields))
  const assignments: Record<string, string> = {
    pending: `status = 'pending', claimed_until = now() + interval '1 hour', ${NOTHING_FOUND}`,
    ready: `status = 'ready'`,
    unreachable: `status = 'unreachable', ${NOTHING_FOUND}`,
    applied: `status = 'applied', round_id = gen_random_uuid(), applied_at = now()`,
    expired: `status = 'expired'`,
    cancelled: `status = 'cancelled'`,
  }
  await set(ready.outcome_id, assignments[status]!)
  return get(ready.outcome_id)
}

const inTime = (ms: number) => new Date(Date.now() + ms).toISOString()

t.test('schedule: a pending record has everything that was sent', async t => {
  const expires_at = inTime(DAY_MS)
  const sent = { spin_number: 100_000, external_id: 'é-1', comment: 'x'.repeat(500), expires_at }
  const outcome = await schedule({ ...sent, player_id: 'Ann Lee', multiplier: 7.5 })
  t.match(outcome, {
    ...sent,
    player_id: 'Ann Lee',
    symbol: 'cherry-classic',
    provider: findGame('cherry-classic')!.provider,
    kind: 'spin',
    multiplier: '7.5',
    paid_spins_since: 0,
    status: 'pending',
    variants: [],
    applied_at: null,
    round_id: null,
  })
  const plain = await schedule()
  t.match(plain, { external_id: null, comment: null, spin_number: 1 })
  t.not(plain.outcome_id, outcome.outcome_id)
})

t.test('the document of the request describes each field’s bounds', async t => {
  const form = Compile(OutcomeScheduleRequest)
  const credentials = { partner: 'casino', api_key: 'x', method: 'outcome_schedule' }
  const takes = (fields: object) => form.Check({ ...credentials, ...GOOD, ...fields })
  const taken = { kind: ['spin', 'bonus'], spin_number: [1, 100_000], multiplier: [5, '0.05'] }
  for (const [field, values] of Object.entries({ ...taken, comment: [''], external_id: ['x'] })) {
    for (const value of values) t.ok(takes({ [field]: value }), `${field} ${value}`)
  }
  const refused = { kind: ['x', null], spin_number: [0, 100_001, 1.5, '1'], multiplier: [null] }
  const texts = { player_id: ['', 7], symbol: [null], external_id: ['', null], comment: [7] }
  for (const [field, values] of Object.entries({ ...refused, ...texts, expires_at: [1], bet: [1] }))
    for (const value of values) t.notOk(takes({ [field]: value }), `${field} ${value}`)
})

t.test('a spin is found in the base game, and its seed draws a round that hits', async t => {
  const outcome = await searched(await schedule({ multiplier: '10' }))
  t.match(outcome, { status: 'ready', variants: ['base'], paid_spins_since: 0 })
  await drawsHits(t, outcome)
})

t.test('a bonus is found in the base game and in the feature that is bought', async t => {
  const lanterns = { symbol: 'lucky-lanterns', kind: 'bonus', multiplier: 10 }
  const triggered = await searched(await schedule(lanterns))
  t.match(triggered, { status: 'ready', variants: ['base'] })
  await drawsHits(t, triggered)
  const river = { ...lanterns, symbol: 'river-of-ways', multiplier: 50 }
  const bought = await searched(await schedule(river))
  t.match(bought, { status: 'ready', variants: ['base', 'buy'] })
  await drawsHits(t, bought)
})

async function drawsHits(t: { ok(value: unknown, name: string): unknown }, outcome: Outcome) {
  const game = findGame(outcome.symbol)!
  const { found } = await columnsOf(outcome.outcome_id)
  const window = windowOf(game, Math.round(Number(outcome.multiplier) * 100))
  for (const { seed, ...source } of parseFound(found as string)) {
    const chosen = { ...source, seed: Buffer.from(seed, 'hex'), minUnits: 0, maxUnits: 0 }
    for (const drawn of playEveryOption(game, playTarget(chosen, []))) {
      const { winUnits } = drawn
      t.ok(winUnits >= window.fromUnits && winUnits <= window.toUnits, `${source.mode} hits`)
      t.ok(isFeatured(drawn) === (outcome.kind === 'bonus'), `${source.mode} is of the kind`)
    }
  }
}

t.test('a win that the game does not have is unreachable', async t => {
  const half = await searched(await schedule({ multiplier: '0.01' }))
  t.match(half, { status: 'unreachable', variants: [], paid_spins_since: 0 })
  if (!isFullSize) return
  const gap = await searched(await schedule({ multiplier: '1' }))
  t.match(gap, { status: 'unreachable', variants: [] }, 'after the whole search')
})

t.test('an external id is used once in a project, whatever its outcome’s status', async t => {
  const first = await schedule({ external_id: 'once' })
  const again = await call('outcome_schedule', { ...GOOD, multiplier: 8, external_id: 'once' })
  t.equal(codeOf(again), '409 DUPLICATE_EXTERNAL_ID')
  await cancel(first.outcome_id)
  const later = await call('outcome_schedule', { ...GOOD, external_id: 'once' })
  t.equal(later.status, 409, 'cancelled or not')
  t.equal((await schedule({ external_id: 'once' }, neighbour)).external_id, 'once')
  const repeat = () => call('outcome_schedule', { ...GOOD, external_id: 'race' })
  const race = await Promise.all(Array.from({ length: 5 }, repeat))
  t.strictSame(pluck(race, 'status').sort(), [200, 409, 409, 409, 409])
})

t.test('get and cancel: any text of an id that no outcome has is unknown', async t => {
  const { outcome_id } = await schedule({ external_id: 'named' })
  for (const method of ['outcome_get', 'outcome_cancel']) {
    const ids = ['', 'x', 'a\0b', '\ud800', `{${outcome_id}}`, `${outcome_id} `, randomUUID()]
    const externalIds = ['', 'x', 'a\0b', '\ud800', 'x'.repeat(5_000)]
    const unknown = [
      ...ids.map(id => ({ outcome_id: id })),
      ...externalIds.map(id => ({ external_id: id })),
    ]
    for (const fields of unknown) {
      t.equal(codeOf(await call(method, fields)), '404 OUTCOME_NOT_FOUND', JSON.stringify(fields))
    }
  }
  t.equal((await outcomeOf(call('outcome_get', { external_id: 'named' }))).outcome_id, outcome_id)
  t.equal((await get(outcome_id.toUpperCase())).outcome_id, outcome_id)
})

t.test('cancel: a target that is not final is cancelled, a final one stays', async t => {
  for (const status of TARGET_STATUSES) {
    const before = await entryIn(status, { player_id: `cancels ${status}` })
    const isFinal = ['applied', 'expired', 'cancelled'].includes(status)
    const { terms_revision: revision } = await columnsOf(before.outcome_id)
    const after = await cancel(before.outcome_id)
    t.strictSame(after, isFinal ? before : { ...before, status: 'cancelled' }, status)
    t.strictSame(await get(before.outcome_id), after)
    t.strictSame(await cancel(before.outcome_id), after, 'again')
    const { terms_revision } = await columnsOf(before.outcome_id)
    const raised = Number(terms_revision) - Number(revision)
    t.equal(raised, status === 'ready' ? 1 : 0, `${status}: entitlements of rounds`)
  }
})

t.test('a target that is not final expires, also before a recovery pass stores it', async t => {
  for (const status of TARGET_STATUSES) {
    const { outcome_id } = await entryIn(status, { player_id: `expires ${status}` })
    await set(outcome_id, `expires_at = now()`)
    const isFinal = ['applied', 'expired', 'cancelled'].includes(status)
    const shown = await get(outcome_id)
    t.equal(shown.status, isFinal ? status : 'expired', status)
    t.strictSame(await cancel(outcome_id), shown, 'can no longer be cancelled')
    await expireTargets(pool, Date.now())
    t.equal((await columnsOf(outcome_id)).status, shown.status)
    t.strictSame(await get(outcome_id), shown)
  }
  const { outcome_id } = await entryIn('ready')
  await expireTargets(pool, Date.now())
  t.equal((await columnsOf(outcome_id)).status, 'ready', 'not before its expiry')
})

t.test('list: matches of every filter, newest first', async t => {
  const players = ['list 1', 'list 2']
  for (const player_id of players) {
    for (const status of TARGET_STATUSES) await entryIn(status, { player_id })
    const late = await entryIn('ready', { player_id })
    await set(late.outcome_id, 'expires_at = now()')
    await entryIn('ready', { player_id, symbol: 'lucky-lanterns' })
  }
  const all = await listTargets(inOneDatabase(pool), project.projectId, EVERYTHING, Date.now())
  const statuses = [undefined, ...TARGET_STATUSES]
  const ids = sized([undefined, players[0]!, 'a\nb'], [undefined, ...players, 'nobody', 'a\nb'])
  const ofAnother = sized(['no-such-game'], ['cherry-classic', 'no-such-game', '\0'])
  for (const player_id of ids) {
    for (const symbol of [undefined, 'lucky-lanterns', ...ofAnother]) {
      for (const status of statuses) {
        const wanted = all.filter(target => matches(target, { player_id, symbol, status }))
        const found = await idsOf({ player_id, symbol, status })
        t.strictSame(found, pluck(wanted, 'targetOutcomeId'))
      }
    }
    await setup.losePlayerState()
  }
  t.strictSame(all, [...all].sort(newestFirst))
  t.ok(all.length > 20)
})

/** Every requested field is equal; the status is the present one. */
function matches(target: TargetOutcome, filter: object): boolean {
  const record = presentTarget(targetAt(target, Date.now()))
  return Object.entries(filter).every(
    ([field, asked]) => asked === undefined || record[field as keyof typeof record] === asked,
  )
}

const newestFirst = (one: TargetOutcome, other: TargetOutcome) =>
  other.createdAtMs - one.createdAtMs || (one.targetOutcomeId < other.targetOutcomeId ? 1 : -1)

t.test('Idempotency-Key: one target and one answer, also after the target’s expiry', async t => {
  const key = { 'idempotency-key': 'schedule-1' }
  const fields = { ...GOOD, player_id: 'idempotent', expires_at: inTime(HOUR_MS + MINUTE_MS) }
  const first = await call('outcome_schedule', fields, project, key)
  t.equal(first.status, 200)
  t.strictSame((await call('outcome_schedule', fields, project, key)).body, first.body)
  const other = await call('outcome_schedule', { ...fields, multiplier: 8 }, project, key)
  t.equal(codeOf(other), '409 IDEMPOTENCY_CONFLICT')
  t.equal((await idsOf({ player_id: 'idempotent' })).length, 1)
  const late = { ...GOOD, expires_at: inTime(-DAY_MS) }
  const lateKey = { 'idempotency-key': 'schedule-late' }
  const refused = await call('outcome_schedule', late, project, lateKey)
  t.equal(codeOf(refused), '400 INVALID_EXPIRY')
  // Sets the first answer's age to a day.
  await pool.query(
    `UPDATE idempotency SET answer = (SELECT answer FROM idempotency WHERE key = 'schedule-1')
     WHERE key = 'schedule-late'`,
  )
  t.strictSame((await call('outcome_schedule', late, project, lateKey)).body, first.body)
})

t.test('paid spins since: paid rounds in the game count while the target is active', async t => {
  const { outcome_id } = await entryIn('ready', { player_id: 'counts' })
  const seen = async () => (await get(outcome_id)).paid_spins_since
  await set(outcome_id, 'ready_sequence = 2')
  const counted = ['settled', 'debit_pending', 'settled', 'settled']
  for (const [place, state] of counted.entries()) await storeRound('counts', place + 1, { state })
  t.equal(await seen(), 2, 'two before it was ready')
  await storeRound('counts', 5, { state: 'rejected' })
  await storeRound('counts', 6, { state: 'cancelled' })
  await storeRound('counts', 7, { game_id: 'lucky-lanterns' })
  await storeRound('counts', 8, { grant_id: randomUUID() })
  t.equal(await seen(), 2, 'rejected, refunded, elsewhere, free')
  await storeRound('somebody else', 3, {})
  t.equal(await seen(), 2)
  const roundId = await storeRound('counts', 9, {})
  t.equal(await seen(), 3)
  await set(outcome_id, `status = 'applied', round_id = '${roundId}', applied_at = now()`)
  await storeRound('counts', 10, {})
  t.equal(await seen(), 3, 'up to the round that it applies')
  await set(outcome_id, `status = 'ready', round_id = NULL, applied_at = NULL`)
  t.equal(await seen(), 4)
  t.equal((await cancel(outcome_id)).paid_spins_since, 4)
  await storeRound('counts', 11, {})
  t.equal(await seen(), 4, 'not after it was cancelled')
})

t.test('paid spins since: not after the expiry', async t => {
  const { outcome_id } = await entryIn('ready', { player_id: 'too late' })
  await storeRound('too late', 1, {})
  await storeRound('too late', 2, {})
  await set(outcome_id, `expires_at = now()`)
  await storeRound('too late', 3, {})
  t.match(await get(outcome_id), { status: 'expired', paid_spins_since: 2 })
  await expireTargets(pool, Date.now())
  t.match(await get(outcome_id), { status: 'expired', paid_spins_since: 2 })
  await letRoundsBeWritten(pool)
  await pool.query(`UPDATE round SET state = 'cancelled', refund_status = 'confirmed'
                    WHERE sequence = 1`)
  t.match(await get(outcome_id), { paid_spins_since: 2 }, 'kept')
})

async function storeRound(
  playerId: string,
  sequence: number,
  fields: { state?: string; game_id?: string; grant_id?: string },
): Promise<string> {
  const { state = 'settled', grant_id = null } = fields
  return insertRow(pool, 'round', {
    player_key: await ensurePlayer(pool, project.projectId, playerId),
    sequence,
    game_id: 'cherry-classic',
    ...fields,
    bet_status: state === 'rejected' ? 'rejected' : 'confirmed',
    refund_status: state === 'cancelled' ? 'confirmed' : null,
    grant_remaining: grant_id === null ? null : 0,
  })
}

// Its searches keep a thread busy until their node stops, so it comes late.
t.test('pending searches of a project are bounded, hits in the index are not', async t => {
  const nowMs = Date.now()
  const store = (targetOutcomeId = randomUUID()) =>
    insertTarget(inOneDatabase(pool), neighbour.projectId, {
      ...TERMS,
      targetOutcomeId,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + HOUR_MS,
    })
  const stored = Array.from({ length: PENDING_SEARCHES_PER_PROJECT }, () => store())
  const waiting = await Promise.all(stored)
  const setAll = (assignment: string) =>
    pool.query(`UPDATE target_outcome SET ${assignment} WHERE project_id = $1`, [
      neighbour.projectId,
    ])
  await setAll("claimed_until = now() + interval '1 h'")
  const NEEDS_SEARCH = { ...GOOD, multiplier: '1' }
  const key = { 'idempotency-key': 'full' }
  const ask = (headers = {}) => call('outcome_schedule', NEEDS_SEARCH, neighbour, headers)
  const full = await ask(key)
  t.equal(codeOf(full), '429 RATE_LIMITED')
  t.match(full.headers, { 'retry-after': '5', 'x-ratelimit-limit': /^\d+\/min$/ })
  const indexed = await schedule({}, neighbour)
  const isReady = async () => (await get(indexed.outcome_id, neighbour)).status === 'ready'
  await until('found in the index', isReady)
  const own = await schedule({ multiplier: '1' })
  t.match(own, { status: 'pending' }, 'of another project')
  const metrics = await fetch(`${node.internalUrl}/metrics`).then(answer => answer.text())
  t.match(metrics, /^reelhouse_target_searches_refused_total 1$/m)
  const [first] = waiting
  if (first?.kind !== 'stored') throw new Error('not stored')
  await cancel(first.id, neighbour)
  const race = await Promise.all([ask(key), ask(), ask()])
  t.strictSame(pluck(race, 'status').sort(), [200, 429, 429], 'the last place once')
  await setAll("status = 'unreachable'")
  t.equal((await ask(key)).status, 200, 'a refusal is not kept for its key')
  // Nor does the next node search for them.
  await setAll("status = 'unreachable'")
  await set(own.outcome_id, "status = 'unreachable'")
})

t.test('after a restart the next node searches for a pending target', async t => {
  const { outcome_id } = await searched(await schedule({ player_id: 'restart' }))
  await node.drain()
  await set(outcome_id, `status = 'pending', ${NOTHING_FOUND}`)
  const fresh = await setup.startNode()
  await until('the search ended', async () => (await columnsOf(outcome_id)).status !== 'pending')
  const found = await outcomeOf(call('outcome_get', { outcome_id }, project, {}, fresh))
  t.match(found, { status: 'ready', variants: ['base'] })

  const hopeless = { ...GOOD, player_id: 'stopped', multiplier: '1' }
  const left = await outcomeOf(call('outcome_schedule', hopeless, project, {}, fresh))
  await fresh.drain()
  const { status, claimed_until } = await columnsOf(left.outcome_id)
  t.strictSame([status, claimed_until], ['pending', null], 'it leaves a search to the next node')
})
