// The target-outcome methods of a running node, over HTTP: every code and bound, the states that an
// operator can reach, what the mathematics found, and the walls between projects.
// Source: operator API, "Target-outcome methods" and "Target outcome".

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { parseFound } from '../../src/core/target-found.ts'
import { TARGET_STATUSES, type TargetOutcome } from '../../src/core/target-outcome.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { playTarget, windowOf } from '../../src/games/targets/target-outcomes.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import {
  expireTargets,
  insertTarget,
  listTargets,
} from '../../src/ledger/entitlements/target-outcomes.ts'
import { createProject, type Project } from '../../src/ledger/projects/projects.ts'
import { PENDING_SEARCHES_PER_PROJECT } from '../../src/limits/mathematics.ts'
import { LIST_ITEMS_MAX } from '../../src/limits.ts'
import { createTargetOutcomeMethods } from '../../src/operator/target-outcomes/methods.ts'
import { presentTarget } from '../../src/operator/target-outcomes/record.ts'
import {
  OutcomeAnswer,
  OutcomeScheduleRequest,
  OutcomesAnswer,
} from '../../src/operator/target-outcomes/schema.ts'
import { LOOPBACK, openSetup, post } from '../support/operator-setup.ts'
import { isFeatured } from '../support/outcomes.ts'
import { TERMS } from '../support/target-samples.ts'
import { until } from '../support/until.ts'
import { letRoundsBeWritten } from '../support/written-rounds.ts'

const setup = await openSetup(t)
const { pool, project } = setup
const node = await setup.startNode()
const made = await createProject(
  pool,
  setup.masterKey,
  { projectId: 'neighbour', callbackUrl: setup.wallet.url, allowedNetworks: LOOPBACK },
  { allowLoopback: true },
)
if (!made.ok) throw new Error(made.reason)
const neighbour = made.project

const EVERYTHING = { playerId: undefined, gameId: undefined, status: undefined }
const MINUTE_MS = 60_000
const isOutcome = Compile(OutcomeAnswer)
const isList = Compile(OutcomesAnswer)
type Outcome = OutcomeAnswer['outcome']

function call(method: string, fields: object = {}, as: Project = project, headers = {}, at = node) {
  const credentials = { partner: as.projectId, api_key: as.apiKey }
  return post(at, '/gameActions.do', { ...credentials, method, ...fields }, headers)
}

const refusal = (message: string) => ({ status: 'error', message })
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
  return (body.outcomes as Outcome[]).map(({ outcome_id }) => outcome_id)
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
  while ((await columnsOf(outcome_id)).status === 'pending') {
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return get(outcome_id)
}

const set = (targetOutcomeId: string, assignments: string) =>
  pool.query(`UPDATE target_outcome SET ${assignments} WHERE outcome_id = $1`, [targetOutcomeId])

/** A target outcome in a given status, which no search or recovery job changes. */
async function entryIn(status: string, fields: object = {}): Promise<Outcome> {
  const ready = await searched(await schedule(fields))
  const nothing = `found = NULL, found_version = NULL, ready_sequence = NULL`
  const assignments: Record<string, string> = {
    pending: `status = 'pending', claimed_until = now() + interval '1 hour', ${nothing}`,
    ready: `status = 'ready'`,
    unreachable: `status = 'unreachable', ${nothing}`,
    applied: `status = 'applied', round_id = gen_random_uuid(), applied_at = now()`,
    expired: `status = 'expired'`,
    cancelled: `status = 'cancelled'`,
  }
  await set(ready.outcome_id, assignments[status]!)
  return get(ready.outcome_id)
}

const inTime = (ms: number) => new Date(Date.now() + ms).toISOString()
const without = (field: keyof typeof GOOD) => {
  const { [field]: _, ...rest } = GOOD
  return rest
}

