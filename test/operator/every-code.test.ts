// Every public code and every bound of the operator API, each produced by a real call to a running
// node: a table whose rows name the rule. The meaning of a code is tested in depth by capability.
// Source: operator API, "Errors" and "Value bounds".

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import type { ProjectSettings } from '../../src/core/project-settings.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { blockPlayer } from '../../src/ledger/players/player-blocks.ts'
import { ensurePlayer } from '../../src/ledger/players/players.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import { OPERATOR_ERRORS } from '../../src/operator/errors.ts'
import { PLAY_ERROR_CODES, type ServerMessage } from '../../src/wire/play-answers.ts'
import { act as actAt, credentialsOf } from '../support/game-actions.ts'
import { openGate } from '../support/gate.ts'
import { cheapestBet } from '../support/operator-calls.ts'
import { BET, GAME, LOOPBACK, launchBody, post } from '../support/operator-setup.ts'
import { codeOf, type PlayClient, roundOf } from '../support/play-client.ts'
import { makeRound, storeRound } from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { whileRefused } from '../support/rows.ts'
import { createGate } from '../support/scripted-wallet.ts'
import { openShared } from '../support/shared-node.ts'
import { untilFound } from '../support/until.ts'

/** The error tables of the specification: code and HTTP status. */
const SPECIFIED: Readonly<Record<string, number>> = {
  ...tableOf(401, 'UNAUTHORIZED'),
  ...tableOf(403, 'IP_NOT_ALLOWED FORBIDDEN'),
  ...tableOf(400, 'INVALID_REQUEST INVALID_IDEMPOTENCY_KEY REQUEST_FAILED'),
  ...tableOf(409, 'IDEMPOTENCY_CONFLICT'),
  ...tableOf(429, 'RATE_LIMITED'),
  ...tableOf(503, 'DATABASE_UNAVAILABLE'),
  // Launch
  ...tableOf(404, 'UNSUPPORTED_GAME'),
  ...tableOf(400, 'UNSUPPORTED_LANGUAGE REAL_MODE_DISABLED PROMO_UNSUPPORTED ROUND_IN_PROGRESS'),
  ...tableOf(400, 'BALANCE_UNAVAILABLE'),
  // Game actions
  ...tableOf(400, 'INVALID_METHOD METHOD_RETIRED PROJECT_BET_LIMIT INVALID_COUNT INVALID_EXPIRY'),
  ...tableOf(400, 'INVALID_FREE_SPIN_BET FREE_SPINS_UNSUPPORTED FORCED_OUTCOMES_UNSUPPORTED'),
  ...tableOf(400, 'GAME_HAS_NO_BONUS INVALID_MULTIPLIER MULTIPLIER_ABOVE_MAX_WIN INVALID_KIND'),
  ...tableOf(400, 'INVALID_SPIN_NUMBER'),
  ...tableOf(404, 'GAME_NOT_FOUND GRANT_NOT_FOUND OUTCOME_NOT_FOUND ROUND_NOT_FOUND'),
  ...tableOf(409, 'DUPLICATE_EXTERNAL_ID ROUND_NOT_CANCELLABLE ROUND_BUSY'),
  // Reports: the specification names no status.
  ...tableOf(400, 'INVALID_PERIOD INVALID_CURSOR INVALID_GROUP_BY INVALID_CURRENCY INVALID_STATE'),
  ...tableOf(400, 'INVALID_LIMIT INVALID_FROM INVALID_TO INVALID_PLAYER_ID INVALID_SYMBOL'),
  ...tableOf(400, 'INVALID_ROUND_ID'),
  // Player RTP
  ...tableOf(400, 'INVALID_ACTION INVALID_PLAYER RTP_PROVIDER_UNSUPPORTED RTP_LEVEL_INVALID'),
  ...tableOf(400, 'RTP_LEVEL_OUT_OF_RANGE RTP_POLICY_REQUIRED INVALID_REASON INVALID_BET_LIMIT'),
}
const OURS = {
  ...tableOf(403, 'PLAYER_BLOCKED'),
  ...tableOf(404, 'NOT_FOUND'),
  ...tableOf(405, 'METHOD_NOT_ALLOWED'),
}

function tableOf(status: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map(code => [code, status]))
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/**
 * Four games: feature, free spins and target outcomes; no feature; no free spins; no target
 * outcomes.
 */
const WITHOUT_FEATURE = 'crystal-cluster'
const WITHOUT_FREE_SPINS = 'forty-suns'
const WITH_BUY = 'scarab-codex'

const { setup, node } = await openShared(t)
const { wallet, pool } = setup

async function newProject(
  name: string,
  settings: Partial<ProjectSettings> = {},
  allowedNetworks: readonly string[] = LOOPBACK,
): Promise<Project> {
  const { projectId } = await setup.newProject(name, { allowedNetworks })
  return setup.changeSettings(settings, projectId)
}

/** No provider RTP, no limits; quotas that this file can't use up. */
const plain = await newProject('plain', {
  callsPerMinute: { launch: 100_000, actions: 100_000, reports: 100_000 },
})
const untouched = await newProject('untouched')
const crowded = await newProject('crowded')
const walled = await newProject('walled', {}, ['203.0.113.0/24'])
const off = await newProject('off', { enabled: false })
const once = await newProject('once', { callsPerMinute: { launch: 1, actions: 1, reports: 1 } })
const limited = await newProject('limited', {
  rtp: { provider_a: { providerBps: 9_500, personal: true, adaptive: null } },
  projectLimits: [{ scope: { kind: 'default' }, currency: 'EUR', minMinor: 40n, maxMinor: 100n }],
})
const reduced = await newProject('reduced', {
  disabledGames: [WITHOUT_FEATURE],
  disabledModes: ['buy'],
})

