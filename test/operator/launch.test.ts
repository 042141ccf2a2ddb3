// POST /playGame.do of a running node: every code, rules 1 to 8, and the order in which they are
// checked. Source: operator API, "POST {base_url}/playGame.do".

import t from 'tap'
import { request } from 'undici'
import { HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { BET, GAME, type Launched, launchBody, post } from '../support/operator-setup.ts'
import { codeOf, connectPlayer, type PlayClient, roundOf } from '../support/play-client.ts'
import { spinToDecision } from '../support/round-points.ts'
import { whileRefused } from '../support/rows.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { wallet, pool, project } = setup
const { projectId } = project

const body = (fields: object = {}) => launchBody(project, fields)
const send = (fields: unknown, headers: Record<string, string | string[]> = {}) =>
  post(node, '/playGame.do', fields, headers)

async function countSessions(): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(
    'SELECT count(*) AS n FROM session JOIN player USING (player_key) WHERE project_id = $1',
    [projectId],
  )
  return Number(rows[0]!.n)
}

const refusal = (message: string, details: object = {}) => ({
  status: 'error',
  message,
  ...details,
})

const NOT_JSON = { cause: 'not_json' }
const TOO_LARGE = { cause: 'too_large' }

/**
 * A request and its one answer: what every-code has no row for. Nothing else happens.
 */
const REFUSALS: (readonly [
  name: string,
  fields: unknown,
  status: number,
  code: string,
  details?: object,
])[] = [
  ['text that is not JSON', '{"partner":', 400, 'INVALID_REQUEST', NOT_JSON],
  ['an array', '[]', 400, 'INVALID_REQUEST', NOT_JSON],
  ['null', 'null', 400, 'INVALID_REQUEST', NOT_JSON],
  ['an empty body', '', 400, 'INVALID_REQUEST', NOT_JSON],
  ['an oversized body', body({ lang: 'x'.repeat(70_000) }), 400, 'INVALID_REQUEST', TOO_LARGE],
  ['no credentials', {}, 401, 'UNAUTHORIZED'],
  ['an impossible partner', body({ partner: 'No Body\0' }), 401, 'UNAUTHORIZED'],
  ['a partner that is not a text', body({ partner: [projectId] }), 401, 'UNAUTHORIZED'],
  ['an empty key', body({ api_key: '' }), 401, 'UNAUTHORIZED'],
  ['a key that is not a text', body({ api_key: null }), 401, 'UNAUTHORIZED'],
  ...['provider', 'player_id', 'currency', 'symbol', 'gametype'].map(
    field =>
      [`no ${field}`, body({ [field]: undefined }), 400, 'INVALID_REQUEST', { field }] as const,
  ),
  [
    'half a surrogate pair',
    body({ player_id: 'a\ud800' }),
    400,
    'INVALID_REQUEST',
    { field: 'player_id' },
  ],
  [
    '__proto__ as a field',
    `{"__proto__":{},${JSON.stringify(body()).slice(1)}`,
    400,
    'INVALID_REQUEST',
  ],
  ['a language that is a number', body({ lang: 7 }), 400, 'INVALID_REQUEST', { field: 'lang' }],
  ['a name every object has', body({ symbol: 'constructor' }), 404, 'UNSUPPORTED_GAME'],
  ['demo in capitals', body({ gametype: 'DEMO' }), 400, 'REAL_MODE_DISABLED'],
  // The order: credentials before the body's rules, the body's shape before its meaning.
  ['a wrong key and a bad body', body({ api_key: 'x', currency: 'GBP' }), 401, 'UNAUTHORIZED'],
  [
    'an unknown field and real play',
    body({ x: 1, gametype: 'real' }),
    400,
    'INVALID_REQUEST',
    { field: 'x' },
  ],
]

t.test('a refused launch has its status and code, no session and no wallet call', async t => {
  for (const [name, fields, status, code, details] of REFUSALS) {
    const answer = await send(fields)
    t.equal(answer.status, status, name)
    t.strictSame(answer.body, refusal(code, details), name)
    t.equal(answer.headers['cache-control'], 'no-store', name)
  }
  t.equal(await countSessions(), 0)
  t.equal(wallet.calls.length, 0)
})