/** In the order of the specification's table. */
const REFUSALS: [name: string, fields: object, status: number, code: string][] = [
  ['an unknown field', { ...GOOD, bet: '1' }, 400, 'INVALID_REQUEST'],
  ['no player', without('player_id'), 400, 'INVALID_REQUEST'],
  ['an empty player', { ...GOOD, player_id: '' }, 400, 'INVALID_REQUEST'],
  ['a player of 129 characters', { ...GOOD, player_id: 'x'.repeat(129) }, 400, 'INVALID_REQUEST'],
  ['a player with unprintable characters', { ...GOOD, player_id: 'a\nb' }, 400, 'INVALID_REQUEST'],
  ['a player that is a number', { ...GOOD, player_id: 7 }, 400, 'INVALID_REQUEST'],
  ['no symbol', without('symbol'), 400, 'INVALID_REQUEST'],
  ['a symbol that is null', { ...GOOD, symbol: null }, 400, 'INVALID_REQUEST'],
  ['an unknown game', { ...GOOD, symbol: 'no-such-game' }, 404, 'GAME_NOT_FOUND'],
  ['the name of an inherited property', { ...GOOD, symbol: 'constructor' }, 404, 'GAME_NOT_FOUND'],
  ['no multiplier', without('multiplier'), 400, 'INVALID_MULTIPLIER'],
  ['multiplier 0', { ...GOOD, multiplier: 0 }, 400, 'INVALID_MULTIPLIER'],
  ['multiplier below 0', { ...GOOD, multiplier: -1 }, 400, 'INVALID_MULTIPLIER'],
  ['three decimals', { ...GOOD, multiplier: '1.005' }, 400, 'INVALID_MULTIPLIER'],
  ['three decimals, a number', { ...GOOD, multiplier: 1.005 }, 400, 'INVALID_MULTIPLIER'],
  ['eight digits', { ...GOOD, multiplier: '10000000' }, 400, 'INVALID_MULTIPLIER'],
  ['a multiplier in words', { ...GOOD, multiplier: 'five' }, 400, 'INVALID_MULTIPLIER'],
  ['a multiplier that is null', { ...GOOD, multiplier: null }, 400, 'INVALID_MULTIPLIER'],
  [
    'above the maximum win',
    { ...GOOD, multiplier: `${findGame('cherry-classic')!.maxWinBets}.01` },
    400,
    'MULTIPLIER_ABOVE_MAX_WIN',
  ],
  ['seven digits', { ...GOOD, multiplier: 9_999_999.99 }, 400, 'MULTIPLIER_ABOVE_MAX_WIN'],
  ['another kind', { ...GOOD, kind: 'feature' }, 400, 'INVALID_KIND'],
  ['kind null', { ...GOOD, kind: null }, 400, 'INVALID_KIND'],
  ['a bonus without a feature', { ...GOOD, kind: 'bonus' }, 400, 'GAME_HAS_NO_BONUS'],
  ['spin number 0', { ...GOOD, spin_number: 0 }, 400, 'INVALID_SPIN_NUMBER'],
  ['spin number 100001', { ...GOOD, spin_number: 100_001 }, 400, 'INVALID_SPIN_NUMBER'],
  ['spin number 1.5', { ...GOOD, spin_number: 1.5 }, 400, 'INVALID_SPIN_NUMBER'],
  ['a spin number as text', { ...GOOD, spin_number: '1' }, 400, 'INVALID_SPIN_NUMBER'],
  ['expiry without a zone', { ...GOOD, expires_at: '2030-01-01T00:00:00' }, 400, 'INVALID_EXPIRY'],
  ['expiry as a number', { ...GOOD, expires_at: 1_900_000_000 }, 400, 'INVALID_EXPIRY'],
  ['expiry as words', { ...GOOD, expires_at: '' }, 400, 'INVALID_EXPIRY'],
  ['an empty external id', { ...GOOD, external_id: '' }, 400, 'INVALID_REQUEST'],
  ['an external id with a space', { ...GOOD, external_id: 'a b' }, 400, 'INVALID_REQUEST'],
  ['an external id of 129', { ...GOOD, external_id: 'x'.repeat(129) }, 400, 'INVALID_REQUEST'],
  ['an external id of null', { ...GOOD, external_id: null }, 400, 'INVALID_REQUEST'],
  ['a comment of 501 characters', { ...GOOD, comment: 'x'.repeat(501) }, 400, 'INVALID_REQUEST'],
  ['a comment with NUL', { ...GOOD, comment: 'a\0b' }, 400, 'INVALID_REQUEST'],
  ['a comment that is a number', { ...GOOD, comment: 7 }, 400, 'INVALID_REQUEST'],
]