interface Answer {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string | string[] | undefined>
}

type Tap = Pick<typeof t, 'equal' | 'match' | 'ok' | 'strictSame' | 'type'>

interface Row {
  rule: string
  /** `200 ok`, or the status and the code of an error. */
  want: string
  ask(t: Tap): Promise<Answer>
  /** Further checks of the answer, once its code is right. */
  look?: ((answer: Answer, t: Tap) => unknown) | undefined
}
type Fields = Record<string, unknown>
type Headers = Record<string, string | string[]>

let counter = 0
const unique = (stem: string) => `${stem}-${++counter}`
const send = (url: string, body: unknown, headers: Headers = {}) => post(node, url, body, headers)
const iso = (fromNowMs: number) => new Date(Date.now() + fromNowMs).toISOString()
const chars = (length: number) => 'x'.repeat(length)

interface Options {
  as?: Project
  headers?: Headers
  look?: Row['look']
}

const row = (rule: string, want: string, ask: Row['ask'], look?: Row['look']): Row => {
  return { rule, want, ask, look }
}
type Send = (fields: Fields, as?: Project, headers?: Headers) => Promise<Answer>
const launchNow = (fields: Fields = {}, as = plain, headers: Headers = {}) =>
  send('/playGame.do', launchBody(as, { player_id: unique('p'), ...fields }), headers)
const actNow = (method: unknown, fields: Fields = {}, as = plain, headers: Headers = {}) =>
  actAt(node, as, method, fields, headers)
const levelNow = (action: unknown, fields: Fields = {}, as = plain, headers: Headers = {}) =>
  send('/playerRtp.do', { ...credentialsOf(as), action, player_id: 'ann', ...fields }, headers)

/** Makes rows of one call. Fields that depend on the time are a function. */
const rowsOf =
  (call: Send) =>
  (rule: string, want: string, fields: Fields | (() => Fields) = {}, options: Options = {}) => {
    const fieldsNow = () => (typeof fields === 'function' ? fields() : fields)
    const ask = () => call(fieldsNow(), options.as, options.headers)
    return row(rule, want, ask, options.look ?? namesOneOf(Object.keys(fields)))
  }
/** INVALID_REQUEST names one of the fields that the row tries. */
function namesOneOf(tried: readonly string[]): Row['look'] {
  return ({ body }, t) => {
    if (body.message === 'INVALID_REQUEST') t.ok(tried.includes(String(body.field)), tried.join())
  }
}
const named = (field: string): Options => ({ look: namesOneOf([field]) })
const launch = rowsOf(launchNow)
const act = (rule: string, want: string, method: unknown, fields?: Fields, options?: Options) =>
  rowsOf((...sent) => actNow(method, ...sent))(rule, want, fields, options)
const level = (rule: string, want: string, action: unknown, fields?: Fields, options?: Options) =>
  rowsOf((...sent) => levelNow(action, ...sent))(rule, want, fields, options)

const GRANT = { player_id: 'ann', currency: 'EUR', symbol: GAME, count: 10, bet: '0.20' }
const grant = rowsOf((fields, ...by) => actNow('freespins_create', { ...GRANT, ...fields }, ...by))
/** A win that any game without a feature reaches at once, so that searches are short. */
const OUTCOME = { player_id: 'ann', symbol: 'cherry-classic', multiplier: '2' }
const target = rowsOf(fields => actNow('outcome_schedule', { ...OUTCOME, ...fields }))
const LIMIT = { currency: 'EUR', min_minor: '1', max_minor: '2' }
const betLimit = rowsOf(fields => levelNow('bet-limit', { ...LIMIT, ...fields }))

/** The answer to a second call after a successful first one. */
const second = (rule: string, want: string, first: () => Promise<Answer>, then = first) =>
  row(rule, want, async () => {
    const { status, body } = await first()
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return then()
  })

async function get(url: string, headers: Headers = {}, method: 'GET' | 'PUT' = 'GET', at = node) {
  const answer = await request(`${at.baseUrl}${url}`, { method, headers })
  const body = (await answer.body.json()) as Record<string, unknown>
  return { status: answer.statusCode, body, headers: answer.headers }
}

/** An upgrade that is answered like any request. */
function refusedUpgrade(url: string, headers: Headers): ReturnType<typeof get> {
  return new Promise((resolve, reject) => {
    const asked = http.get(`${node.baseUrl}${url}`, { headers }, async answer => {
      const body = JSON.parse((await answer.toArray()).join('')) as Record<string, unknown>
      resolve({ status: answer.statusCode!, body, headers: answer.headers })
    })
    asked.on('error', reject)
  })
}

async function openGame(as: Project, playerId: string, fields: Fields = {}): Promise<PlayClient> {
  const { body } = await launchNow({ player_id: playerId, ...fields }, as)
  const client = await setup.connect(node, String(body.link))
  await client.hello()
  return client
}

/** A round whose bet the wallet has not confirmed; its calls fail from now on. */
async function pendingRound(playerId: string) {
  const client = await openGame(plain, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'drop-before-apply', times: 1_000_000 })
  return roundOf(await client.spin(BET)).roundId
}

async function settledRound(playerId: string) {
  const client = await openGame(plain, playerId, { symbol: WITHOUT_FREE_SPINS })
  const round = roundOf(await client.spin(cheapestBet(WITHOUT_FREE_SPINS)))
  if (round.status === 'awaiting') await client.collect(round.roundId)
  return round.roundId
}