t.test('an unknown partner and a wrong key look the same', async t => {
  const [unknown, wrong] = [
    await send(body({ partner: 'nobody' })),
    await send(body({ api_key: 'x' })),
  ]
  const seen = ({ status, headers, body }: typeof unknown) => [
    status,
    { ...headers, date: '', 'x-request-id': '' },
    body,
  ]
  t.strictSame(seen(unknown), seen(wrong))
})

t.test('another content type, verb or path is refused', async t => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
    const answer = await send(body(), { 'content-type': type })
    const refused = { ...refusal('INVALID_REQUEST'), cause: 'content_type' }
    t.strictSame([answer.status, answer.body], [400, refused], type)
  }
  t.equal((await send(body(), { 'content-type': 'application/json; charset=utf-8' })).status, 200)
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await request(`${node.baseUrl}/playGame.do`, { method })
    t.equal(answer.statusCode, 405, method)
    t.equal(answer.headers.allow, 'POST')
    t.match(await answer.body.json(), { status: 'error', message: /^[A-Z][A-Z0-9_]+$/ })
  }
  t.equal((await post(node, '/playgame.do', body())).status, 404)
})

t.test('rule 2: the wallet is asked for the balance; without it there is no session', async t => {
  const before = await countSessions()
  const causes = {
    'http-500-before-apply': 'http_status',
    'invalid-json': 'invalid_answer',
    echo: 'refused',
    'drop-before-apply': 'connection',
    'hang-before-apply': 'timeout',
  } as const
  for (const [act, cause] of Object.entries(causes)) {
    wallet.rule({ method: 'session_info', playerId: 'no-balance', act: act as keyof typeof causes })
    const answer = await send(body({ player_id: 'no-balance' }))
    const wanted = refusal('BALANCE_UNAVAILABLE', { cause })
    t.strictSame([answer.status, answer.body], [400, wanted], act)
  }
  t.equal(await countSessions(), before)
  const { meta } = await setup.launch(node, { player_id: 'no-balance' })
  const asked = wallet.of('session_info', 'no-balance').at(-1)!
  t.equal(asked.path, '/wallet/EUR')
  t.strictSame(JSON.parse(asked.text), {
    method: 'session_info',
    player_id: 'no-balance',
    session_id: meta.session_id,
    api_key: project.apiKey,
  })
})

t.test('a launch answers link and meta, with the token in the fragment', async t => {
  const { status, body: said } = await send(body({ lang: 'PT_br', region: 'RU' }))
  t.equal(status, 200)
  const { link, meta, ...rest } = said as unknown as Launched
  t.strictSame(rest, { status: 'ok' })
  t.match(meta, { currency: 'EUR', language: 'pt-BR', mode: 'TEST_ONLY' })
  t.match(link, new RegExp(`^${node.baseUrl}/play/${GAME}/#token=rt_[A-Za-z0-9_-]{70}$`))
})

t.test('every language of a game can be launched, and its client gets a code for it', async t => {
  for (const [language, clientLanguage] of Object.entries(findGame(GAME)!.languages)) {
    const { link, meta } = await setup.launch(node, { player_id: 'polyglot', lang: language })
    t.equal(meta.language, language)
    const client = await setup.connect(node, link)
    t.match(await client.hello(), { language, clientLanguage })
  }
})

t.test('rule 4: without a language the project’s default is used, or English', async t => {
  const defaults: [language: string, launched: string][] = [
    ['uk', 'uk'],
    ['ja', 'en'],
  ]
  for (const [language, launched] of defaults) {
    const speaker = await setup.newProject(`speaks-${language}`)
    await pool.query('UPDATE project SET default_language = $1 WHERE project_id = $2', [
      language,
      speaker.projectId,
    ])
    t.match((await send(launchBody(speaker))).body, { meta: { language: launched } })
    const inGerman = await send(launchBody(speaker, { lang: 'de' }))
    t.match(inGerman.body, { meta: { language: 'de' } })
  }
})