t.test('schedule: a refused request has its status and code, nothing is stored', async t => {
  for (const [name, fields, status, code] of REFUSALS) {
    const answer = await call('outcome_schedule', fields)
    t.strictSame([answer.status, answer.body], [status, refusal(code)], name)
  }
  const { rows } = await pool.query('SELECT FROM target_outcome')
  t.equal(rows.length, 0)
})

t.test('schedule: of two wrong fields the first of the table gives the code', async t => {
  const wrong: [field: string, value: unknown, code: string][] = [
    ['player_id', '\n', 'INVALID_REQUEST'],
    ['symbol', 'no-such-game', 'GAME_NOT_FOUND'],
    ['multiplier', 'x', 'INVALID_MULTIPLIER'],
    ['kind', 'x', 'INVALID_KIND'],
    ['spin_number', 0, 'INVALID_SPIN_NUMBER'],
    ['expires_at', inTime(91 * DAY_MS), 'INVALID_EXPIRY'],
    ['external_id', 7, 'INVALID_REQUEST'],
    ['comment', 7, 'INVALID_REQUEST'],
  ]
  for (const [place, [, , code]] of wrong.entries()) {
    const fields = Object.fromEntries(wrong.slice(place).map(([field, value]) => [field, value]))
    const { body } = await call('outcome_schedule', { ...GOOD, ...fields })
    t.strictSame(body, refusal(code), wrong[place]![0])
  }
})

t.test('an expiry is at least an hour and at most 90 days away', async t => {
  for (const expires_at of [inTime(HOUR_MS - 1), inTime(90 * DAY_MS + MINUTE_MS), inTime(-1)]) {
    const { status, body } = await call('outcome_schedule', { ...GOOD, expires_at })
    t.strictSame([status, body], [400, refusal('INVALID_EXPIRY')], expires_at)
  }
  for (const expires_at of [inTime(HOUR_MS + MINUTE_MS), inTime(90 * DAY_MS)]) {
    t.equal((await schedule({ expires_at })).expires_at, expires_at)
  }
  const outcome = await schedule()
  t.equal(Date.parse(outcome.expires_at) - Date.parse(outcome.created_at), 7 * DAY_MS, 'default')
})

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
  for (const [field, values] of Object.entries({
    ...refused,
    ...texts,
    expires_at: [1],
    bet: [1],
  })) {
    for (const value of values) t.notOk(takes({ [field]: value }), `${field} ${value}`)
  }
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
  const bought = await searched(
    await schedule({ ...lanterns, symbol: 'river-of-ways', multiplier: 50 }),
  )
  t.match(bought, { status: 'ready', variants: ['base', 'buy'] })
  await drawsHits(t, bought)
})

async function drawsHits(t: { ok(value: unknown, name: string): unknown }, outcome: Outcome) {
  const game = findGame(outcome.symbol)!
  const { found } = await columnsOf(outcome.outcome_id)
  const window = windowOf(game, Math.round(Number(outcome.multiplier) * 100))
  for (const { seed, ...source } of parseFound(found as string)) {
    const request = playTarget(
      { ...source, seed: Buffer.from(seed, 'hex'), minUnits: 0, maxUnits: 0 },
      [],
    )
    const first = game.play(request)
    const isChoice = first.awaiting?.kind === 'choice'
    for (const option of isChoice ? first.awaiting!.options : [null]) {
      const drawn = option === null ? first : game.play({ ...request, choices: [option] })
      const { winUnits } = drawn
      t.ok(winUnits >= window.fromUnits && winUnits <= window.toUnits, `${source.mode} hits`)
      t.ok(isFeatured(drawn) === (outcome.kind === 'bonus'), `${source.mode} is of the kind`)
    }
  }
}

t.test('a win that the game does not have is unreachable', async t => {
  const half = await searched(await schedule({ multiplier: '0.01' }))
  t.match(half, { status: 'unreachable', variants: [], paid_spins_since: 0 })
  const gap = await searched(await schedule({ multiplier: '1' }))
  t.match(gap, { status: 'unreachable', variants: [] }, 'after the whole search')
})

