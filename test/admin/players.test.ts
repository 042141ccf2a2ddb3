// Players and kill switches in the admin API: search, sessions, levels, limits, grants, target
// outcomes and pauses; which roles may use them, what is audited, and that a refusal changes
// nothing.

import t, { type Test } from 'tap'
import { request } from 'undici'
import { HOUR_MS } from '../../src/core/time.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import { type AdminCaller, confirming, signInBoth } from '../support/admin.ts'
import { codeOf as adminCodeOf } from '../support/admin-codes.ts'
import { BET, GAME, openSetup, settingsOf } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { until } from '../support/until.ts'

const setup = await openSetup(t)
const { pool } = setup
const node = await setup.startNode()
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, node.internalUrl)
const owner = confirming(signedIn)

/** Everything that a change through these routes could leave behind. */
async function readAll(): Promise<unknown> {
  const { rows } = await pool.query(`SELECT
    (SELECT count(*) FROM audit) AS audits, (SELECT count(*) FROM pause) AS pauses,
    (SELECT count(*) FROM free_spin_grant) AS grants, (SELECT count(*) FROM player) AS players,
    (SELECT jsonb_agg(status ORDER BY grant_id) FROM free_spin_grant) AS grant_states,
    (SELECT jsonb_agg(status ORDER BY outcome_id) FROM target_outcome
      WHERE status = 'cancelled') AS targets,
    (SELECT count(*) FROM level_journal) AS journal,
      (SELECT sum(token_version) FROM session) AS sessions,
    (SELECT count(*) FROM player_bet_limit) AS limits`)
  return rows[0]
}

const AT = '/projects/casino/players/ann'
const PAUSED = { scope: 'game', subject: GAME }
const PAUSE = { ...PAUSED, reason: 'x' }
const LEVEL = { provider: 'provider_a', level: '90' }
const LIMIT = { provider: 'provider_a', currency: 'EUR', minMinor: '1', maxMinor: '9' }
const GRANT = { gameId: GAME, currency: 'EUR', count: 1, betMinor: '20' }
const TARGET = { gameId: GAME, multiplier: '2', kind: 'spin', spinNumber: 1 }
const post = (path: string, body?: object) => owner.call('POST', path, body)
const { client } = await setup.openGame(node, 'ann')
await ensurePlayer(pool, 'casino', 'anna b/?%')
await setup.newProject('other')
const settings = settingsOf({ rtp: { provider_a: { level: '95', personal: true } } })
await setup.change({ settings })
await ensurePlayer(pool, 'other', 'ann')
for (let number = 0; number < 7; number++) await ensurePlayer(pool, 'casino', `many-${number}`)

async function idsOf(path: string, caller = viewer): Promise<string[]> {
  const { status, body, text } = await caller.call('GET', path)
  if (status !== 200) throw new Error(text)
  const rows = body.rows as { projectId: string; playerId: string }[]
  return rows.map(({ projectId, playerId }) => `${projectId} ${playerId}`)
}

/** Plays one spin to its end; returns the code of its answer. */
async function play(): Promise<string> {
  const answer = await client.spin(BET)
  const isOpen = answer.type === 'round' && answer.round.status === 'awaiting'
  return codeOf(isOpen ? await client.collect(answer.round.roundId) : answer)
}

t.test('players are found by the beginning of their id, in every project or in one', async t => {
  t.strictSame(await idsOf('/players?player=ann'), ['casino ann', 'other ann', 'casino anna b/?%'])
  const inOne = await idsOf('/players?player=ann&project=casino')
  t.strictSame(inOne, ['casino ann', 'casino anna b/?%'])
  t.strictSame(await idsOf('/players?player=ann&project=nobody'), [])
  t.strictSame(await idsOf('/players?player=nn'), [])
  t.equal((await viewer.call('GET', '/players?player=%00')).status, 400)
  t.strictSame(await idsOf('/players?player=%25'), [], 'a per cent sign matches itself only')
})

t.test('pages neither skip nor repeat a player', async t => {
  for (const filter of ['player=many', 'player=many&project=casino', '']) {
    const found: string[] = []
    let cursor = ''
    do {
      const path = `/players?limit=2&${filter}${cursor === '' ? '' : `&cursor=${cursor}`}`
      const { body } = await viewer.call('GET', path)
      found.push(...pluck(body.rows as { playerId: string }[], 'playerId'))
      cursor = body.nextCursor ?? ''
    } while (cursor !== '')
    t.equal(found.length, filter === '' ? 10 : 7)
    if (filter !== '') t.equal(new Set(found).size, 7)
    t.strictSame(found, [...found].sort())
  }
  const { body } = await viewer.call('GET', '/players?limit=2&player=many')
  const wrong = await viewer.call('GET', `/players?limit=2&player=ann&cursor=${body.nextCursor}`)
  t.equal(adminCodeOf(wrong), '400 INVALID_CURSOR')
})