/** Of a node whose connection to its database is closed. */
async function healthWithoutStorage(): Promise<Answer> {
  const gate = await openGate(t, setup.stores.databaseUrl)
  const cutOff = await setup.startNode({ databaseUrl: gate.url })
  gate.close()
  const answer = await untilFound('the node has seen it', async () => {
    const now = await get('/health', {}, 'GET', cutOff)
    return now.status === 200 ? null : now
  })
  gate.open()
  return answer
}

const SOCKET_OF_A_STRANGER = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
  origin: 'https://stranger.example.com',
}

/** Rows of one call, of which one field is tried. */
const CALLS: Readonly<Record<string, ReturnType<typeof rowsOf>>> = {
  launch,
  grant,
  outcome: target,
  action: rowsOf(fields => levelNow('get', fields)),
  'player RTP': rowsOf(fields => levelNow('get', fields)),
  level: rowsOf(fields => levelNow('set', { rtp: 95, ...fields }, limited)),
  report_rounds: rowsOf(fields => actNow('report_rounds', fields)),
  report_reconciliation: rowsOf(fields => actNow('report_reconciliation', fields)),
}

/** Values of a field of a call that all have this answer. */
function refused(call: string, field: string, want: string, values: readonly unknown[]): Row[] {
  const make = CALLS[call]!
  return values.map(value => make(`${call}: ${printed(value)}`, want, { [field]: value }))
}
const taken = (call: string, field: string, values: readonly unknown[]) =>
  refused(call, field, '200 ok', values)

const printed = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'not sent'
  return text.length > 40 ? `${text.length} characters` : text
}

const API_WIDE: Row[] = [
  launch('an unknown partner', '401 UNAUTHORIZED', { partner: 'nobody' }),
  launch('a wrong key', '401 UNAUTHORIZED', { api_key: 'rk_wrong' }),
  act('the key of another project', '401 UNAUTHORIZED', 'freespins_list', {
    api_key: untouched.apiKey,
  }),
  level('a key that is not a text', '401 UNAUTHORIZED', 'get', { api_key: 7 }),
  launch('a launch of a project that is off', '403 FORBIDDEN', {}, { as: off }),
  act('its other calls too', '403 FORBIDDEN', 'freespins_list', {}, { as: off }),
  act('its reports', '403 FORBIDDEN', 'report_rounds', {}, { as: off }),
  level('its player RTP', '403 FORBIDDEN', 'get', {}, { as: off }),
  act(
    'a caller outside the networks',
    '403 IP_NOT_ALLOWED',
    'freespins_list',
    {},
    { as: walled, look: ({ body }, t) => t.match(body.address, /^(127\.0\.0\.1|::1)$/) },
  ),
  act('reports, too', '403 IP_NOT_ALLOWED', 'report_rounds', {}, { as: walled }),
  level('player RTP, too', '403 IP_NOT_ALLOWED', 'get', {}, { as: walled }),
  launch('a launch needs no allowlist', '200 ok', {}, { as: walled }),
  row(
    'a body that is not JSON',
    '400 INVALID_REQUEST',
    () => send('/playGame.do', '{"partner":'),
    ({ body }, t) => t.equal(body.cause, 'not_json'),
  ),
  row('a body that is not an object', '400 INVALID_REQUEST', () => send('/gameActions.do', '[]')),
  row(
    'another content type',
    '400 INVALID_REQUEST',
    () => send('/playGame.do', launchBody(plain), { 'content-type': 'text/plain' }),
    ({ body }, t) => t.equal(body.cause, 'content_type'),
  ),
  act('an unknown field of a method without fields', '400 INVALID_REQUEST', 'project_get', {
    round_id: 'x',
  }),
  act('sessions of no player', '400 INVALID_REQUEST', 'sessions_end', {}, named('player_id')),
  act('an empty player id', '400 INVALID_REQUEST', 'sessions_end', { player_id: '' }),
  launch('an unknown field of a launch', '400 INVALID_REQUEST', { lobby: 'x' }),
  act('an unknown field of an action', '400 INVALID_REQUEST', 'freespins_list', { limit: 1 }),
  act('an unknown field of a report', '400 INVALID_REQUEST', 'report_ggr', { limit: 1 }),
  level('an unknown field of player RTP', '400 INVALID_REQUEST', 'get', { rtp: 95 }),
  launch('a missing field', '400 INVALID_REQUEST', { currency: undefined }),
  launch('a mistyped field', '400 INVALID_REQUEST', { currency: 'GBP' }),
  launch('a provider that is not own', '400 INVALID_REQUEST', { provider: 'provider_a' }),
  launch('an unknown platform', '400 INVALID_REQUEST', { client_platform: 'watch' }),
  launch('an unknown region', '400 INVALID_REQUEST', { region: 'US' }),
  act('neither id of a grant', '400 INVALID_REQUEST', 'freespins_cancel', {}, named('grant_id')),
  act('both ids of a grant', '400 INVALID_REQUEST', 'freespins_get', {
    grant_id: randomUUID(),
    external_id: 'x',
  }),
  act('neither id of an outcome', '400 INVALID_REQUEST', 'outcome_get', {}, named('outcome_id')),
  second(
    'another body under the same key',
    '409 IDEMPOTENCY_CONFLICT',
    () => actNow('freespins_list', {}, plain, { 'idempotency-key': 'conflict' }),
    () => actNow('freespins_list', { symbol: GAME }, plain, { 'idempotency-key': 'conflict' }),
  ),
  row('a failure without a public code', '400 REQUEST_FAILED', () => {
    const named = { external_id: `fails${setup.suffix}` }
    const ask = () => actNow('freespins_create', { ...GRANT, ...named })
    return whileRefused(pool, 'free_spin_grant', named, ask)
  }),
  row('a play socket for the page of a stranger', '403 FORBIDDEN', () =>
    refusedUpgrade('/play/socket', SOCKET_OF_A_STRANGER),
  ),
  second('a second launch of one a minute', '429 RATE_LIMITED', () => launchNow({}, once)),
  second(
    'a second action of one a minute',
    '429 RATE_LIMITED',
    () => actNow('freespins_list', {}, once),
    () => levelNow('get', {}, once),
  ),
  second(
    'a second report of one a minute',
    '429 RATE_LIMITED',
    () => actNow('report_rounds', {}, once),
    () => actNow('report_ggr', {}, once),
  ),
  row('health without storage', '503 DATABASE_UNAVAILABLE', healthWithoutStorage),
  row('an unknown path', '404 NOT_FOUND', () => get('/playGame')),
  row('another verb', '405 METHOD_NOT_ALLOWED', () => get('/playGame.do')),
  row('another verb of a public path', '405 METHOD_NOT_ALLOWED', () => get('/health', {}, 'PUT')),
]