t.test('the platform picks the build of a provider_b game only', async t => {
  const pathOf = async (fields: object) => new URL((await setup.launch(node, fields)).link).pathname
  t.equal(findGame('cherry-classic')!.provider, 'provider_b')
  const symbol = 'cherry-classic'
  t.equal(await pathOf({ symbol }), '/play/desktop/cherry-classic/')
  t.equal(await pathOf({ symbol, client_platform: 'mobile' }), '/play/mobile/cherry-classic/')
  t.equal(await pathOf({ client_platform: 'mobile' }), `/play/${GAME}/`)
})

t.test('player ids in any script, up to 128 characters, are kept unchanged', async t => {
  for (const playerId of ['я', 'a b', '🎰'.repeat(128), "'; DROP TABLE round; --", '{x}:{y}']) {
    const { meta } = await setup.launch(node, { player_id: playerId })
    const { rows } = await pool.query(
      'SELECT player_id FROM session JOIN player USING (player_key) WHERE session_id = $1',
      [meta.session_id],
    )
    t.equal(rows[0].player_id, playerId)
  }
})

t.test('rule 5: an expired session plays no new round, on an old socket or a new one', async t => {
  const { client, link } = await setup.openGame(node, 'expires')
  t.equal(codeOf(await playOut(client)), 'round')
  await expire('expires')
  await setup.losePlayerState()
  t.equal(codeOf(await client.spin(BET)), 'SESSION_EXPIRED')
  const again = await setup.connect(node, link)
  t.equal(codeOf(await again.hello()), 'SESSION_EXPIRED')
  t.equal(wallet.of('bet', 'expires').length, 1)
})

const expire = (playerId: string) =>
  pool.query(
    `UPDATE session s SET expires_at = now() - interval '1 second'
     FROM player p WHERE p.player_key = s.player_key AND player_id = $1 AND project_id = $2`,
    [playerId, projectId],
  )

/** Plays one round; any win is collected. */
async function playOut(client: PlayClient) {
  const answer = await client.spin(BET)
  const { status, roundId } = roundOf(answer)
  return status === 'awaiting' ? client.collect(roundId) : answer
}

t.test('without an unfinished round every launch is a new session', async t => {
  const first = await setup.launch(node, { player_id: 'twice' })
  const second = await setup.launch(node, { player_id: 'twice' })
  t.not(first.meta.session_id, second.meta.session_id)
  t.not(first.link, second.link)
})

t.test('rule 6: a launch continues the unfinished round, in the session that owns it', async t => {
  const { client, link } = await setup.openGame(node, 'continues', { lang: 'en' })
  const round = await spinToDecision(client)
  const relaunched = await setup.launch(node, { player_id: 'continues', lang: 'de' })
  t.equal(relaunched.link, link, 'not expired: the same link')
  t.equal(relaunched.meta.language, 'de', 'the language switches')
  const silent = await setup.launch(node, { player_id: 'continues' })
  t.equal(silent.meta.language, 'de', 'without a language the session keeps its language')
  const elsewhere = await setup.launch(node, { player_id: 'continues', symbol: 'cherry-classic' })
  t.not(elsewhere.meta.session_id, relaunched.meta.session_id, 'another game is another session')
  const again = await setup.connect(node, relaunched.link)
  t.match(await again.hello(), {
    language: 'de',
    round: { roundId: round.roundId, status: 'awaiting' },
  })
  t.match(await again.collect(round.roundId), { round: { status: 'settled', win: round.win } })
  const next = await setup.launch(node, { player_id: 'continues' })
  t.not(next.meta.session_id, relaunched.meta.session_id, 'finished: a new session')
})

