// The free-spin methods of POST /gameActions.do of a running node: the life of a grant, lists, and
// two calls at the same time. Bounds and codes are in every-code and grant-rules. Source: operator
// API, "Free-spin methods".

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { GRANT_STATUSES, grantAt } from '../../src/core/grant.ts'
import { CURRENCIES, type Currency } from '../../src/core/money.ts'
import { HOUR_MS } from '../../src/core/time.ts'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { expireGrants } from '../../src/ledger/entitlements/grant-moves.ts'
import { findGrant } from '../../src/ledger/entitlements/grants.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { presentResult } from '../../src/operator/call.ts'
import { createFreeSpinMethods } from '../../src/operator/free-spins/methods.ts'
import {
  type FreeSpinGrant,
  GrantAnswer,
  GrantsAnswer,
} from '../../src/operator/free-spins/schema.ts'
import { type Answer, act, codeOf } from '../support/game-actions.ts'
import { revisionOf } from '../support/operator-calls.ts'
import { GAME, openSetup } from '../support/operator-setup.ts'
import { pluck } from '../support/results.ts'
import { insertRow } from '../support/rows.ts'
import { isFullSize, sized } from '../support/size.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { pool, project } = setup
const node = await setup.startNode()
const DAY = 24 * HOUR_MS
const MINUTE = 60_000

const rival = await setup.newProject('rival')

const send = (method: string, fields: object, headers = {}, as = project) =>
  act(node, as, method, fields, headers)

const good = (fields: object = {}) => ({
  player_id: 'ann',
  currency: 'EUR',
  symbol: GAME,
  count: 10,
  bet: '0.20',
  ...fields,
})
const grantForm = Compile(GrantAnswer)
const listForm = Compile(GrantsAnswer)