const LAUNCH: Row[] = [
  launch('a good launch', '200 ok'),
  launch('an unpublished game', '404 UNSUPPORTED_GAME', { symbol: 'no-such-game' }),
  launch('a malformed language', '400 UNSUPPORTED_LANGUAGE', { lang: 'e' }),
  launch('a language the game lacks', '400 UNSUPPORTED_LANGUAGE', { lang: 'tlh' }),
  launch('case and _ make no difference', '200 ok', { lang: 'PT_br' }),
  launch('real money', '400 REAL_MODE_DISABLED', { gametype: 'real' }),
  launch('the legacy free spins', '400 PROMO_UNSUPPORTED', { freespins: { count: 1 } }),
  row('an unfinished round in another currency', '400 ROUND_IN_PROGRESS', async () => {
    await pendingRound('traveller')
    return launchNow({ player_id: 'traveller', currency: 'USD' })
  }),
  row('a player whom support has blocked', '403 PLAYER_BLOCKED', async () => {
    const player = { projectId: plain.projectId, playerId: unique('blocked') }
    await ensurePlayer(pool, player.projectId, player.playerId)
    await blockPlayer(pool, pool, player, 'a test', { actor: 'owner:test', origin: 'a test' })
    return launchNow({ player_id: player.playerId })
  }),
  row('a wallet that answers an error', '400 BALANCE_UNAVAILABLE', () => {
    wallet.rule({ method: 'session_info', playerId: 'no-balance', act: 'echo' })
    return launchNow({ player_id: 'no-balance' })
  }),
]

const GAME_ACTIONS: Row[] = [
  act('an unknown method', '400 INVALID_METHOD', 'freespins_give'),
  act('a retired method', '400 METHOD_RETIRED', 'freespins_set', { player_id: 'ann' }),
  act('another one', '400 METHOD_RETIRED', 'freespins_delete'),
  act('a get that names no grant', '400 METHOD_RETIRED', 'freespins_get'),
  grant('free spins in an unpublished game', '404 GAME_NOT_FOUND', { symbol: 'no-such-game' }),
  grant('free spins in a game without them', '400 FREE_SPINS_UNSUPPORTED', {
    symbol: WITHOUT_FREE_SPINS,
  }),
  second('a second grant with the id', '409 DUPLICATE_EXTERNAL_ID', () =>
    actNow('freespins_create', { ...GRANT, external_id: 'twice' }),
  ),
  grant('a bet below the project’s', '400 PROJECT_BET_LIMIT', { bet: '0.20' }, { as: limited }),
  grant('a bet above the project’s', '400 PROJECT_BET_LIMIT', { bet: '2.00' }, { as: limited }),
  grant('the project’s largest bet', '200 ok', { bet: '1.00' }, { as: limited }),
  ...refused('grant', 'count', '400 INVALID_COUNT', [1.5, '10', undefined]),
  ...refused('grant', 'bet', '400 INVALID_FREE_SPIN_BET', ['0.21', 0.2, '00.20', '0.200', '+0.20']),
  grant('a bet with 14 digits', '400 INVALID_FREE_SPIN_BET', { bet: '10000000000000' }),
  grant('a time without a zone', '400 INVALID_EXPIRY', () => ({
    expires_at: iso(DAY).replace('Z', ''),
  })),
  grant('an invalid time', '400 INVALID_EXPIRY', { expires_at: 'tomorrow' }),
  grant('a time in seconds', '400 INVALID_EXPIRY', { expires_at: 1_800_000_000 }),
  act('a grant that does not exist', '404 GRANT_NOT_FOUND', 'freespins_get', {
    grant_id: randomUUID(),
  }),
  act('an unused external id', '404 GRANT_NOT_FOUND', 'freespins_cancel', {
    external_id: 'never',
  }),
  row('a grant of another project', '404 GRANT_NOT_FOUND', async () => {
    const { body } = await actNow('freespins_create', GRANT)
    const { grant_id } = body.grant as { grant_id: string }
    return actNow('freespins_cancel', { grant_id }, untouched)
  }),
  target('an outcome in an unpublished game', '404 GAME_NOT_FOUND', { symbol: 'none' }),
  target('a bonus in a game without one', '400 GAME_HAS_NO_BONUS', {
    symbol: WITHOUT_FEATURE,
    kind: 'bonus',
  }),
  target('an unknown kind', '400 INVALID_KIND', { kind: 'jackpot' }),
  target('no multiplier', '400 INVALID_MULTIPLIER', { multiplier: undefined }),
  target('a multiplier that is not a number', '400 INVALID_MULTIPLIER', { multiplier: 'ten' }),
  target('a spin number that is not an integer', '400 INVALID_SPIN_NUMBER', { spin_number: 1.5 }),
  target('an invalid expiry', '400 INVALID_EXPIRY', { expires_at: '2026-02-30T00:00:00Z' }),
  second('a second outcome with the id', '409 DUPLICATE_EXTERNAL_ID', () =>
    actNow('outcome_schedule', { ...OUTCOME, external_id: 'twice' }),
  ),
  act('an outcome that does not exist', '404 OUTCOME_NOT_FOUND', 'outcome_get', {
    outcome_id: randomUUID(),
  }),
  act('an external id without an outcome', '404 OUTCOME_NOT_FOUND', 'outcome_cancel', {
    external_id: 'never',
  }),
  act('a round that does not exist', '404 ROUND_NOT_FOUND', 'round_cancel', {
    round_id: randomUUID(),
  }),
  row('a round of another project', '404 ROUND_NOT_FOUND', async () => {
    const round_id = await settledRound('walled-off')
    return actNow('round_cancel', { round_id }, untouched)
  }),
  row('a finished round', '409 ROUND_NOT_CANCELLABLE', async () =>
    actNow('round_cancel', { round_id: await settledRound('finished') }),
  ),
  row('a round whose bet is under way', '409 ROUND_BUSY', async () => {
    const client = await openGame(plain, 'under-way')
    const gate = createGate()
    wallet.rule({ method: 'bet', playerId: 'under-way', before: gate.pass })
    const arrived = wallet.nextCall(call => call.method === 'bet' && call.playerId === 'under-way')
    const spin = client.spin(BET)
    const answer = await actNow('round_cancel', { round_id: (await arrived).roundId })
    gate.open()
    await spin
    return answer
  }),
]