t.test('rule 6: an expired session is revived with a fresh token and expiry', async t => {
  const { client, link } = await setup.openGame(node, 'revived')
  const round = await spinToDecision(client)
  await expire('revived')
  const old = await setup.connect(node, link)
  t.equal(codeOf(await old.hello()), 'SESSION_EXPIRED')
  const fresh = await setup.launch(node, { player_id: 'revived' })
  t.not(fresh.link, link)
  const { rows } = await pool.query<{ session_id: string; expires_at: Date }>(
    `SELECT session_id, expires_at FROM session JOIN player USING (player_key)
     WHERE player_id = 'revived' AND project_id = $1`,
    [projectId],
  )
  t.equal(rows.length, 1, 'no second session')
  t.equal(fresh.meta.session_id, rows[0]!.session_id)
  t.ok(rows[0]!.expires_at.getTime() > Date.now() + 1.9 * HOUR_MS)
  t.equal(codeOf(await old.hello()), 'UNAUTHORIZED', 'the old link is refused')
  const again = await setup.connect(node, fresh.link)
  t.match(await again.hello(), { round: { roundId: round.roundId } })
  t.match(await again.collect(round.roundId), { round: { status: 'settled' } })
  await client.closed
  t.equal(client.closeCode(), 4403, 'a socket of the old link is closed')
  t.equal(codeOf(await playOut(again)), 'round', 'the new one still plays')
})

t.test('rule 7: an unfinished round in another currency refuses the launch', async t => {
  const { client } = await setup.openGame(node, 'currencies')
  const round = await spinToDecision(client)
  const calls = wallet.calls.length
  const answer = await send(body({ player_id: 'currencies', currency: 'USD' }))
  t.strictSame([answer.status, answer.body], [400, refusal('ROUND_IN_PROGRESS')])
  t.equal(wallet.calls.length, calls)
  const other = { player_id: 'currencies', currency: 'USD', symbol: 'cherry-classic' }
  t.equal((await send(body(other))).status, 200, 'another game is free')
  await client.collect(round.roundId)
  t.equal((await send(body({ player_id: 'currencies', currency: 'USD' }))).status, 200)
})

t.test('rule 8: one key and body give one link, and one session', async t => {
  const before = await countSessions()
  const headers = { 'idempotency-key': 'launch-1' }
  const first = await send(body({ player_id: 'once' }), headers)
  t.equal(first.status, 200)
  const { player_id, ...rest } = body({ player_id: 'once' })
  t.strictSame((await send({ ...rest, player_id }, headers)).body, first.body, 'fields reordered')
  const race = () => send(body({ player_id: 'race' }), { 'idempotency-key': 'race' })
  const all = await Promise.all(Array.from({ length: 6 }, race))
  for (const answer of all) t.strictSame(answer.body, all[0]!.body)
  t.equal(await countSessions(), before + 2)
  const other = await send(body({ player_id: 'other' }), headers)
  t.strictSame([other.status, other.body], [409, refusal('IDEMPOTENCY_CONFLICT')])
  t.strictSame((await send(body({ player_id: 'once' }), headers)).body, first.body)
})

t.test('rule 8: the kept answer holds no token, and survives a restart of the node', async t => {
  const { rows } = await pool.query<{ answer: string }>(
    'SELECT answer::text FROM idempotency WHERE project_id = $1',
    [projectId],
  )
  t.ok(rows.length > 0)
  for (const { answer } of rows) t.notMatch(answer, /rt_|token=/)
  const headers = { 'idempotency-key': 'on-two-nodes' }
  const first = await send(body({ player_id: 'moves' }), headers)
  const repeated = await post(other, '/playGame.do', body({ player_id: 'moves' }), headers)
  const there = JSON.stringify(first.body).replaceAll(node.baseUrl, other.baseUrl)
  t.strictSame(repeated.body, JSON.parse(there))
})

t.test('refusals of authentication and validation are not kept under a key', async t => {
  const headers = { 'idempotency-key': 'corrected' }
  t.equal((await send(body({ api_key: 'x' }), headers)).status, 401)
  t.equal((await send(body({ currency: 'GBP' }), headers)).status, 400)
  t.equal((await send(body({ player_id: 'corrected' }), headers)).status, 200)
})

t.test('a refusal by the wallet is kept under its key', async t => {
  const headers = { 'idempotency-key': 'refused' }
  wallet.rule({ method: 'session_info', playerId: 'refused', act: 'http-500-before-apply' })
  const first = await send(body({ player_id: 'refused' }), headers)
  t.strictSame(first.body, refusal('BALANCE_UNAVAILABLE', { cause: 'http_status' }))
  t.strictSame((await send(body({ player_id: 'refused' }), headers)).body, first.body)
  t.equal((await send(body({ player_id: 'refused' }))).status, 200, 'without the key it runs')
})