t.test('pending searches of a project are bounded, hits in the index are not', async t => {
  const nowMs = Date.now()
  const store = (targetOutcomeId = randomUUID()) =>
    insertTarget(inOneDatabase(pool), neighbour.projectId, {
      ...{ ...TERMS, targetOutcomeId, createdAtMs: nowMs, expiresAtMs: nowMs + HOUR_MS },
    })
  const waiting = await Promise.all(
    Array.from({ length: PENDING_SEARCHES_PER_PROJECT }, () => store()),
  )
  const away =
    "UPDATE target_outcome SET claimed_until = now() + interval '1 h' WHERE project_id = $1"
  await pool.query(away, [neighbour.projectId])
  const NEEDS_SEARCH = { ...GOOD, multiplier: '1' }
  const key = { 'idempotency-key': 'full' }
  const ask = (headers = {}) => call('outcome_schedule', NEEDS_SEARCH, neighbour, headers)
  const refused = await ask(key)
  t.strictSame([refused.status, refused.body], [429, refusal('RATE_LIMITED')])
  const indexed = await schedule({}, neighbour)
  const isReady = async () => (await get(indexed.outcome_id, neighbour)).status === 'ready'
  await until('found in the index', isReady)
  t.match(await schedule({ multiplier: '1' }), { status: 'pending' }, 'of another project')
  const metrics = await fetch(`${node.internalUrl}/metrics`).then(answer => answer.text())
  t.match(metrics, /^reelhouse_target_searches_refused_total 1$/m)
  const [first] = waiting
  if (first?.kind !== 'stored') throw new Error('not stored')
  await cancel(first.id, neighbour)
  const race = await Promise.all([ask(key), ask(), ask()])
  t.strictSame(race.map(({ status }) => status).sort(), [200, 429, 429], 'the last place once')
  await pool.query("UPDATE target_outcome SET status = 'unreachable' WHERE project_id = $1", [
    neighbour.projectId,
  ])
  t.equal((await ask(key)).status, 200, 'a refusal is not kept for its key')
})

t.test('a game without target outcomes is refused before the other fields are checked', async t => {
  const cherry = findGame('cherry-classic')!
  const methods = createTargetOutcomeMethods({
    pools: inOneDatabase(pool),
    search: {
      begin: () => t.fail('searched'),
      isIndexed: () => t.fail('looked up'),
      noteRefused: () => {},
      dropEntitlements: async () => {},
    },
    findGame: id => (id === cherry.id ? { ...cherry, targetOutcomes: false } : undefined),
    nowMs: Date.now,
  })
  const credentials = { partner: project.projectId, api_key: project.apiKey }
  const { read } = methods.outcome_schedule!
  const body = { ...credentials, method: 'outcome_schedule', ...GOOD }
  t.strictSame(read({ ...body, multiplier: 'x' }, project), {
    ok: false,
    code: 'FORCED_OUTCOMES_UNSUPPORTED',
  })
  t.strictSame(read({ ...body, symbol: 'other' }, project), { ok: false, code: 'GAME_NOT_FOUND' })
})