const REPORTS: Row[] = [
  act('an end before its start', '400 INVALID_PERIOD', 'report_rounds', {
    from: '2026-02-01',
    to: '2026-01-01',
  }),
  act('a forged cursor', '400 INVALID_CURSOR', 'report_rounds', { cursor: 'AAAA' }),
  row('a cursor of other filters', '400 INVALID_CURSOR', async () => {
    for (let time = 0; time < 2; time++) await storePaid(plain, 'paged')
    const { body } = await actNow('report_rounds', { player_id: 'paged', limit: 1 })
    return actNow('report_rounds', { limit: 1, cursor: body.next_cursor })
  }),
  act('an unknown group key', '400 INVALID_GROUP_BY', 'report_ggr', { group_by: ['player'] }),
  act('keys that are not a list', '400 INVALID_GROUP_BY', 'report_ggr', { group_by: 'day' }),
  act('an invalid currency', '400 INVALID_CURRENCY', 'report_ggr', { currency: 'GBP' }),
  act('an unknown state', '400 INVALID_STATE', 'report_rounds', { state: 'in_progress' }),
  act('a start that is not a time', '400 INVALID_FROM', 'report_rounds', { from: '2026-13-01' }),
  act('an end that is not a time', '400 INVALID_TO', 'report_reconciliation', { to: 'now' }),
  act('a start that is a number', '400 INVALID_FROM', 'report_ggr', { from: 1_767_225_600 }),
  act('an impossible game id', '400 INVALID_SYMBOL', 'report_ggr', { symbol: 'No Game' }),
  act('an invalid round id', '400 INVALID_ROUND_ID', 'report_rounds', { round_id: '1' }),
  act('a page size that is not a number', '400 INVALID_LIMIT', 'report_rounds', { limit: '10' }),
  act('every state is a filter', '200 ok', 'report_rounds', { state: 'pending' }),
]

const PLAYER_RTP: Row[] = [
  ...refused('action', 'action', '400 INVALID_ACTION', ['reset', undefined]),
  ...refused('player RTP', 'player_id', '400 INVALID_PLAYER', [undefined, 7]),
  level('an unknown provider', '400 RTP_PROVIDER_UNSUPPORTED', 'get', { provider: 'own' }),
  level('no level', '400 RTP_LEVEL_INVALID', 'set', { rtp: undefined }),
  level('a level that is not a number', '400 RTP_LEVEL_INVALID', 'set', { rtp: 'high' }),
  level('a project without a provider RTP', '400 RTP_POLICY_REQUIRED', 'set', { rtp: 95 }),
  level('auto, too', '400 RTP_POLICY_REQUIRED', 'auto'),
  ...refused('level', 'reason', '400 INVALID_REASON', [7]),
  betLimit('an invalid currency', '400 INVALID_CURRENCY', { currency: 'eur' }),
  betLimit('a limit that is a number', '400 INVALID_BET_LIMIT', { min_minor: 1 }),
  betLimit('one limit null alone', '400 INVALID_BET_LIMIT', { min_minor: null }),
  betLimit('both null remove the limit', '200 ok', { min_minor: null, max_minor: null }),
]

async function storePaid({ projectId }: Project, playerId: string): Promise<string> {
  const round = makeRound({ projectId, playerId, fate: 'lost' })
  if (!(await storeRound(pool, round))) throw new Error('the round was not stored')
  return round.roundId
}

const NUMBERS = Array.from({ length: 200 }, (_, number) => number + 1)

/** Copies a row `copies` times, `i` counting from 1; `changed` are the columns that differ. */
async function copyRow(table: string, where: string, changed: string, copies: number) {
  await pool.query(
    `INSERT INTO ${table}
     SELECT (jsonb_populate_record(original, to_jsonb(change))).*
     FROM ${table} original, generate_series(1, ${copies}) i,
       LATERAL (SELECT ${changed}) change WHERE original.${where}`,
  )
}