t.test('a player is shown with sessions and open rounds', async t => {
  let answer = await client.spin(BET)
  while (answer.type !== 'round' || answer.round.status !== 'awaiting')
    answer = await client.spin(BET)
  const { roundId } = answer.round
  const { body } = await viewer.call('GET', AT)
  t.match(body, {
    projectId: 'casino',
    playerId: 'ann',
    sessions: [{ gameId: GAME, isOver: false, isConnectedHere: true }],
    openRounds: [
      { roundId, gameId: GAME, awaiting: true, stakeMinor: /^[0-9]+$/, currency: 'EUR' },
    ],
  })
  const oddPath = `/projects/casino/players/${encodeURIComponent('anna b/?%')}`
  const odd = await viewer.call('GET', oddPath)
  t.match(odd, { status: 200, body: { playerId: 'anna b/?%', sessions: [], openRounds: [] } })
  for (const path of ['/projects/casino/players/bob', '/projects/nobody/players/ann'])
    t.equal(adminCodeOf(await viewer.call('GET', path)), '404 UNKNOWN_PLAYER')
  await client.collect(roundId)
})

t.test('an owner ends one session or all, and the sockets close', async t => {
  const one = await setup.openGame(node, 'leaver')
  const two = await setup.openGame(node, 'leaver', { symbol: 'cherry-classic' })
  const at = '/projects/casino/players/leaver'
  const { body } = await viewer.call('GET', at)
  t.equal(body.sessions.length, 2)
  const { sessionId } = body.sessions.find((each: { gameId: string }) => each.gameId === GAME)
  const foreign = await post(`${AT}/sessions/${sessionId}/end`)
  t.equal(adminCodeOf(foreign), '404 UNKNOWN_SESSION')
  t.strictSame((await post(`${at}/sessions/${sessionId}/end`)).body, { ended: [sessionId] })
  await one.client.closed
  t.equal(two.client.closeCode(), null, 'the other session stays')
  t.equal((await post(`${at}/sessions/end`)).body.ended.length, 2)
  await two.client.closed
  const after = await viewer.call('GET', at)
  t.strictSame(pluck(after.body.sessions as { isOver: boolean }[], 'isOver'), [true, true])
})

t.test('a level is set by hand and removed, and the journal names the admin', async t => {
  const manual = { provider: 'provider_a', level: '91.25', reason: 'a complaint' }
  const set = await post(`${AT}/rtp/level`, manual)
  t.match(set, { status: 200, body: { levels: [{ provider: 'provider_a' }, {}, {}] } }, set.text)
  const level = set.body.levels[0]
  t.match(level, { mode: 'manual', effectiveLevel: '91.25', effectiveSource: 'manual' })
  const entry = { by: 'admin', change: 'set', toLevel: '91.25', reason: 'a complaint' }
  t.match(set.body.journal[0], entry)
  const auto = await post(`${AT}/rtp/auto`, { provider: 'provider_a' })
  t.match(auto.body.levels[0], { mode: 'auto' }, auto.text)
  t.match(auto.body.journal[0], { by: 'admin', change: 'auto' })
  t.strictSame((await viewer.call('GET', `${AT}/rtp`)).body, auto.body)
})

t.test('a personal bet limit is set and removed', async t => {
  const limit = { provider: 'provider_a', currency: 'EUR' }
  const bounds = { minMinor: '1', maxMinor: '15' }
  const set = await post(`${AT}/bet-limits`, { ...limit, ...bounds })
  t.match(set.body.limits, [{ ...limit, ...bounds }], set.text)
  t.equal(await play(), 'PROJECT_BET_LIMIT', 'it applies at once')
  const gone = await post(`${AT}/bet-limits`, { ...limit, minMinor: null, maxMinor: null })
  t.strictSame(gone.body.limits, [], gone.text)
  t.not(await play(), 'PROJECT_BET_LIMIT')
})

t.test('free spins are given and cancelled', async t => {
  const { body } = await viewer.call('GET', '/player-choices')
  const { bets } = body.games.find(({ gameId }: { gameId: string }) => gameId === GAME)
  const [betMinor] = bets.EUR
  const expiresAt = new Date(Date.now() + 2 * HOUR_MS).toISOString()
  const given = await post(`${AT}/grants`, { ...GRANT, count: 3, betMinor, expiresAt })
  t.equal(given.status, 200, given.text)
  t.match(given.body, { grant: { total: 3, remaining: 3, betMinor } })
  const { grantId } = given.body.grant
  const { body: listed } = await viewer.call('GET', `${AT}/grants`)
  t.match(listed, { grants: [{ grantId, status: 'active' }] })
  const other = await post(`/projects/casino/players/many-1/grants/${grantId}/cancel`)
  t.equal(adminCodeOf(other), '404 GRANT_NOT_FOUND')
  const cancelled = await post(`${AT}/grants/${grantId}/cancel`)
  t.match(cancelled.body, { grant: { grantId, status: 'cancelled' } }, cancelled.text)
  const before = await readAll()
  t.match(await post(`${AT}/grants/${grantId}/cancel`), { status: 200 })
  t.strictSame(await readAll(), before, 'cancelled once, audited once')
})

