// The small routes at the edge, each with given rules: the answers to monitors, the lobby,
// operators and sockets, header for header, and the calls that reach the rules.

import t, { type Test } from 'tap'
import { request } from 'undici'
import { registerLobby } from '../../src/edge/lobby.ts'
import {
  type CallAnswered,
  HTTP_BODY_MAX_BYTES,
  registerOperatorApi,
} from '../../src/edge/operator.ts'
import {
  closeIdle,
  closeSession,
  joinSession,
  newConnection,
  noSockets,
  type Socket,
} from '../../src/edge/play-sockets.ts'
import { registerPublic, SECURITY_TXT_VALID_MS } from '../../src/edge/public.ts'
import { REVOKED_SESSIONS } from '../../src/limits.ts'
import type { OperatorRequest } from '../../src/operator/call.ts'
import type { PlaySession } from '../../src/wire/lane.ts'
import { startEdge, startProbes } from '../support/edge-server.ts'

async function ask(url: string, options: Parameters<typeof request>[1] = {}) {
  const { statusCode: status, headers, body } = await request(url, options)
  return { status, headers, text: await body.text() }
}

const onFault = (error: unknown) => t.fail(String(error))

t.test('a monitor gets its answer as an HTTP status', async t => {
  const faults: unknown[] = []
  const state = {
    obstacles: [] as string[],
    away: [] as string[],
    busy: [] as string[],
    isLive: true,
    fails: false,
  }
  const url = await startProbes(t, {
    metricsToken: 'secret',
    metrics: async () => {
      if (state.fails) throw new Error('no metrics')
      return 'a_metric 1\n'
    },
    isLive: () => state.isLive,
    readiness: () => state,
    onFault: error => faults.push(error),
  })
  const authorization = 'Bearer secret'
  const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

  t.match(await ask(`${url}/livez`), { status: 200, headers: always, text: '{"status":"ok"}' })
  t.match(await ask(`${url}/readyz?a=1`), { status: 200, text: '{"status":"ok"}' })
  state.away = ['east']
  t.match(await ask(`${url}/readyz`), { status: 200, text: '{"status":"ok","away":["east"]}' })
  state.busy = ['lane 0']
  t.match(await ask(`${url}/readyz`), {
    status: 200,
    text: '{"status":"busy","away":["east"],"busy":["lane 0"]}',
  })
  state.obstacles = ['redis']
  const unready = await ask(`${url}/readyz`)
  t.strictSame(
    [unready.status, JSON.parse(unready.text)],
    [503, { status: 'not ready', obstacles: ['redis'] }],
  )
  t.match(await ask(`${url}/livez`), { status: 200 }, 'it is live nevertheless')
  state.isLive = false
  t.match(await ask(`${url}/livez`), { status: 503, text: '{"status":"hangs"}' })

  const metrics = { headers: { authorization } }
  t.match(await ask(`${url}/metrics`, metrics), {
    status: 200,
    text: 'a_metric 1\n',
    headers: { ...always, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  })
  const head = await ask(`${url}/metrics`, { ...metrics, method: 'HEAD' })
  t.match(head, { status: 200, text: '', headers: { 'content-length': '11' } })
  const refused = { status: 401, headers: { ...always, 'www-authenticate': 'Bearer' } }
  t.match(await ask(`${url}/metrics`), refused)
  t.match(await ask(`${url}/metrics`, { method: 'POST', ...metrics }), {
    status: 405,
    headers: { ...always, allow: 'GET, HEAD' },
  })
  t.match(await ask(`${url}/other`), { status: 404, headers: always })
  t.strictSame(faults, [])
  state.fails = true
  t.match(await ask(`${url}/metrics`, metrics), { status: 500, text: /INTERNAL_ERROR/ })
  t.match(faults, [{ message: 'no metrics' }])
})

/** Reads the status of a path under a host name. */
async function serveMetrics(t: Test, metricsToken: string | null) {
  const url = await startProbes(t, {
    metricsToken,
    metrics: async () => 'reelhouse_up 1\n',
    isLive: () => true,
    readiness: () => ({ obstacles: [], away: [], busy: [] }),
    onFault,
  })
  return async (path: string, host: string, headers: Record<string, string> = {}) =>
    (await ask(`${url}${path}`, { headers: { host, ...headers } })).status
}

// A page of another site may point a name of its site at a node's address, and has no token.
const OF_A_SITE = ['rebound.example.com', 'rebound.example.com:9190', '10.0.0.1.example.com', 'a.']
const INNER = ['127.0.0.1:9190', '10.1.2.3', '[::1]:9190', 'localhost', 'node-1:9190', 'a.ns.svc']

t.test('without a token the metrics are refused under every name that a site can have', async t => {
  const status = await serveMetrics(t, null)
  for (const host of OF_A_SITE) t.equal(await status('/metrics', host), 403, host)
  for (const host of [
    ...INNER,
    'a.ns.svc.cluster.local',
    'db.Internal',
    'db.internal.',
    'nas.lan',
    'nas.home.arpa:9190',
  ])
    t.equal(await status('/metrics', host), 200, host)
  for (const path of ['/livez', '/readyz']) t.equal(await status(path, OF_A_SITE[0]!), 200, path)
})

t.test('with the token they are read under any name', async t => {
  const status = await serveMetrics(t, 'a-token-of-some-length')
  const authorization = 'Bearer a-token-of-some-length'
  for (const host of [...OF_A_SITE, ...INNER]) {
    t.equal(await status('/metrics', host, { authorization }), 200, host)
    t.equal(await status('/metrics', host), 401, host)
  }
})

t.test('the lobby launches only for its own pages, as the player of the cookie', async t => {
  const launched: unknown[] = []
  const url = await startEdge(t, app =>
    registerLobby(app, {
      backend: {
        games: async player => ({ player }) as never,
        launch: async (player, wish) => {
          launched.push([player, wish])
          return { status: 201, body: { player } }
        },
      },
      signGuest: player => `${player}.${'s'.repeat(22)}`,
      readGuest: value => (value.endsWith('s') ? value.slice(0, value.indexOf('.')) : null),
      isSecure: false,
      countedCaller: ({ socket }) => socket,
      clockMs: () => 0,
      onFault,
    }),
  )
  const launch = (body: string, headers: Record<string, string> = {}) =>
    ask(`${url}/lobby/launch`, { method: 'POST', body, headers })
  const wish = { game: 'g', currency: 'EUR', lang: 'uk', client_platform: 'mobile' }
  const first = await launch(JSON.stringify({ ...wish, more: 1 }))
  const { player } = JSON.parse(first.text)
  t.equal(first.status, 201)
  t.equal(
    first.headers['set-cookie'],
    `lobby_player=${player}.${'s'.repeat(22)}; Path=/lobby/; HttpOnly; SameSite=Strict; ` +
      'Max-Age=31536000',
  )
  t.strictSame(launched, [[player, wish]])
  const cookie = `other=1; lobby_player=${player}.${'s'.repeat(22)}`
  const again = await launch(JSON.stringify(wish), { cookie })
  t.match(again, { status: 201, text: JSON.stringify({ player }) })
  t.equal(again.headers['set-cookie'], undefined)
  t.match(await ask(`${url}/lobby/games`, { headers: { cookie } }), {
    text: JSON.stringify({ player }),
  })
  launched.length = 0
  const broken = ['', 'x', '{}', '{"game":"g"}', '{"game":1,"currency":"EUR"}', 'x'.repeat(2_000)]
  for (const body of broken) t.match(await launch(body, { cookie }), { status: 400 }, body)
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' }
  t.match(await launch(JSON.stringify(wish), foreign), { status: 400 }, 'a page of another site')
  t.strictSame(launched, [])
})

t.test(
  'an operator’s call reaches its method with its head, and its answer is reported',
  async t => {
    const calls: OperatorRequest[] = []
    const reported: CallAnswered[] = []
    const node = { isDraining: false, clockMs: 0 }
    const url = await startEdge(t, app =>
      registerOperatorApi(
        app,
        {
          '/test.do': async call => {
            calls.push(call)
            node.clockMs += 25
            const isLarge = call.body === null
            const body = isLarge ? { status: 'error', message: 'TOO_LARGE' } : { status: 'ok' }
            return { status: isLarge ? 413 : 200, body, headers: {}, method: 'a-method' } as never
          },
        },
        {
          isDraining: () => node.isDraining,
          findCaller: () => '203.0.113.7',
          countedCaller: () => 'caller',
          chooseRequestId: (_socket, given) => given.join('+') || 'made',
          onAnswer: answer => reported.push(answer),
          clockMs: () => node.clockMs,
          onFault,
        },
      ),
    )
    const post = (body: string, headers: Record<string, string | string[]> = {}) =>
      ask(`${url}/test.do`, { method: 'POST', body, headers })
    const answered = await post('{"a":1}', {
      'content-type': 'application/json',
      'x-request-id': 'given',
      'idempotency-key': ['one', 'two'],
    })
    t.match(answered, {
      status: 200,
      headers: { 'x-request-id': 'given', 'cache-control': 'no-store' },
    })
    t.match(calls, [
      {
        contentType: 'application/json',
        address: '203.0.113.7',
        requestId: 'given',
        body: Buffer.from('{"a":1}'),
      },
    ])
    t.strictSame(calls[0]!.idempotencyKeys.join().replaceAll(' ', ''), 'one,two')
    t.strictSame(reported, [
      { path: '/test.do', method: 'a-method', status: 200, code: 'ok', tookMs: 25 },
    ])
    t.match(await post('x'.repeat(HTTP_BODY_MAX_BYTES)), { status: 200 })
    t.match(await post('x'.repeat(HTTP_BODY_MAX_BYTES + 1)), { status: 413 })
    t.match(reported.at(-1), { status: 413, code: 'TOO_LARGE' })
    const other = await ask(`${url}/test.do`)
    t.match(other, { status: 405, headers: { allow: 'POST' }, text: /METHOD_NOT_ALLOWED/ })
    node.isDraining = true
    const before = calls.length
    t.match(await post('{}'), {
      status: 503,
      headers: { 'retry-after': '1' },
      text: /REQUEST_FAILED/,
    })
    t.equal(calls.length, before, 'nothing was started')
  },
)

t.test('security.txt is that of its node, and expires in the future', async t => {
  const publicUrl = 'https://games.example.com'
  const url = await startEdge(t, app =>
    registerPublic(app, {
      ...({ games: [], capabilities: {}, catalog: {}, releaseId: '1' } as never as object),
      security: { contact: 'mailto:a@example.com', publicUrl },
      isReady: () => true,
    } as never),
  )
  const { text } = await ask(`${url}/.well-known/security.txt`)
  const [contact, expires, languages, canonical] = text.split('\n')
  t.strictSame(
    [contact, languages, canonical],
    [
      'Contact: mailto:a@example.com',
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ],
  )
  const leftMs = Date.parse(expires!.replace('Expires: ', '')) - Date.now()
  t.ok(leftMs > SECURITY_TXT_VALID_MS / 2 && leftMs <= SECURITY_TXT_VALID_MS)
})

/** A socket of a session, which records how it was ended. */
function socketOf() {
  const connection = newConnection('caller', 0, null)
  const ended: number[] = []
  const ws = {
    getUserData: () => connection,
    end: (code: number) => ended.push(code),
    ping: () => {},
    cork: (work: () => void) => work(),
    send: () => {},
  } as unknown as Socket
  return { ws, connection, ended }
}

const sessionOf = (sessionId: string, tokenVersion = 1) =>
  ({ sessionId, tokenVersion, projectId: 'casino', playerId: 'ann' }) as PlaySession
const encode = () => ''

t.test('a bounded number of idle sockets, and no busy one, are sent elsewhere', t => {
  const open = noSockets()
  const sockets = [socketOf(), socketOf(), socketOf(), socketOf()]
  for (const { ws } of sockets) open.all.add(ws)
  sockets[0]!.connection.underWay.push('a command')
  closeIdle(open, 2)
  t.strictSame(
    sockets.map(({ ended }) => ended),
    [[], [1012], [1012], []],
  )
  t.end()
})

t.test(
  'a link that a launch replaced is closed, by a hello or by a notification, and the new one stays',
  t => {
    const open = noSockets()
    const [older, newer, late] = [socketOf(), socketOf(), socketOf()]
    joinSession(open, older.ws, sessionOf('s', 1), encode)
    joinSession(open, newer.ws, sessionOf('s', 2), encode)
    t.strictSame([older.ended, newer.ended], [[4403], []], 'by the hello of the new one')
    closeSession(open, 's', 3)
    t.strictSame(newer.ended, [4403])
    joinSession(open, late.ws, sessionOf('s', 2), encode)
    t.strictSame(late.ended, [4403], 'a hello that was in flight')
    for (let n = 0; n < REVOKED_SESSIONS - 1; n++) closeSession(open, `other-${n}`, 1)
    closeSession(open, 's', 3)
    closeSession(open, 'one-more', 1)
    t.equal(open.revoked.size, REVOKED_SESSIONS)
    t.equal(open.revoked.has('s'), true, 'the one that was revoked again is not the oldest')
    t.end()
  },
)