/** Stores so many players of the project, each with a round. */
async function fill(as: Project, players: number): Promise<void> {
  const { projectId } = as
  const roundId = await storePaid(as, 'player-0')
  await pool.query(
    `INSERT INTO player (project_id, player_id)
     SELECT $1, 'player-' || i FROM generate_series(1, $2::int) i`,
    [projectId, players - 1],
  )
  const another = `gen_random_uuid() AS round_id, sequence + i AS sequence,
    (SELECT p.player_key FROM player p
     WHERE p.project_id = '${projectId}' AND p.player_id = 'player-' || i) AS player_key`
  await copyRow('round', `round_id = '${roundId}'`, another, players - 1)
}

/** Values below, at and above the bounds of a length. */
const lengths = (call: string, field: string, longest: number, code: string, shortest = 1) => [
  ...refused(call, field, code, [...(shortest === 0 ? [] : ['']), chars(longest + 1)]),
  ...taken(call, field, [chars(shortest), chars(longest)]),
]
/** Values below, at and above the bounds of a number. */
const numbers = (call: string, field: string, largest: number, code: string) => [
  ...refused(call, field, code, [0, largest + 1]),
  ...taken(call, field, [1, largest]),
]

/** A `meta` of so many bytes as JSON in UTF-8: {"m":"…"}, with one two-byte character in it. */
const metaOf = (bytes: number) => ({ m: `é${chars(bytes - 10)}` })

/**
 * The node reads its clock after this file does: exactly at a bound the answer would depend on how
 * fast the call is. operator/expiry.test has the bounds themselves.
 */
function expiries(call: 'grant' | 'outcome', days: number, ask: () => Promise<Answer>): Row[] {
  const make = CALLS[call]!
  const inTime = (ms: number) => () => ({ expires_at: iso(ms) })
  return [
    make('less than an hour', '400 INVALID_EXPIRY', inTime(HOUR - MINUTE)),
    make('an hour and a minute', '200 ok', inTime(HOUR + MINUTE)),
    make(`${days} days`, '200 ok', inTime(days * DAY)),
    make(`past ${days} days`, '400 INVALID_EXPIRY', inTime(days * DAY + MINUTE)),
    row('7 days when it is not sent', '200 ok', ask, ({ body }, t) => {
      const record = body[call] as { created_at: string; expires_at: string }
      t.equal(Date.parse(record.expires_at) - Date.parse(record.created_at), 7 * DAY)
    }),
  ]
}

/** One record made by `ask` and 200 older copies, each with another `number`. */
const listed = (record: 'grant' | 'outcome', ask: () => Promise<Answer>, copy: ListedCopy) =>
  row(`at most 200 ${record}s, newest first`, '200 ok', async t => {
    const { [copy.id]: id } = (await ask()).body[record] as Record<string, string>
    const older = `gen_random_uuid() AS ${copy.id}, i AS ${copy.number}, ${copy.fields},
      created_at - i * interval '1 s' AS created_at`
    await copyRow(copy.table, `${copy.id} = '${id}'`, older, 200)
    const answer = await actNow(copy.method, { player_id: 'listed' })
    const records = answer.body[`${record}s`] as Record<string, number>[]
    t.strictSame(pluck(records, copy.number), [1, ...NUMBERS.slice(0, 199)])
    return answer
  })
type ListedCopy = Record<'table' | 'method' | 'id' | 'number' | 'fields', string>

/** A page of a report without a limit. */
const page = (size: number, method: string, rows: 'rounds' | 'players') =>
  row(`${size} when it is not sent`, '200 ok', async t => {
    const answer = await actNow(method, {}, crowded)
    t.equal((answer.body[rows] as object[]).length, size)
    t.type(answer.body.next_cursor, 'string')
    return answer
  })

const periodOf = (ms: number) => ({
  from: '2026-01-01T00:00:00Z',
  to: new Date(Date.parse('2026-01-01T00:00:00Z') + ms).toISOString(),
})