function grantOf({ status, body }: Answer): FreeSpinGrant {
  if (status !== 200 || !grantForm.Check(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.grant
}
function grantsOf({ status, body }: Answer): FreeSpinGrant[] {
  if (status !== 200 || !listForm.Check(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.grants
}

/** Calls the method without network and quota checks, for tests with many calls. */
const methods = createFreeSpinMethods({
  pools: inOneDatabase(pool),
  redisState: { dropEntitlements: async () => {} },
  nowMs: Date.now,
})
const callContext = { requestId: 'request-1', onFault: (error: unknown) => t.fail(String(error)) }
const formOf = (method: string, fields: object) => ({
  ...{ partner: 'x', api_key: 'x', method },
  ...fields,
})
async function run(name: string, fields: object, as = project) {
  const method = methods[name]!
  const asked = method.read(formOf(name, fields), as)
  if (!asked.ok) throw new Error(asked.code)
  const result = await method.execute(as, asked.value, callContext)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return presentResult(method, result)
}
const createDirectly = async (fields: object, as = project) =>
  ((await run('freespins_create', good(fields), as)) as GrantAnswer).grant

const create = async (fields: object = {}, as = project) =>
  grantOf(await send('freespins_create', good(fields), {}, as))
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

async function countGrants(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM free_spin_grant')
  return rows[0]!.n
}
async function rowOf(grantId: string) {
  const { rows } = await pool.query('SELECT * FROM free_spin_grant WHERE grant_id = $1', [grantId])
  return rows[0]
}
/** Moves a grant's time into the past. */
async function endTime(grantId: string): Promise<void> {
  await pool.query(
    `UPDATE free_spin_grant SET expires_at = now() - interval '1 second' WHERE grant_id = $1`,
    [grantId],
  )
}

t.test('a grant has the requested fields and lasts seven days', async t => {
  const before = Date.now()
  const answer = await send('freespins_create', good({ player_id: 'first' }))
  const grant = grantOf(answer)
  t.strictSame(Object.keys(answer.body), ['status', 'grant'])
  const { grant_id, created_at, expires_at, ...rest } = grant
  t.strictSame(rest, {
    external_id: null,
    player_id: 'first',
    currency: 'EUR',
    symbol: GAME,
    provider: findGame(GAME)!.provider,
    total: 10,
    remaining: 10,
    played: 0,
    bet: '0.20',
    total_win: '0.00',
    status: 'active',
    finished_at: null,
  })
  const createdMs = Date.parse(created_at)
  t.ok(before <= createdMs && createdMs <= Date.now())
  t.equal(Date.parse(expires_at), createdMs + 7 * DAY)
  t.match(grant_id, /^[0-9a-f-]{14}7/, 'a UUIDv7')
  t.strictSame(grantOf(await send('freespins_get', { grant_id })), grant)
  t.equal(await revisionOf(pool, 'first'), 1, 'a new player with changed entitlements')
})

t.test('external id, expiry and meta are kept; meta is not shown', async t => {
  const expires_at = inMs(2 * DAY)
  const meta = { campaign: 'мая', nul: 'a\0b', half: '\ud800', deep: [[1.5, null]] }
  const grant = await create({ external_id: 'промо-1', expires_at, meta })
  t.match(grant, { external_id: 'промо-1', expires_at })
  t.notOk('meta' in grant)
  t.strictSame(grantOf(await send('freespins_get', { external_id: 'промо-1' })), grant)
  const stored = await findGrant(pool, 'casino', grant.grant_id)
  t.strictSame(JSON.parse(stored!.metaJson!), meta)
})

t.test('every native bet of every game is accepted, with a bet of that price to play', async t => {
  for (const game of GAMES.filter(game => game.freeSpins)) {
    for (const currency of sized<Currency[]>(['EUR'], ['EUR', 'RUB'])) {
      const ladder = listBets(game, currency)
      const totals = ladder.map(bet => resolveBaseStakeMinor(game, currency, bet)!)
      for (const total of new Set(totals)) {
        const bet = `${total / 100n}.${String(total % 100n).padStart(2, '0')}`
        const fields = { symbol: game.id, currency, bet }
        const { grant_id } = await createDirectly({ player_id: 'ladder', ...fields })
        const stored = (await findGrant(pool, 'casino', grant_id))!
        t.equal(stored.betMinor, total)
        const first = ladder[totals.indexOf(total)]!
        t.equal(stored.betTerms, JSON.stringify(first), `${game.id} ${currency} ${bet}`)
      }
    }
  }
})

t.test('a bet outside the project’s limits is PROJECT_BET_LIMIT', async t => {
  t.teardown(() => setup.changeSettings({}))
  const bounds = { currency: 'EUR', minMinor: 40n, maxMinor: 100n } as const
  const others = { currency: 'USD', minMinor: 1n, maxMinor: 1n } as const
  const scope = { kind: 'default' } as const
  const scopes = [bounds, others].map(each => ({ ...each, scope }))
  for (const settings of [
    { projectLimits: scopes },
    { gameLimits: [{ ...bounds, gameId: GAME }] },
  ]) {
    await setup.changeSettings(settings)
    for (const [bet, code] of [
      ['0.20', '400 PROJECT_BET_LIMIT'],
      ['0.40', '200 ok'],
      ['1.00', '200 ok'],
      ['2.00', '400 PROJECT_BET_LIMIT'],
      ['0.41', '400 INVALID_FREE_SPIN_BET'],
    ] as const) {
      t.equal(codeOf(await send('freespins_create', good({ bet }))), code, bet)
    }
  }
  const rivals = await send('freespins_create', good(), {}, rival)
  t.equal(codeOf(rivals), '200 ok', 'another project has its own limits')
})

t.test('an external id belongs to one grant in a project', async t => {
  const before = await countGrants()
  const external_id = 'once'
  const { grant_id } = await create({ external_id })
  const again = await send('freespins_create', good({ external_id, player_id: 'bob' }))
  t.equal(codeOf(again), '409 DUPLICATE_EXTERNAL_ID')
  t.equal((await create({ external_id }, rival)).status, 'active', 'another project')
  t.equal((await create({ external_id: 'ONCE' })).status, 'active', 'compared case-sensitively')
  t.equal(await countGrants(), before + 3)
  await send('freespins_cancel', { grant_id })
  const finished = await send('freespins_create', good({ external_id }))
  t.equal(codeOf(finished), '409 DUPLICATE_EXTERNAL_ID', 'also when that grant is finished')
  const player_key = await ensurePlayer(pool, 'casino', 'first')
  await insertRow(pool, 'target_outcome', { player_key, external_id: 'of-an-outcome' })
  const shared = await send('freespins_create', good({ external_id: 'of-an-outcome' }))
  t.equal(codeOf(shared), '200 ok', 'outcomes have separate ids')
})

t.test('ten simultaneous calls with one external id make one grant', async t => {
  const external_id = randomUUID()
  const give = (_: unknown, number: number) =>
    send('freespins_create', good({ external_id, player_id: `same-${number % 2}` }))
  const answers = await Promise.all(Array.from({ length: 10 }, give))
  const codes = answers.map(codeOf).sort()
  t.strictSame(codes, ['200 ok', ...Array(9).fill('409 DUPLICATE_EXTERNAL_ID')])
})

t.test('a refusal by the limits is kept under its key, one of the form is not', async t => {
  t.teardown(() => setup.changeSettings({}))
  await setup.changeSettings({
    gameLimits: [{ gameId: GAME, currency: 'EUR', minMinor: null, maxMinor: 1n }],
  })
  const headers = { 'idempotency-key': 'refused' }
  t.equal(codeOf(await send('freespins_create', good(), headers)), '400 PROJECT_BET_LIMIT')
  await setup.changeSettings({})
  t.equal(codeOf(await send('freespins_create', good(), headers)), '400 PROJECT_BET_LIMIT')
  const formed = { 'idempotency-key': 'formed' }
  t.equal(codeOf(await send('freespins_create', good({ bet: '9' }), formed)).slice(0, 3), '400')
  t.equal(codeOf(await send('freespins_create', good(), formed)), '200 ok')
})

t.test('a cancel ends the grant once, and a repeat gets the same answer', async t => {
  const { grant_id } = await create({ player_id: 'cancels', external_id: 'to-cancel' })
  const revision = await revisionOf(pool, 'cancels')
  const first = grantOf(await send('freespins_cancel', { grant_id }))
  t.match(first, { status: 'cancelled', remaining: 0, played: 0, total: 10 })
  t.ok(Date.parse(first.finished_at!) >= Date.parse(first.created_at))
  const why = 'open rounds on older entitlements are refused'
  t.equal(await revisionOf(pool, 'cancels'), revision + 1, why)
  const row = await rowOf(grant_id)
  t.type(row.summary_next_at, Date, 'freespins_finished is due')
  t.ok(row.summary_next_at <= new Date(Date.now() + MINUTE))
  for (const reference of [{ grant_id }, { external_id: 'to-cancel' }]) {
    t.strictSame(grantOf(await send('freespins_cancel', reference)), first)
    t.strictSame(grantOf(await send('freespins_get', reference)), first)
  }
  t.equal(await revisionOf(pool, 'cancels'), revision + 1, 'a repeat changes nothing')
  // The recovery job may have sent the notification meanwhile.
  t.ok((await rowOf(grant_id)).summary_attempts <= 1, 'a repeat plans no second summary')
})

t.test('of simultaneous cancels one ends the grant, and all get the same answer', async t => {
  const { grant_id } = await create({ player_id: 'crowd' })
  const revision = await revisionOf(pool, 'crowd')
  const cancel = () => send('freespins_cancel', { grant_id })
  const answers = await Promise.all(Array.from({ length: 10 }, cancel))
  for (const answer of answers) t.strictSame(grantOf(answer), grantOf(answers[0]!))
  t.equal(await revisionOf(pool, 'crowd'), revision + 1)
})

t.test('used and expired grants keep their status', async t => {
  const { grant_id: used } = await create({ count: 2 })
  await pool.query(
    `UPDATE free_spin_grant SET taken = 2, played = 2, total_win_minor = 123, status = 'used',
       finished_at = now() WHERE grant_id = $1`,
    [used],
  )
  const shown = { status: 'used', remaining: 0, played: 2, total_win: '1.23' }
  t.match(grantOf(await send('freespins_cancel', { grant_id: used })), shown)
  // The node stores it as expired at its next pass, which may be at once.
  const { late, seen } = await untilFound('a grant that is not stored as expired', async () => {
    const { grant_id: late } = await create()
    await endTime(late)
    const seen = grantOf(await send('freespins_get', { grant_id: late }))
    return (await rowOf(late)).status === 'active' ? { late, seen } : null
  })
  t.match(seen, { status: 'expired', remaining: 0, finished_at: seen.expires_at })
  t.strictSame(grantOf(await send('freespins_cancel', { grant_id: late })), seen)
  t.match(await rowOf(late), { status: 'expired', summary_next_at: Date }, 'never cancelled')
})

t.test('a started spin counts neither as left nor as played, also after a cancel', async t => {
  const { grant_id } = await create({ count: 5 })
  const played = 'UPDATE free_spin_grant SET taken = 3, played = 2 WHERE grant_id = $1'
  await pool.query(played, [grant_id])
  t.match(grantOf(await send('freespins_get', { grant_id })), { remaining: 2, played: 2 })
  const cancelled = grantOf(await send('freespins_cancel', { grant_id }))
  t.match(cancelled, { remaining: 0, played: 2, total: 5 })
  const stored = await findGrant(pool, 'casino', grant_id)
  t.equal(stored?.inFlight, 1)
})

t.test('when a cancel and the expiry coincide, one of them ends the grant', async t => {
  for (let number = 0; number < 10; number++) {
    const { grant_id } = await create({ player_id: `meets-${number}` })
    const revision = await revisionOf(pool, `meets-${number}`)
    await endTime(grant_id)
    const [answer] = await Promise.all([
      send('freespins_cancel', { grant_id }),
      expireGrants(pool, Date.now()),
      expireGrants(pool, Date.now()),
    ])
    t.equal(grantOf(answer).status, 'expired')
    const row = await rowOf(grant_id)
    t.strictSame([row.status, row.finished_at], ['expired', row.expires_at])
    t.equal(await revisionOf(pool, `meets-${number}`), revision + 1)
  }
})

t.test('an unknown grant is 404 for any text of the id', async t => {
  await create({ external_id: '\ufffd' })
  for (const method of ['freespins_get', 'freespins_cancel']) {
    for (const fields of [
      { grant_id: randomUUID() },
      { grant_id: '' },
      { grant_id: 'no-uuid' },
      { grant_id: '{0196b000-0000-7000-8000-000000000001}' },
      { grant_id: 'a\0b' },
      { external_id: 'no-such-id' },
      { external_id: '' },
      { external_id: 'a\0b' },
      { external_id: '\ud800' },
      { external_id: 'x'.repeat(1_000) },
    ]) {
      const answer = await send(method, fields)
      t.equal(codeOf(answer), '404 GRANT_NOT_FOUND', `${method} ${JSON.stringify(fields)}`)
    }
  }
})

t.test('a list holds what matches every field, newest first, 200 at most', async t => {
  const listed = await setup.newProject('listed')
  const made: FreeSpinGrant[] = []
  for (let number = 0; number < 205; number++) {
    const symbol = GAMES[number % 2]!.id
    const currency = (['EUR', 'USD'] as const)[number % 3 === 0 ? 0 : 1]
    const game = findGame(symbol)!
    const total = resolveBaseStakeMinor(game, currency, listBets(game, currency)[0]!)!
    const bet = (Number(total) / 100).toFixed(2)
    const player_id = `list-${number % 5 === 0 ? 'a' : 'b'}`
    made.push(await createDirectly({ player_id, symbol, currency, bet }, listed))
  }
  for (const [place, { grant_id }] of made.entries()) {
    if (place % 7 === 0) await run('freespins_cancel', { grant_id }, listed)
    if (place % 11 === 0) await endTime(grant_id)
  }
  const nowMs = Date.now()
  const stored = await Promise.all(
    made.map(async ({ grant_id }) => grantAt((await findGrant(pool, 'listed', grant_id))!, nowMs)),
  )
  stored.reverse()
  const newest = stored.slice(0, 200).map(grant => grant.grantId)
  const all = grantsOf(await send('freespins_list', {}, {}, listed))
  t.strictSame(pluck(all, 'grant_id'), newest)
  const list = async (fields: object) => {
    const { grants } = (await run('freespins_list', fields, listed)) as GrantsAnswer
    return pluck(grants, 'grant_id')
  }
  const players = [undefined, 'list-a', 'list-b', 'nobody']
  const symbols = [undefined, GAMES[0]!.id, GAMES[1]!.id, 'no-such-game']
  const currencies = [undefined, ...CURRENCIES]
  const filters = players.flatMap(player_id =>
    symbols.flatMap(symbol =>
      currencies.flatMap(currency =>
        [undefined, ...GRANT_STATUSES].map(status => ({ player_id, symbol, currency, status })),
      ),
    ),
  )
  // Every seventh has each value of each field.
  for (const filter of filters.filter((_, number) => isFullSize || number % 7 === 0)) {
    const { player_id, symbol, currency, status } = filter
    const wanted = stored.filter(
      grant =>
        (player_id ?? grant.playerId) === grant.playerId &&
        (symbol ?? grant.gameId) === grant.gameId &&
        (currency ?? grant.currency) === grant.currency &&
        (status ?? grant.status) === grant.status,
    )
    const ids = wanted.slice(0, 200).map(grant => grant.grantId)
    t.strictSame(await list(JSON.parse(JSON.stringify(filter))), ids, JSON.stringify(filter))
  }
})

t.test('a filter that no record can match finds nothing', async t => {
  for (const fields of [{ player_id: 'é' }, { symbol: 'a\0b' }, { symbol: 'x'.repeat(1_000) }]) {
    t.strictSame(grantsOf(await send('freespins_list', fields)), [], JSON.stringify(fields))
  }
})

t.test('free-spin methods are exact in time, and work without the player state', async t => {
  let nowMs = Date.parse('2030-01-01T00:00:00.000Z')
  const dropped: string[] = []
  const faults: unknown[] = []
  let isAway = false
  const methods = createFreeSpinMethods({
    pools: inOneDatabase(pool),
    nowMs: () => nowMs,
    redisState: {
      async dropEntitlements({ projectId, playerId }) {
        if (isAway) throw new Error('redis is away')
        dropped.push(`${projectId}/${playerId}`)
      },
    },
  })
  const onFault = (error: unknown) => void faults.push(error)
  const call = async (name: string, fields: object) => {
    const method = methods[name]!
    const asked = method.read(formOf(name, fields), project)
    if (!asked.ok) return asked
    const result = await method.execute(project, asked.value, { requestId: 'request-1', onFault })
    return result as { ok: true; grant: FreeSpinGrant } | { ok: false; code: string }
  }
  const until = (ms: number) => {
    const expires_at = new Date(nowMs + ms).toISOString()
    return call('freespins_create', good({ player_id: 'exact', expires_at }))
  }
  const late = { ok: false, code: 'INVALID_EXPIRY' }
  t.strictSame(await until(HOUR_MS - 1), late)
  t.strictSame(await until(30 * DAY + 1), late)
  t.strictSame(dropped, [], 'nothing was changed')
  t.match(await until(30 * DAY), { ok: true })
  const short = await until(HOUR_MS)
  t.strictSame(dropped, ['casino/exact', 'casino/exact'])
  const { expires_at } = (short as { grant: FreeSpinGrant }).grant
  nowMs += 1
  const repeated = formOf('freespins_create', good({ expires_at }))
  const { ok: isRight } = methods.freespins_create!.read(repeated, project)
  t.ok(isRight, 'a kept answer is valid after its bounds have passed')
  t.strictSame(await call('freespins_create', good({ expires_at })), late)
  nowMs -= 1

  const { grant_id } = (short as { grant: FreeSpinGrant }).grant
  nowMs += HOUR_MS - 1
  t.match(await call('freespins_get', { grant_id }), { grant: { status: 'active' } })
  nowMs += 1
  t.match(await call('freespins_get', { grant_id }), { grant: { status: 'expired' } })
  const list = { player_id: 'exact', status: 'expired' }
  t.match(await call('freespins_list', list), { grants: [{ grant_id }] })
  isAway = true
  t.match(await call('freespins_cancel', { grant_id }), { grant: { status: 'expired' } })
  t.equal(faults.length, 1, 'logged, and the call is executed')
  t.match(await call('freespins_cancel', { grant_id }), { grant: { status: 'expired' } })
  t.equal(faults.length, 1, 'a repeat changes nothing, so nothing is dropped')
})

t.test('the recovery job ends expired grants of every project', async t => {
  await expireGrants(pool, Date.now())
  const theirs = await create({ player_id: 'swept' }, rival)
  const ours = [await create({ player_id: 'swept' }), await create({ player_id: 'swept' })]
  const kept = await create({ player_id: 'swept' })
  for (const { grant_id } of [theirs, ...ours]) await endTime(grant_id)
  const revision = await revisionOf(pool, 'swept')
  const isEnded = async ({ grant_id }: FreeSpinGrant) => (await rowOf(grant_id)).status !== 'active'
  await until('all have ended', async () => {
    const ended = await Promise.all([theirs, ...ours].map(isEnded))
    return ended.every(Boolean)
  })
  for (const { grant_id } of [theirs, ...ours]) {
    const row = await rowOf(grant_id)
    t.strictSame([row.status, row.finished_at], ['expired', row.expires_at])
    t.ok(row.summary_next_at !== null)
  }
  t.equal((await rowOf(kept.grant_id)).status, 'active')
  t.equal(await revisionOf(pool, 'swept'), revision + 1, 'once for both grants')
  const again = await expireGrants(pool, Date.now())
  t.strictSame(again, [], 'nothing is left to end')
})

t.test('the expiry waits for no lock: a locked row is left to the next recovery pass', async t => {
  const { grant_id } = await create({ player_id: 'held' })
  const free = await create({ player_id: 'not-held' })
  await endTime(grant_id)
  await endTime(free.grant_id)
  const { databaseUrl } = setup.stores
  // On a connection where waiting for a lock is an error.
  const hasty = new pg.Pool({ connectionString: databaseUrl, options: '-c lock_timeout=1s' })
  t.teardown(() => hasty.end())
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM free_spin_grant WHERE grant_id = $1 FOR UPDATE', [grant_id])
    const changed = await expireGrants(hasty, Date.now())
    t.strictSame(changed, [{ projectId: 'casino', playerId: 'not-held' }])
    await holder.query('ROLLBACK')
    await holder.query('BEGIN')
    await holder.query(`SELECT FROM player WHERE player_id = 'held' FOR NO KEY UPDATE`)
    t.strictSame(await expireGrants(hasty, Date.now()), [])
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  t.strictSame(await expireGrants(hasty, Date.now()), [{ projectId: 'casino', playerId: 'held' }])
})