t.test('an internal failure is REQUEST_FAILED, is not kept, and the repeat succeeds', async t => {
  const headers = { 'idempotency-key': 'after-a-fault' }
  const player = { player_key: await ensurePlayer(pool, projectId, 'fault') }
  const asked = () => send(body({ player_id: 'fault' }), headers)
  const failed = await whileRefused(pool, 'session', player, asked)
  t.strictSame([failed.status, failed.body], [400, refusal('REQUEST_FAILED')])
  t.equal((await asked()).status, 200)
})

t.test('only the pages that a project names may frame its games', async t => {
  const policyOf = async (link: string) => {
    const { origin, pathname, search } = new URL(link)
    const { headers, body } = await request(`${origin}${pathname}${search}`)
    await body.dump()
    return headers
  }
  const plain = await setup.launch(node, { player_id: 'framed' })
  t.notMatch(plain.link, /frame=/)
  t.match(await policyOf(plain.link), {
    'content-security-policy': /frame-ancestors 'none'/,
    'x-frame-options': 'DENY',
  })
  const frameAncestors = ['https://casino.example.com', 'https://*.example.org']
  await setup.changeSettings({ frameAncestors })
  const { link } = await setup.launch(node, { player_id: 'framed' })
  const allowed = await policyOf(link)
  t.match(String(allowed['content-security-policy']), `frame-ancestors ${frameAncestors.join(' ')}`)
  t.equal(allowed['x-frame-options'], undefined)
  const changed = link.replace(
    /\.(.)([\w-]{21})#/,
    (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}#`,
  )
  t.not(changed, link)
  t.match(await policyOf(changed), { 'content-security-policy': /frame-ancestors 'none'/ })
  const twice = link.replace('#', `&frame=${new URL(link).searchParams.get('frame')}#`)
  t.match(await policyOf(twice), { 'content-security-policy': /frame-ancestors 'none'/ })
  await setup.changeSettings({})
})

t.test('the frame value of one project does not let it frame a game of another', async t => {
  const framing = await setup.newProject('framing')
  const frameAncestors = ['https://casino.example.com']
  for (const id of [projectId, framing.projectId])
    await setup.changeSettings({ frameAncestors }, id)
  const launchOf = async (of: Project) => {
    const { body: launched } = await send(launchBody(of, { player_id: 'in-a-frame' }))
    return String(launched.link)
  }
  const [own, other] = [await launchOf(project), await launchOf(framing)]
  const frameOf = (link: string) => `?frame=${new URL(link).searchParams.get('frame')}`
  const helloWith = async (link: string, framing: string) =>
    codeOf(await (await connectPlayer(t, node.baseUrl, link, frameOf(framing))).hello())
  t.equal(await helloWith(own, own), 'welcome')
  t.equal(await helloWith(own, other), 'UNAUTHORIZED')
  t.equal(await helloWith(other, own), 'UNAUTHORIZED')
  for (const id of [projectId, framing.projectId]) await setup.changeSettings({}, id)
})

t.test('the link leads to the lobby that its project names, and to no other address', async t => {
  const lobbyUrl = 'https://casino.example.com/games?all=1'
  const frameAncestors = ['https://casino.example.com']
  await setup.changeSettings({ lobbyUrl, frameAncestors })
  const headers = { 'idempotency-key': 'with-a-lobby' }
  const { body: launched } = await send(body({ player_id: 'homesick' }), headers)
  const said = new URL(String(launched.link)).searchParams
  const redirect = async (to: string) => {
    const answer = await request(`${node.baseUrl}/play/lobby?to=${to}`)
    await answer.body.dump()
    return [answer.statusCode, answer.headers.location]
  }
  t.strictSame(await redirect(said.get('lobby')!), [302, lobbyUrl])
  t.strictSame(await redirect(`${said.get('lobby')!.slice(0, -1)}.`), [404, undefined])
  t.strictSame(await redirect(said.get('frame')!), [404, undefined], 'signed for something else')
  t.strictSame(await redirect(''), [404, undefined])
  const repeated = await send(body({ player_id: 'homesick' }), headers)
  t.equal(repeated.body.link, launched.link)
  await setup.changeSettings({})
})