const BOUNDS: Record<string, Row[]> = {
  player_id: [
    ...lengths('launch', 'player_id', 128, '400 INVALID_REQUEST'),
    ...lengths('grant', 'player_id', 128, '400 INVALID_REQUEST'),
    grant('a space in it', '400 INVALID_REQUEST', { player_id: 'a b' }),
    ...lengths('outcome', 'player_id', 128, '400 INVALID_REQUEST'),
    target('of an outcome: a space is printable', '200 ok', { player_id: 'a b' }),
    target('of an outcome: a line break is not', '400 INVALID_REQUEST', { player_id: 'a\nb' }),
    ...lengths('player RTP', 'player_id', 128, '400 INVALID_PLAYER'),
    ...lengths('report_rounds', 'player_id', 128, '400 INVALID_PLAYER_ID'),
  ],
  'free-spin count': numbers('grant', 'count', 1_000, '400 INVALID_COUNT'),
  'free-spin expires_at': expiries('grant', 30, () => actNow('freespins_create', GRANT)),
  'grant meta': [
    ...taken('grant', 'meta', [4_095, 4_096].map(metaOf)),
    ...refused('grant', 'meta', '400 INVALID_REQUEST', [metaOf(4_097), [], null]),
  ],
  external_id: [
    ...taken('grant', 'external_id', ['é', chars(128)]),
    ...refused('grant', 'external_id', '400 INVALID_REQUEST', ['', 'a b', chars(129)]),
    ...taken('outcome', 'external_id', [chars(128)]),
    ...refused('outcome', 'external_id', '400 INVALID_REQUEST', [chars(129)]),
  ],
  'outcome spin_number': [
    ...numbers('outcome', 'spin_number', 100_000, '400 INVALID_SPIN_NUMBER'),
    target(
      '1 when it is not sent',
      '200 ok',
      {},
      {
        look: ({ body }, t) =>
          t.match(body, { outcome: { spin_number: 1, kind: 'spin', multiplier: '2' } }),
      },
    ),
  ],
  'outcome multiplier': [
    ...refused('outcome', 'multiplier', '400 INVALID_MULTIPLIER', ['0', 0, -1, '2.001', 2.001]),
    ...refused('outcome', 'multiplier', '400 INVALID_MULTIPLIER', ['10000000']),
    ...refused('outcome', 'multiplier', '400 MULTIPLIER_ABOVE_MAX_WIN', ['500.01', 9_999_999.99]),
    ...taken('outcome', 'multiplier', ['2.25', 2.25, '500']),
  ],
  'outcome expires_at': expiries('outcome', 90, () => actNow('outcome_schedule', OUTCOME)),
  'outcome comment': lengths('outcome', 'comment', 500, '400 INVALID_REQUEST', 0),
  'list methods': [
    listed('grant', () => actNow('freespins_create', { ...GRANT, player_id: 'listed', count: 1 }), {
      table: 'free_spin_grant',
      method: 'freespins_list',
      id: 'grant_id',
      number: 'total',
      fields: 'i AS remaining',
    }),
    listed('outcome', () => actNow('outcome_schedule', { ...OUTCOME, player_id: 'listed' }), {
      table: 'target_outcome',
      method: 'outcome_list',
      id: 'outcome_id',
      number: 'spin_number',
      fields: `'unreachable' AS status`,
    }),
  ],
  'report_rounds limit': [
    ...numbers('report_rounds', 'limit', 500, '400 INVALID_LIMIT'),
    row('a project with 201 players', '200 ok', async () => {
      await fill(crowded, 201)
      return actNow('report_rounds', {}, crowded)
    }),
    page(100, 'report_rounds', 'rounds'),
  ],
  'report_reconciliation limit': [
    ...numbers('report_reconciliation', 'limit', 1_000, '400 INVALID_LIMIT'),
    page(200, 'report_reconciliation', 'players'),
  ],
  'report_ggr period': [
    act('nothing', '400 INVALID_PERIOD', 'report_ggr', periodOf(0)),
    act('a millisecond', '200 ok', 'report_ggr', periodOf(1)),
    act('366 days', '200 ok', 'report_ggr', periodOf(366 * DAY)),
    act('366 days and a millisecond', '400 INVALID_PERIOD', 'report_ggr', periodOf(366 * DAY + 1)),
    act(
      'the last 31 days when it is not sent',
      '200 ok',
      'report_ggr',
      {},
      {
        look: ({ body }, t) => {
          const { from, to } = body.period as { from: string; to: string }
          t.equal(Date.parse(to) - Date.parse(from), 31 * DAY)
          t.strictSame(body.group_by, ['day', 'symbol', 'currency'])
        },
      },
    ),
  ],
  'RTP reason': lengths('level', 'reason', 200, '400 INVALID_REASON', 0),
  'RTP level': [
    ...taken('level', 'rtp', [60, '94.55', 100]),
    ...refused('level', 'rtp', '400 RTP_LEVEL_OUT_OF_RANGE', [59.99, '100.01', -95]),
    ...refused('level', 'rtp', '400 RTP_LEVEL_INVALID', ['94.555', 94.555]),
  ],
  'bet limit': (
    [
      ['0', '1', '400 INVALID_BET_LIMIT'],
      ['1', '1', '200 ok'],
      ['2', '1', '400 INVALID_BET_LIMIT'],
      ['1', '999999999999999', '200 ok'],
      ['1', '1000000000000000', '400 INVALID_BET_LIMIT'],
      ['01', '2', '400 INVALID_BET_LIMIT'],
    ] as const
  ).map(([min_minor, max_minor, want]) =>
    betLimit(`${min_minor} to ${max_minor}`, want, { min_minor, max_minor }),
  ),
  'session lifetime': [
    row('2 hours from its creation', '200 ok', async t => {
      const answer = await launchNow()
      const { session_id } = answer.body.meta as { session_id: string }
      const { rows } = await pool.query(
        `SELECT extract(epoch FROM expires_at - created_at)::int AS s FROM session
         WHERE session_id = $1`,
        [session_id],
      )
      t.equal(rows[0].s, 2 * 60 * 60)
      return answer
    }),
  ],
  'wallet answer time': [
    row('a wallet that never answers', '400 BALANCE_UNAVAILABLE', () => {
      wallet.rule({ method: 'session_info', playerId: 'silent', act: 'hang-after-apply' })
      return launchNow({ player_id: 'silent' })
    }),
  ],
  'Idempotency-Key': [
    ...(
      [
        ['', '400 INVALID_IDEMPOTENCY_KEY'],
        ['!', '200 ok'],
        [chars(128), '200 ok'],
        [chars(129), '400 INVALID_IDEMPOTENCY_KEY'],
        ['a b', '400 INVALID_IDEMPOTENCY_KEY'],
        ['é', '400 INVALID_IDEMPOTENCY_KEY'],
        [['a', 'a'], '400 INVALID_IDEMPOTENCY_KEY'],
      ] as const
    ).map(([key, want]) => {
      const headers = { 'idempotency-key': key as string | string[] }
      return act(`key ${printed(key)}`, want, 'freespins_list', {}, { headers })
    }),
    row('of a launch', '400 INVALID_IDEMPOTENCY_KEY', () =>
      launchNow({}, plain, { 'idempotency-key': chars(129) }),
    ),
  ],
  quotas: [
    launch('launches', '200 ok', {}, { as: untouched, look: quotaIs('1200/min') }),
    act('actions', '200 ok', 'freespins_list', {}, { as: untouched, look: quotaIs('600/min') }),
    act('reports', '200 ok', 'report_ggr', {}, { as: untouched, look: quotaIs('120/min') }),
    level('player RTP', '200 ok', 'get', {}, { as: untouched, look: quotaIs('600/min') }),
  ],
}