/** Events of the stream, in their order. */
async function watchTargets(t: Test, caller: AdminCaller) {
  const stop = new AbortController()
  t.teardown(() => stop.abort())
  const { body } = await request(`${node.internalUrl}/admin/api${AT}/target-outcomes/live`, {
    headers: { cookie: caller.cookie },
    signal: stop.signal,
  })
  const pushed: { status: string; modes: string[] }[][] = []
  void (async () => {
    let text = ''
    for await (const chunk of body) {
      text += String(chunk)
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) {
        if (event.startsWith('data: ')) pushed.push(JSON.parse(event.slice(6)).targets)
      }
    }
  })().catch(() => {})
  return pushed
}

t.test('a target outcome is scheduled, pushed when it becomes ready, and cancelled', async t => {
  const pushed = await watchTargets(t, viewer)
  await until('the empty list', () => pushed.length > 0)
  t.strictSame(pushed[0], [])
  const far = { ...TARGET, multiplier: '5', spinNumber: 90_000, comment: 'a show' }
  const made = await post(`${AT}/target-outcomes`, far)
  t.equal(made.status, 200, made.text)
  t.match(made.body, { target: { multiplier: '5', spinNumber: 90_000 } })
  await until('it is ready', () => pushed.at(-1)?.[0]?.status === 'ready')
  const { targetOutcomeId } = made.body.target
  const other = `/projects/casino/players/many-1/target-outcomes/${targetOutcomeId}/cancel`
  t.equal(adminCodeOf(await post(other)), '404 OUTCOME_NOT_FOUND')
  const cancelled = await post(`${AT}/target-outcomes/${targetOutcomeId}/cancel`)
  t.match(cancelled.body, { target: { status: 'cancelled' } }, cancelled.text)
  await until('it is pushed', () => pushed.at(-1)?.[0]?.status === 'cancelled')
})

t.test('every change names the owner in the audit log', async t => {
  const { rows } = await pool.query(
    `SELECT action, count(*)::int AS records FROM audit
     WHERE actor = 'owner:olga' AND origin LIKE 'admin panel, %' AND subject = 'casino'
       AND (after ->> 'playerId') IN ('ann', 'leaver') GROUP BY action ORDER BY action`,
  )
  t.strictSame(Object.fromEntries(rows.map(({ action, records }) => [action, records])), {
    'bet-limit.changed': 2,
    'grant.cancelled': 1,
    'grant.created': 1,
    'level.changed': 2,
    'session.revoked': 2,
    'target.cancelled': 1,
    'target.scheduled': 1,
  })
})

t.test('a pause is answered once the node applies it, and lifted', async t => {
  const paused = await post('/pauses', { ...PAUSED, reason: ' wrong pictures ' })
  t.match(paused, {
    status: 200,
    body: {
      pause: { ...PAUSED, reason: 'wrong pictures', by: 'owner:olga' },
      isInForce: true,
      nodes: [{ node: node.config.nodeName, obeys: true }],
    },
  })
  t.equal(await play(), 'GAME_PAUSED')
  const { body } = await viewer.call('GET', '/pauses')
  t.match(body, { pauses: [PAUSED], isInForce: true })
  t.match(body.choices, { projects: ['casino', 'other'], providers: ['provider_a'] })
  const again = await post('/pauses', { ...PAUSED, reason: 'another' })
  t.equal(adminCodeOf(again), '409 ALREADY_PAUSED')
  const lifted = await post('/pauses/lift', PAUSED)
  t.match(lifted, { status: 200, body: { isInForce: true } })
  t.not(await play(), 'GAME_PAUSED')
})

t.test('pausing everything requires typing it', async t => {
  const all = { scope: 'all', subject: '*', reason: 'an emergency' }
  const before = await readAll()
  for (const confirmation of [undefined, '', 'ALL', 'everything']) {
    const body = confirmation === undefined ? all : { ...all, confirmation }
    t.equal(adminCodeOf(await post('/pauses', body)), '400 CONFIRMATION_REQUIRED')
  }
  t.strictSame(await readAll(), before)
  const paused = await post('/pauses', { ...all, confirmation: 'all' })
  t.match(paused, { status: 200, body: { isInForce: true } })
  const opened = await setup.openGame(node, 'late')
  t.match(opened.welcome, { type: 'welcome', paused: true })
  t.equal(codeOf(await opened.client.spin(BET)), 'GAME_PAUSED')
  await post('/pauses/lift', { scope: 'all', subject: '*' })
})

