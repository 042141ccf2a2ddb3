// Rounds in the admin API: found, shown, replayed, pushed, put back, cancelled and exported by the
// roles that may; a refused request changes nothing.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { ADMIN_QUESTIONS_PER_MINUTE } from '../../src/admin/sign-in/limits.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { readAudit, verifyAudit } from '../../src/ledger/audit/audit-reader.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { PAGES_DIR } from '../../src/server/build.ts'
import { confirming, isRefusedTo, makeAccount, signIn, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { cheapestBet, createOperator } from '../support/operator-calls.ts'
import { BET, GAME, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, roundOf } from '../support/play-client.ts'
import { pluck } from '../support/results.ts'
import { oweWin, spinToDecision } from '../support/round-points.ts'
import type { Rule } from '../support/scripted-wallet.ts'
import { until, untilFound } from '../support/until.ts'

const setup = await openSetup(t)
const { wallet, pool, stores } = setup
const redis = await connectRedis(stores.redisUrl, stores.redisPrefix)
/** The recovery job must not do what the owner is about to do. */
await redis.set('lease:recovery', 'test')
t.teardown(() => redis.disconnect())
const node = await setup.startNode()
const operator = createOperator(setup, node)
const { owner: signedIn, viewer, signedOut } = await signInBoth(pool, node.internalUrl)
const owner = confirming(signedIn)
const detailOf = async (roundId: string) => (await viewer.call('GET', `/rounds/${roundId}`)).body
const replay = (roundId: string) => viewer.call('GET', `/rounds/${roundId}/replay`)
const actOn = (roundId: string, action: string, body: object = {}) =>
  owner.call('POST', `/rounds/${roundId}/${action}`, body)
const packOf = (roundId: string, body: object = {}) =>
  viewer.call('POST', `/rounds/${roundId}/dispute-pack`, body)
const kindsOf = (timeline: { kind: string }[]) => pluck(timeline, 'kind')

const NO_ROUND = '0190a8e2-7f3a-7b1c-8d5e-000000000000'

/** Everything of a round that an action could change. */
async function traceOf(roundId: string): Promise<object[]> {
  const row = 'SELECT row_to_json(r) AS r FROM round r WHERE round_id = $1'
  const { rows } = await pool.query(row, [roundId])
  const { rows: audit } = await pool.query(
    `SELECT count(*)::int AS n FROM audit WHERE action LIKE 'round.%'`,
  )
  return [...rows, ...audit]
}

async function settledRound(playerId: string): Promise<string> {
  const { client } = await setup.openGame(node, playerId)
  const round = await playOut(client, roundOf(await client.spin(BET)))
  client.close()
  return round.roundId
}

async function playOut(client: PlayClient, opened: ReturnType<typeof roundOf>) {
  let round = opened
  while (round.status === 'awaiting') round = roundOf(await client.collect(round.roundId))
  return round
}

/** A round whose bet the wallet has never confirmed. */
async function oweBet(playerId: string): Promise<string> {
  const { client } = await setup.openGame(node, playerId)
  wallet.rule({ method: 'bet', playerId, act: 'http-500-before-apply', times: 10_000 })
  void client.spin(BET).catch(() => {})
  const asked = `SELECT round_id FROM unfinished r JOIN player USING (player_key)
    WHERE player_id = $1 AND bet_status = 'unknown'`
  return untilFound('a bet without an answer', async () => {
    const { rows } = await pool.query<{ round_id: string }>(asked, [playerId])
    return rows[0]?.round_id ?? null
  })
}

t.test('rounds are found by id, transaction, player, project, state and time', async t => {
  const ids = [await settledRound('found'), await settledRound('found')].reverse()
  const list = async (query: string) => {
    const { status, body } = await viewer.call('GET', `/rounds?${query}`)
    t.equal(status, 200, query)
    return pluck(body.rows as { roundId: string }[], 'roundId')
  }
  t.strictSame(await list('projectId=casino&playerId=found'), ids)
  t.strictSame(await list(`roundId=${ids[0]}`), [ids[0]])
  t.strictSame(await list(`roundId=%20BET-${ids[1]}`), [ids[1]])
  t.strictSame(await list('roundId=nonsense'), [])
  t.strictSame((await list('state=settled')).slice(0, 2), ids)
  t.strictSame(await list('state=rejected'), [])
  t.strictSame((await list('projectId=casino')).slice(0, 2), ids)
  t.strictSame(await list('to=2026-01-01'), [])
  const first = await viewer.call('GET', '/rounds?projectId=casino&playerId=found&limit=1')
  const { nextCursor } = first.body
  t.strictSame(await list(`projectId=casino&playerId=found&limit=1&cursor=${nextCursor}`), [ids[1]])
  const found = { projectId: 'casino', playerId: 'found', state: 'settled', currency: 'EUR' }
  t.match(first.body.rows[0], found)
})

t.test('an invalid search is refused with the name of its field', async t => {
  const wrong: [query: string, field: string, code?: string][] = [
    ['playerId=x', 'projectId'],
    ['from=yesterday', 'from'],
    ['to=never', 'to'],
    ['state=lost', 'state'],
    ['limit=201', 'limit'],
    ['colour=red', 'colour'],
    ['cursor=AAAA', 'cursor', 'INVALID_CURSOR'],
  ]
  for (const [query, field, code = 'INVALID_REQUEST'] of wrong) {
    const { status, body } = await viewer.call('GET', `/rounds?${query}`)
    t.strictSame([status, body.message, body.field], [400, code, field], query)
  }
})

t.test('a settled round is shown with its wallet calls, in order', async t => {
  const roundId = await settledRound('shown')
  const body = await detailOf(roundId)
  t.match(body, {
    roundId,
    projectId: 'casino',
    playerId: 'shown',
    state: 'settled',
    shown: 'yes',
    owes: [],
    next: { driver: null, at: null },
    replay: { isPossible: true },
    actions: {
      push: { isAllowed: false, code: 'ROUND_NOT_PUSHABLE' },
      putBack: { isAllowed: false, code: 'ROUND_NOT_SET_ASIDE' },
      cancel: { isAllowed: false, code: 'ROUND_NOT_CANCELLABLE' },
    },
  })
  t.match(body.operations[0], { kind: 'bet', transaction: `bet-${roundId}`, status: 'confirmed' })
  const kinds = kindsOf(body.timeline)
  t.equal(kinds[0], 'opened')
  t.equal(kinds.at(-1), 'settled')
  t.ok(kinds.indexOf('confirmed') > kinds.indexOf('planned'))
  const times = body.timeline.flatMap((entry: { at: string | null }) => entry.at ?? [])
  t.strictSame(times, [...times].sort())
  const debited = BigInt(body.balanceBeforeMinor) - BigInt(body.betMinor)
  t.equal(debited, BigInt(body.balanceAfterBetMinor))
})

t.test('each game’s rounds are replayed with the messages that the player got', async t => {
  for (const game of GAMES) {
    const { client } = await setup.openGame(node, `replay-${game.id}`, { symbol: game.id })
    const seen: object[] = []
    const bet = cheapestBet(game.id)
    const mode = game.modes.at(-1)!.id
    let round = roundOf(await client.send({ type: 'spin', bet, mode }))
    seen.push(round)
    while (round.status === 'awaiting') {
      const { roundId, awaiting } = round
      const option = awaiting!.options[0]!
      const isChoice = awaiting!.kind === 'choice'
      const chosen = { type: 'choose', roundId, option } as const
      round = roundOf(await (isChoice ? client.send(chosen) : client.collect(roundId)))
      seen.push(round)
    }
    const { status, body } = await replay(round.roundId)
    t.equal(status, 200, game.id)
    t.match(body, { shown: 'yes', matches: true, gameId: game.id, gameMode: mode })
    t.equal(body.welcome.game.version, game.version)
    t.strictSame(body.steps.map(replayedRound), seen, game.id)
    client.close()
  }
})

/** The fields of the round in all answers of a step. */
interface Step {
  answers: { type: string; round?: object; freeSpin?: object }[]
}
function replayedRound({ answers }: Step) {
  const [first, settled] = answers
  return settled === undefined
    ? first!.round
    : { ...first!.round, status: 'settled', freeSpin: settled.freeSpin }
}

t.test('a free spin is replayed as a free spin, with nothing debited', async t => {
  const { client } = await setup.openGame(node, 'granted')
  const paid = await playOut(client, roundOf(await client.spin(BET)))
  const grant = { player_id: 'granted', currency: 'EUR', symbol: GAME, count: 2, bet: paid.stake }
  const { grant_id } = (await operator.act('freespins_create', grant)).grant as { grant_id: string }
  const free = await playOut(client, roundOf(await client.freeSpin(grant_id)))
  const { body } = await replay(free.roundId)
  t.match(body.steps[0].command, { type: 'free-spin', grantId: grant_id })
  t.match(body.steps[0].answers[0].round.freeSpin, { grantId: grant_id, total: 2 })
  const detail = await detailOf(free.roundId)
  t.match(detail, { betMinor: '0', grantId: grant_id })
  t.equal(detail.balanceBeforeMinor, detail.balanceAfterBetMinor)
  client.close()
})

t.test('a win that is collected because no gamble is offered is shown as one step', async t => {
  await operator.setProject({ playProfile: { gamble: false } })
  const { client } = await setup.openGame(node, 'collected', { symbol: 'cherry-classic' })
  const bet = cheapestBet('cherry-classic')
  let round = roundOf(await client.spin(bet))
  while (round.winUnits === 0) round = roundOf(await client.spin(bet))
  const { body } = await replay(round.roundId)
  t.match(body.steps, [{ command: { type: 'spin' } }])
  t.strictSame(body.steps.map(replayedRound), [round])
  const detail = await detailOf(round.roundId)
  t.strictSame(detail.choices, ['collect'])
  const kinds = kindsOf(detail.timeline)
  t.ok(kinds.includes('collected'))
  t.notOk(kinds.includes('chosen'))
  await operator.setProject({})
  client.close()
})

t.test('no one sees the outcome of a round before its bet is decided', async t => {
  const roundId = await oweBet('unseen')
  const detail = await detailOf(roundId)
  t.match(detail, { state: 'debit_pending', shown: 'unknown', owes: ['bet'] })
  t.match(detail, { winMinor: null, replay: { isPossible: false } })
  const { rows } = (await owner.call('GET', `/rounds?roundId=${roundId}`)).body
  t.match(rows, [{ roundId, winMinor: null }])
  for (const caller of [viewer, owner]) {
    for (const [method, what] of [
      ['GET', 'replay'],
      ['POST', 'dispute-pack'],
    ] as const) {
      const answer = await caller.call(method, `/rounds/${roundId}/${what}`, {})
      t.equal(codeOf(answer), '409 RESULT_NOT_REVEALED')
    }
  }
  for (const path of ['/admin/', `/admin/api/rounds/${roundId}/replay`, '/admin/replay/x/']) {
    const answer = await fetch(`${node.baseUrl}${path}`)
    t.equal(answer.status, 404, `${path} of the public listener`)
  }
  await operator.act('round_cancel', { round_id: roundId })
  t.match((await replay(roundId)).body, { shown: 'no' })
})

t.test('a round drawn by another version of the game is not replayed', async t => {
  const roundId = await settledRound('older')
  await pool.query(`UPDATE finished_round SET game_version = '0.9' WHERE round_id = $1`, [roundId])
  const refused = await replay(roundId)
  t.equal(codeOf(refused), '409 GAME_VERSION_GONE')
  t.match(refused.body.reason, /drawn by lucky-lanterns 0\.9; here is/)
  t.match(await detailOf(roundId), { replay: { isPossible: false } })
})

t.test('a push makes the next attempt at once and shows the wallet’s answer', async t => {
  const roundId = await oweWin(setup, node, 'pushed')
  // The platform's own tries fail meanwhile, too.
  const fault: Rule = {
    method: 'win',
    playerId: 'pushed',
    act: 'http-500-before-apply',
    times: 1_000,
  }
  wallet.rule(fault)
  const driven = await viewer.call('POST', `/rounds/${roundId}/driver`, {})
  t.match(driven.body, { driver: { node: node.config.nodeName, work: 'waiting' } })
  const down = await actOn(roundId, 'push')
  t.match(down.body, {
    answer: 'tried',
    isMade: true,
    node: node.config.nodeName,
    state: 'credit_pending',
    owes: ['win'],
    failure: { operation: 'win', cause: 'http-status' },
  })
  delete fault.act
  const up = await actOn(roundId, 'push')
  t.match(up.body, { answer: 'tried', state: 'settled', owes: [] })
  t.equal(codeOf(await actOn(roundId, 'push')), '409 ROUND_NOT_PUSHABLE')
  const { timeline } = await detailOf(roundId)
  const pushes = timeline.filter((entry: { code: string }) => entry.code === 'round.pushed')
  t.equal(pushes.length, 2)
  t.match(pushes[0], { kind: 'owner', by: 'owner:olga', text: `tried, ${node.config.nodeName}` })
})

t.test('a round set aside is put back once', async t => {
  const { client } = await setup.openGame(node, 'aside')
  const { roundId } = await spinToDecision(client)
  client.close()
  await pool.query(
    `UPDATE unfinished_round SET state = 'reconciliation_required', failure = 'broken'
      WHERE round_id = $1`,
    [roundId],
  )
  t.match(await detailOf(roundId), {
    failure: 'broken',
    shown: 'unknown',
    actions: { putBack: { isAllowed: true }, push: { isAllowed: false } },
  })
  const back = await actOn(roundId, 'put-back')
  t.strictSame([back.status, back.body], [200, { state: 'in_progress' }])
  t.equal(codeOf(await actOn(roundId, 'put-back')), '409 ROUND_NOT_SET_ASIDE')
})

t.test('a cancel follows the operator’s rule, and the reason is audited', async t => {
  const roundId = await oweBet('cancelled')
  const reason = 'the operator asked by mail'
  const cancel = () => actOn(roundId, 'cancel', { reason })
  let cancelled = await cancel()
  await until('not busy', async () => {
    if (cancelled.body.message === 'ROUND_BUSY') cancelled = await cancel()
    return cancelled.body.message !== 'ROUND_BUSY'
  })
  t.match(cancelled.body, { result: 'cancelled', refundStatus: 'pending' })
  const again = await cancel()
  t.match(again.body, { result: 'already_cancelled' })
  const [audited] = await readAudit(pool, { limit: 1, action: 'round.cancel-asked' })
  t.match(audited, { actor: 'owner:olga', subject: 'casino', after: { roundId, reason } })
})

t.test('what the machine does not allow is refused with its code, and nothing changes', async t => {
  const settled = await settledRound('over')
  const { client } = await setup.openGame(node, 'decides')
  const { roundId: awaiting } = await spinToDecision(client)
  const reason = 'try'
  const NOT_ALLOWED = {
    push: 'ROUND_NOT_PUSHABLE',
    'put-back': 'ROUND_NOT_SET_ASIDE',
    cancel: 'ROUND_NOT_CANCELLABLE',
  }
  const refused: [roundId: string, action: string, code: string][] = [
    ...[settled, awaiting].flatMap(roundId =>
      Object.entries(NOT_ALLOWED).map(([action, code]): [string, string, string] => [
        ...([roundId, action, code] as const),
      ]),
    ),
    [NO_ROUND, 'push', 'ROUND_NOT_FOUND'],
    [NO_ROUND, 'put-back', 'ROUND_NOT_FOUND'],
    [NO_ROUND, 'cancel', 'ROUND_NOT_FOUND'],
    ['nonsense', 'cancel', 'ROUND_NOT_FOUND'],
  ]
  for (const [roundId, action, code] of refused) {
    const before = roundId === 'nonsense' ? [] : await traceOf(roundId)
    const body = action === 'cancel' ? { reason } : {}
    const answer = await actOn(roundId, action, body)
    t.equal(answer.body.message, code, `${action} ${roundId}`)
    t.equal(answer.status, code === 'ROUND_NOT_FOUND' ? 404 : 409)
    if (roundId !== 'nonsense') t.strictSame(await traceOf(roundId), before)
  }
})

t.test('roles and routes: each role is checked, and a refusal changes nothing', async t => {
  const roundId = await oweWin(setup, node, 'roles')
  const routes = ADMIN_ROUTES.filter(({ path }) => path.startsWith('/rounds'))
  t.equal(routes.length, 8)
  for (const route of routes) {
    const { method, path } = route
    const at = path.replace(':roundId', roundId)
    const body = method === 'GET' ? undefined : path.endsWith('/cancel') ? { reason: 'x' } : {}
    const before = await traceOf(roundId)
    t.equal((await signedOut.call(method, at, body)).body.message, 'UNAUTHENTICATED', path)
    t.strictSame(await traceOf(roundId), before)
    if (!isRefusedTo('viewer', route)) continue
    const refused = await viewer.call(method, at, body)
    t.equal(codeOf(refused), '403 FORBIDDEN', path)
    t.strictSame(await traceOf(roundId), before, `${path} changed nothing`)
  }
})

t.test('the dispute pack is complete, needs no outside files, and holds no key', async t => {
  const roundId = await oweWin(setup, node, 'pack')
  await actOn(roundId, 'push')
  const { status, headers, text } = await packOf(roundId)
  t.equal(status, 200)
  t.equal(headers['content-disposition'], `attachment; filename="round-${roundId}.html"`)
  await checkPack(t, roundId, text)
  const other = await packOf(roundId, { language: 'uk' })
  t.match(other.text, /<html lang="uk">.*<h2>Гроші<\/h2>.*Барабани зупинилися/s)
  for (const english of ['<h2>Money', 'The reels land', 'Wallet operations', 'Theoretical']) {
    t.notOk(other.text.includes(english), english)
  }
  const [audited] = await readAudit(pool, { limit: 1, action: 'round.exported' })
  t.match(audited, { actor: 'viewer:viktor', subject: 'casino', after: { roundId } })
  t.equal((await verifyAudit(pool, null)).kind, 'whole')
})

t.test('the dispute pack holds no seed while the player has a choice', async t => {
  const { client } = await setup.openGame(node, 'undecided')
  const { roundId } = await spinToDecision(client)
  const seed = await seedOf(roundId)
  t.notOk((await packOf(roundId)).text.includes(seed))
  await client.collect(roundId)
  t.ok((await packOf(roundId)).text.includes(seed), 'it is shown once nothing is left to decide')
  client.close()
})

async function seedOf(roundId: string): Promise<string> {
  const asked = 'SELECT seed FROM round WHERE round_id = $1'
  return (await pool.query<{ seed: Buffer }>(asked, [roundId])).rows[0]!.seed.toString('hex')
}

async function checkPack(t: Test, roundId: string, page: string): Promise<void> {
  t.ok(page.includes(await seedOf(roundId)), 'the seed')
  t.ok(page.includes(`reelhouse replay ${roundId}`), 'the command that draws it again')
  t.ok(page.includes(`bet-${roundId}`) && page.includes(`win-${roundId}`), 'its transactions')
  t.match(page, /SHA-256 of the PAR sheet<\/th><td><code>[0-9a-f]{64}/)
  t.match(page, /<table class="board">/)
  t.match(page, /round\.pushed/)
  const record = textOf(/<pre>(.*)<\/pre>/.exec(page)![1]!)
  const printed = /line end: <code>([0-9a-f]{64})/.exec(page)![1]
  t.equal(createHash('sha256').update(record).digest('hex'), printed, 'its hash is of its text')
  t.equal(JSON.parse(record).intent.roundId, roundId)
  t.notMatch(page, /(src|href)=|url\(|@import/, 'no outside files')
  t.match(textOf(page), /default-src 'none'; style-src 'sha256-/)
  t.notOk(page.includes(setup.project.apiKey), 'no key')
  t.notMatch(textOf(page), /"api_key":"(?!\*\*\*")|token/i)
}

function textOf(html: string): string {
  const texts = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }
  return html.replace(/&(quot|#39|lt|gt|amp);/g, name => texts[name as keyof typeof texts])
}

t.test('the replay’s page is the game’s page, framed by the panel only', async t => {
  const get = (path: string) => fetch(`${node.internalUrl}${path}`)
  const page = await get('/admin/replay/lucky-lanterns/')
  t.equal(page.status, 200)
  t.match(page.headers.get('content-security-policy'), /frame-ancestors 'self'/)
  t.match(page.headers.get('content-security-policy'), /connect-src 'self'/)
  t.equal(page.headers.get('x-frame-options'), 'SAMEORIGIN')
  const html = await page.text()
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!)
  t.ok(files.length > 3)
  for (const file of files) {
    t.ok(file.startsWith('/admin/replay/assets/'), file)
    const { status, body } = await get(file)
    await body?.cancel()
    t.equal(status, 200, file)
  }
  for (const path of ['../x/', 'assets/none.js', 'X/']) {
    const other = await get(`/admin/replay/${path}`)
    const text = await other.text()
    t.notOk(other.status === 200 && text === html, path)
  }
})

t.test('a player’s first load contains no replay code', async t => {
  const file = path.join(PAGES_DIR, 'play', 'lucky-lanterns', 'index.html')
  const html = readFileSync(file, 'utf8')
  const first = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, file]) => file!)
  const all = readdirSync(path.join(PAGES_DIR, 'assets')).filter(name => name.endsWith('.js'))
  const isReplay = (name: string) =>
    readFileSync(path.join(PAGES_DIR, 'assets', name), 'utf8').includes('/admin/api/rounds/')
  t.ok(first.length > 3)
  t.strictSame(first.filter(isReplay), [])
  t.equal(all.filter(isReplay).length, 1, 'it is a separate chunk')
})

t.test('an account’s questions about rounds to all nodes are limited by the minute', async t => {
  // The changes of a viewer have another bound.
  await makeAccount(pool, 'curious', 'owner')
  const curious = await signIn(node.internalUrl, 'curious')
  const ask = () => curious.call('POST', '/rounds/no-round/driver', {})
  const answers = []
  // Few at once, so that a busy machine answers each in time.
  for (let asked = 0; asked < ADMIN_QUESTIONS_PER_MINUTE + 10; asked += 5) {
    answers.push(...(await Promise.all([ask(), ask(), ask(), ask(), ask()])))
  }
  const codes = new Set(answers.map(({ body }) => body.message))
  t.strictSame([...codes].sort(), ['ROUND_NOT_FOUND', 'TOO_MANY_ATTEMPTS'])
  t.equal((await viewer.call('POST', '/rounds/no-round/driver', {})).status, 404, 'others may ask')
})