function quotaIs(quota: string): Row['look'] {
  return ({ headers }, t) => t.equal(headers?.['x-ratelimit-limit'], quota)
}

const ROWS: Record<string, Row[]> = {
  'API-wide': API_WIDE,
  launch: LAUNCH,
  'game actions': GAME_ACTIONS,
  reports: REPORTS,
  'player RTP': PLAYER_RTP,
  ...BOUNDS,
}

for (const [name, rows] of Object.entries(ROWS)) {
  t.test(`${name}: every row gets its expected answer`, async t => {
    for (const { rule, want, ask, look } of rows) {
      const answer = await ask(t)
      const { status, body } = answer
      t.equal(`${status} ${body.message ?? body.status}`, want, rule)
      const { status: _, message, field, ...named } = body
      const { cause: __, ...others } = named
      // Of a body that is wrong as a whole.
      const isWhole = message === 'INVALID_REQUEST' && field === undefined
      const more = isWhole ? others : named
      const added = ADDED[String(message)]
      if (status !== 200) t.strictSame(Object.keys(more), added === undefined ? [] : [added], rule)
      if (field !== undefined) t.equal(message, 'INVALID_REQUEST', rule)
      if (`${status}` === want.slice(0, 3)) look?.(answer, t)
    }
  })
}

/** What an answer says besides the code; a `field` or `cause` with INVALID_REQUEST. */
const ADDED: Readonly<Record<string, string>> = {
  IP_NOT_ALLOWED: 'address',
  BALANCE_UNAVAILABLE: 'cause',
}

const wantedOf = (rows: readonly Row[]) => rows.map(({ want }) => want)
const ALL = Object.values(ROWS).flat()

t.test('every public code has a row, with its status', async t => {
  const wanted = new Set(wantedOf(ALL))
  for (const [code, { status }] of Object.entries(OPERATOR_ERRORS)) {
    t.ok(wanted.has(`${status} ${code}`) || code in ELSEWHERE, `${status} ${code}`)
  }
})

t.test('the codes are those of the specification, and two of ours', async t => {
  const statuses = Object.entries(OPERATOR_ERRORS).map(([code, { status }]) => [code, status])
  t.strictSame(Object.fromEntries(statuses), { ...SPECIFIED, ...OURS })
})

t.test('codes that a game client gets', async t => {
  const answers: Record<string, () => Promise<ServerMessage>> = {
    GAME_MODE_DISABLED: async () => {
      const client = await openGame(reduced, 'buyer', { symbol: WITH_BUY })
      return client.send({ type: 'spin', bet: cheapestBet(WITH_BUY), mode: 'buy' })
    },
    PROJECT_GAME_DISABLED: async () => {
      const client = await openGame(reduced, 'shut-out', { symbol: WITHOUT_FEATURE })
      return client.spin(cheapestBet(WITHOUT_FEATURE))
    },
    FREE_SPINS_ACTIVE: async () => {
      await actNow('freespins_create', { ...GRANT, player_id: 'gifted' })
      return (await openGame(plain, 'gifted')).spin(BET)
    },
    PROJECT_BET_LIMIT: async () => (await openGame(limited, 'small')).spin(BET),
    INSUFFICIENT_FUNDS: async () => {
      wallet.rule({ method: 'bet', playerId: 'poor', act: 'insufficient-funds' })
      return (await openGame(plain, 'poor')).spin(BET)
    },
  }
  for (const [code, ask] of Object.entries(answers)) t.equal(codeOf(await ask()), code)
  // A session always has a currency: without one the launch is refused.
  t.equal((await launchNow({ currency: '' })).status, 400)
  t.ok(PLAY_ERROR_CODES.includes('CURRENCY_REQUIRED'))
})

/** Facts that no operator call can produce, with the text by which their test is found. */
const ELSEWHERE: Record<string, [file: string, text: string]> = {
  TRANSACTION_CANCELLED: ['support/wallet-books.ts', 'TRANSACTION_CANCELLED'],
  'CALLBACK_HTTP_ERROR (of a log that is not kept yet)': [
    'wallet/client.test.ts',
    'a misbehaving wallet is unknown, whatever it does',
  ],
  'INVALID_CALLBACK_RESPONSE (likewise)': [
    'wallet/answer.test.ts',
    'what is not an answer is unknown, never a guess',
  ],
  // Every game has them.
  FORCED_OUTCOMES_UNSUPPORTED: [
    'operator/schedule-fields.test.ts',
    'a game without target outcomes or free spins is refused',
  ],
  'callback URL of 512 characters': ['core/project.test.ts', '512'],
  'freespins_finished retry': [
    'core/grant.test.ts',
    'retried after 10 s, doubled, at most an hour',
  ],
}

t.test('facts tested elsewhere have their test there', async t => {
  for (const [what, [file, text]] of Object.entries(ELSEWHERE)) {
    const source = readFileSync(path.join(PROJECT_ROOT, 'test', file), 'utf8')
    t.ok(source.includes(text), `${what}: test/${file}`)
  }
})