const CHANGES: [path: string, body: object][] = [
  [`${AT}/sessions/end`, {}],
  [`${AT}/rtp/level`, LEVEL],
  [`${AT}/rtp/auto`, { provider: 'provider_a' }],
  [`${AT}/bet-limits`, LIMIT],
  [`${AT}/grants`, GRANT],
  [`${AT}/target-outcomes`, TARGET],
  ['/pauses', PAUSE],
  ['/pauses/lift', PAUSED],
]
const OF_PLAYER = [AT, `${AT}/rtp`, `${AT}/grants`, `${AT}/target-outcomes`]
const READS = ['/players', '/player-choices', ...OF_PLAYER, '/pauses']

t.test('a viewer reads everything and changes nothing; strangers are refused', async t => {
  const before = await readAll()
  for (const path of READS) {
    t.equal((await viewer.call('GET', path)).status, 200, path)
    t.equal(adminCodeOf(await signedOut.call('GET', path)), '401 UNAUTHENTICATED', path)
  }
  t.equal((await signedOut.call('GET', `${AT}/target-outcomes/live`)).status, 401)
  for (const [path, body] of CHANGES) {
    t.equal(adminCodeOf(await viewer.call('POST', path, body)), '403 FORBIDDEN', path)
    t.equal(adminCodeOf(await signedOut.call('POST', path, body)), '401 UNAUTHENTICATED', path)
  }
  t.strictSame(await readAll(), before)
})

const WRONG: [path: string, body: object, message: string, field?: string][] = [
  ['/pauses', { ...PAUSE, subject: 'no-game' }, 'UNSUPPORTED_BY_RUNTIME', 'subject'],
  ['/pauses', { ...PAUSE, scope: 'provider', subject: 'x' }, 'UNSUPPORTED_BY_RUNTIME'],
  ['/pauses', { ...PAUSE, scope: 'project', subject: 'nobody' }, 'UNKNOWN_PROJECT', 'subject'],
  ['/pauses', { ...PAUSE, scope: 'project', subject: '*' }, 'INVALID_REQUEST', 'subject'],
  ['/pauses', { ...PAUSE, scope: 'all', subject: 'x', confirmation: 'all' }, 'INVALID_REQUEST'],
  ['/pauses', { ...PAUSE, reason: '  ' }, 'INVALID_REQUEST', 'reason'],
  ['/pauses', { ...PAUSE, reason: 'x'.repeat(201) }, 'INVALID_REQUEST', 'reason'],
  ['/pauses', { ...PAUSE, scope: 'world' }, 'INVALID_REQUEST', 'scope'],
  ['/pauses/lift', PAUSED, 'NOT_PAUSED'],
  [`${AT}/rtp/level`, { ...LEVEL, level: '59' }, 'RTP_LEVEL_OUT_OF_RANGE', 'level'],
  [`${AT}/rtp/level`, { ...LEVEL, level: 'much' }, 'RTP_LEVEL_INVALID', 'level'],
  [`${AT}/rtp/level`, { ...LEVEL, provider: 'x' }, 'INVALID_REQUEST', 'provider'],
  [`${AT}/bet-limits`, { ...LIMIT, minMinor: '9', maxMinor: '1' }, 'INVALID_BET_LIMIT'],
  [`${AT}/grants`, { ...GRANT, gameId: 'no-game' }, 'GAME_NOT_FOUND', 'gameId'],
  [`${AT}/grants`, { ...GRANT, count: 0 }, 'INVALID_COUNT', 'count'],
  [`${AT}/grants`, { ...GRANT, betMinor: '21' }, 'INVALID_FREE_SPIN_BET', 'betMinor'],
  [`${AT}/grants`, { ...GRANT, expiresAt: 'soon' }, 'INVALID_EXPIRY'],
  [`${AT}/target-outcomes`, { ...TARGET, multiplier: '0' }, 'INVALID_MULTIPLIER'],
  [`${AT}/target-outcomes`, { ...TARGET, spinNumber: 0 }, 'INVALID_SPIN_NUMBER'],
  ['/projects/casino/players/bob/grants', GRANT, 'UNKNOWN_PLAYER'],
  ['/projects/nobody/players/ann/rtp/auto', { provider: 'provider_a' }, 'UNKNOWN_PROJECT'],
]

t.test('a refused request changes nothing', async t => {
  const before = await readAll()
  for (const [path, body, message, field] of WRONG) {
    const { body: answer } = await post(path, body)
    const what = `${path} ${JSON.stringify(body).slice(0, 80)}`
    t.match(answer, { status: 'error', message, ...(field === undefined ? {} : { field }) }, what)
    t.match(answer.reason, /\.$/, 'with a sentence')
  }
  t.strictSame(await readAll(), before)
})