t.test('an external id is used once in a project, whatever its outcome’s status', async t => {
  const first = await schedule({ external_id: 'once' })
  const again = await call('outcome_schedule', { ...GOOD, multiplier: 8, external_id: 'once' })
  t.strictSame([again.status, again.body], [409, refusal('DUPLICATE_EXTERNAL_ID')])
  await cancel(first.outcome_id)
  const later = await call('outcome_schedule', { ...GOOD, external_id: 'once' })
  t.equal(later.status, 409, 'cancelled or not')
  t.equal((await schedule({ external_id: 'once' }, neighbour)).external_id, 'once')
  const race = await Promise.all(
    Array.from({ length: 5 }, () => call('outcome_schedule', { ...GOOD, external_id: 'race' })),
  )
  t.strictSame(race.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
})

t.test('get and cancel: by exactly one id', async t => {
  const { outcome_id } = await schedule({ external_id: 'named' })
  for (const method of ['outcome_get', 'outcome_cancel']) {
    const wrong: object[] = [
      {},
      { outcome_id, external_id: 'named' },
      { outcome_id: 7 },
      { outcome_id: null },
      { external_id: null },
      { outcome_id, player_id: 'ann' },
    ]
    for (const fields of wrong) {
      const { status, body } = await call(method, fields)
      t.strictSame([status, body], [400, refusal('INVALID_REQUEST')], JSON.stringify(fields))
    }
    const unknown: object[] = [
      ...['', 'x', 'a\0b', '\ud800', `{${outcome_id}}`, `${outcome_id} `].map(id => ({
        outcome_id: id,
      })),
      { outcome_id: randomUUID() },
      ...['', 'x', 'a\0b', '\ud800', 'x'.repeat(5_000)].map(id => ({ external_id: id })),
    ]
    for (const fields of unknown) {
      const { status, body } = await call(method, fields)
      t.strictSame([status, body], [404, refusal('OUTCOME_NOT_FOUND')], JSON.stringify(fields))
    }
  }
  t.equal((await outcomeOf(call('outcome_get', { external_id: 'named' }))).outcome_id, outcome_id)
  t.equal((await get(outcome_id.toUpperCase())).outcome_id, outcome_id)
})

t.test('walls: another project finds, lists and cancels nothing of this one', async t => {
  const { outcome_id } = await schedule({ external_id: 'mine' })
  for (const method of ['outcome_get', 'outcome_cancel']) {
    for (const fields of [{ outcome_id }, { external_id: 'mine' }]) {
      const { status, body } = await call(method, fields, neighbour)
      t.strictSame([status, body], [404, refusal('OUTCOME_NOT_FOUND')])
    }
  }
  t.notOk((await idsOf({}, neighbour)).includes(outcome_id))
  t.ok((await idsOf()).includes(outcome_id))
  t.not((await get(outcome_id)).status, 'cancelled')
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

t.test(
  'time: a target that is not final expires, also before the recovery pass that stores it',
  async t => {
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
  },
)

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
  for (const player_id of [undefined, ...players, 'nobody', 'a\0', '']) {
    for (const symbol of [undefined, 'lucky-lanterns', 'cherry-classic', 'no-such-game', '\0']) {
      for (const status of statuses) {
        const wanted = all.filter(target => matches(target, { player_id, symbol, status }))
        const ids = wanted.map(({ targetOutcomeId }) => targetOutcomeId)
        t.strictSame(await idsOf({ player_id, symbol, status }), ids)
      }
    }
    await setup.losePlayerState()
  }
  t.strictSame(all, [...all].sort(newestFirst))
  t.ok(all.length > 20)
  for (const fields of [{ status: 'open' }, { status: null }, { player_id: 7 }, { kind: 'spin' }]) {
    const { status, body } = await call('outcome_list', fields)
    t.strictSame([status, body], [400, refusal('INVALID_REQUEST')], JSON.stringify(fields))
  }
})

/** Every requested field is equal; the status is the present one. */
function matches(target: TargetOutcome, filter: object): boolean {
  const record = presentTarget(target, Date.now())
  return Object.entries(filter).every(
    ([field, asked]) => asked === undefined || record[field as keyof typeof record] === asked,
  )
}

function newestFirst(one: TargetOutcome, other: TargetOutcome): number {
  return (
    other.createdAtMs - one.createdAtMs || (one.targetOutcomeId < other.targetOutcomeId ? 1 : -1)
  )
}

t.test('list: the newest 200', async t => {
  const { outcome_id } = await schedule({ player_id: 'many' })
  await pool.query(
    `INSERT INTO target_outcome (outcome_id, project_id, player_key, game_id, provider, kind,
       multiplier_hundredths, spin_number, status, created_at, expires_at)
     SELECT gen_random_uuid(), project_id, player_key, game_id, provider, kind, 100, 1,
       'unreachable', created_at - i * interval '1 s', expires_at
     FROM target_outcome, generate_series(1, 205) i WHERE outcome_id = $1`,
    [outcome_id],
  )
  const { rows } = await pool.query<{ outcome_id: string }>(
    `SELECT outcome_id FROM target_outcome JOIN player USING (player_key)
     WHERE player_id = 'many' ORDER BY target_outcome.created_at DESC`,
  )
  const ids = await idsOf({ player_id: 'many' })
  t.equal(ids.length, LIST_ITEMS_MAX)
  t.strictSame(
    ids,
    rows.slice(0, LIST_ITEMS_MAX).map(row => row.outcome_id),
  )
})

t.test('Idempotency-Key: one target and one answer, also after the target’s expiry', async t => {
  const key = { 'idempotency-key': 'schedule-1' }
  const fields = { ...GOOD, player_id: 'idempotent', expires_at: inTime(HOUR_MS + MINUTE_MS) }
  const first = await call('outcome_schedule', fields, project, key)
  t.equal(first.status, 200)
  t.strictSame((await call('outcome_schedule', fields, project, key)).body, first.body)
  const other = await call('outcome_schedule', { ...fields, multiplier: 8 }, project, key)
  t.strictSame([other.status, other.body], [409, refusal('IDEMPOTENCY_CONFLICT')])
  t.equal((await idsOf({ player_id: 'idempotent' })).length, 1)
  const late = { ...GOOD, expires_at: inTime(-DAY_MS) }
  const lateKey = { 'idempotency-key': 'schedule-late' }
  const refused = await call('outcome_schedule', late, project, lateKey)
  t.strictSame(refused.body, refusal('INVALID_EXPIRY'))
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

async function storeRound(playerId: string, sequence: number, fields: object): Promise<string> {
  const roundId = randomUUID()
  const { state, game_id, grant_id } = {
    state: 'settled',
    game_id: 'cherry-classic',
    grant_id: null,
    ...fields,
  }
  await letRoundsBeWritten(pool)
  await pool.query(
    `WITH known AS (SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2),
     fresh AS (INSERT INTO player (project_id, player_id)
       SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM known) RETURNING player_key),
     owner AS (SELECT * FROM known UNION ALL SELECT * FROM fresh)
     INSERT INTO round (project_id, round_id, player_key, sequence, request_id, session_id, game_id,
       game_version, game_mode, currency, bet_terms, base_stake_minor, stake_minor, seed, awaiting,
       win_units, win_minor, state, bet_status, refund_status, grant_id, grant_remaining, created_at)
     SELECT $1, $3, player_key, $4::int, 'request-' || $4, gen_random_uuid(), $5, '1.0.0', 'base',
       'EUR', '{}', 20, 20, decode(repeat('00', 32), 'hex'), false, 0, 0, $6,
       CASE $6 WHEN 'rejected' THEN 'rejected' ELSE 'confirmed' END, $7, $8, $9,
       now() FROM owner`,
    [
      project.projectId,
      playerId,
      roundId,
      sequence,
      game_id,
      state,
      state === 'cancelled' ? 'confirmed' : null,
      grant_id,
      grant_id === null ? null : 0,
    ],
  )
  return roundId
}

t.test('after a restart the next node searches for a pending target', async t => {
  const left = await setup.startNode()
  const outcome = await outcomeOf(
    call('outcome_schedule', { ...GOOD, player_id: 'restart' }, project, {}, left),
  )
  await searched(outcome)
  await left.drain()
  await node.drain()
  await set(
    outcome.outcome_id,
    `status = 'pending', found = NULL, found_version = NULL, ready_sequence = NULL`,
  )
  const fresh = await setup.startNode()
  while ((await columnsOf(outcome.outcome_id)).status === 'pending') {
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  const { outcome_id } = outcome
  t.match(await outcomeOf(call('outcome_get', { outcome_id }, project, {}, fresh)), {
    status: 'ready',
    variants: ['base'],
  })
})

t.test('a node that stops in the middle of a search leaves it to the next node', async t => {
  const leaving = await setup.startNode()
  const hopeless = { ...GOOD, player_id: 'stopped', multiplier: '1' }
  const { outcome_id } = await outcomeOf(call('outcome_schedule', hopeless, project, {}, leaving))
  await leaving.drain()
  const { status, claimed_until } = await columnsOf(outcome_id)
  t.strictSame([status, claimed_until], ['pending', null])
})
