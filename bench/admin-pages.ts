// How long every GET of the admin API takes on a large ledger: starts a node on it, signs in and
// requests each route many times, one after the other. Judges by one bound.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { request } from 'undici'
import { mayDo } from '../src/admin/access/actions.ts'
import { ADMIN_ROUTES } from '../src/admin/routes.ts'
import { createCommand, defineCommand } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { DAY_MS } from '../src/core/time.ts'
import { findFreePort } from '../src/embedded/free-port.ts'
import { newApiKey, sealApiKey } from '../src/ledger/projects/api-key.ts'
import { readConfig } from '../src/server/settings/config.ts'
import { startNode } from '../src/server/start.ts'
import { makeAccount, signIn } from '../test/support/admin.ts'
import { PROJECT } from './fill.ts'
import { createHistogram } from './histogram.ts'
import { alignRows, printFigures } from './printing.ts'
import { timeMs } from './suite/load.ts'

/**
 * Always the same, so that a database can be measured again; a database that is in use has another
 * key, and is refused.
 */
const MASTER_KEY = '07'.repeat(32)
/** The longest that a page may take: the owner's bound for a million rounds. */
const BOUND_MS = 300

export const command = defineCommand(
  createCommand(
    'npm run bench -- admin-pages',
    `Asks every GET of the admin API of a database that "fill" filled, and prints how long each
    took. Exits with 1 when one of them fails, or is slower than ${BOUND_MS} ms (p95).`,
  )
    .requiredOption('--database-url <url>', 'as "fill" left it; an account is made in it')
    .requiredOption('--redis-url <url>', 'of the node')
    .option('--times <count>', 'how often each is asked', countUpTo(10_000), 40)
    .option('--json', 'one line on stdout'),
  async ({ databaseUrl, redisUrl, times, json }) => {
    const routes = await measure(databaseUrl, redisUrl, times)
    printFigures(json, { times, boundMs: BOUND_MS, routes }, () => reportRoutes(routes))
    return routes.every(({ status, p95Ms }) => status === 200 && p95Ms <= BOUND_MS) ? 0 : 1
  },
)

type RouteTime = Awaited<ReturnType<typeof timeRoute>>

function reportRoutes(routes: readonly RouteTime[]): string[] {
  const rows = routes.map(({ path, status, p50Ms, p95Ms, maxMs }) => [
    path,
    `${status}`,
    ...[p50Ms, p95Ms, maxMs].map(ms => ms.toFixed(1)),
  ])
  return alignRows([['path', 'status', 'p50 ms', 'p95 ms', 'max ms'], ...rows])
}

async function measure(databaseUrl: string, redisUrl: string, times: number) {
  const port = await findFreePort()
  const internalPort = await findFreePort()
  const config = readConfig(
    {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `bench-${process.pid}:`,
      MASTER_KEY,
      LOG_LEVEL: 'error',
      LANES: '1',
      HOST: '127.0.0.1',
      PORT: `${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PROBES_PORT: `${await findFreePort()}`,
      INTERNAL_PORT: `${internalPort}`,
      ADMIN_URL: `http://127.0.0.1:${internalPort}`,
      DEMO: 'off',
    },
    { allowLoopbackWallets: true },
  )
  if (!config.ok) throw new Error(config.problems.join('\n'))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await sealKeys(pool)
  const node = await startNode(config.config)
  try {
    const name = `bench-${process.pid}`
    // It stays in the measured database.
    const password = randomBytes(16).toString('base64url')
    await makeAccount(pool, name, 'viewer', password)
    const { cookie } = await signIn(node.internalUrl, name, password)
    const ids = await findIds(pool)
    const routes: RouteTime[] = []
    for (const path of listPaths(ids)) {
      routes.push(await timeRoute(`${node.internalUrl}/admin/api`, path, cookie, times))
    }
    return routes
  } finally {
    await node.drain()
    await pool.end()
  }
}

/**
 * "fill" gives its projects no keys, but actions through the operator's methods open them.
 */
async function sealKeys(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT project_id AS id FROM project WHERE api_key_sealed = ''",
  )
  for (const { id } of rows) {
    const sealed = sealApiKey(Buffer.from(MASTER_KEY, 'hex'), id, newApiKey())
    await pool.query('UPDATE project SET api_key_sealed = $2 WHERE project_id = $1', [id, sealed])
  }
}

/** The values of the parameters in paths. */
async function findIds(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const one = async (sql: string) =>
    (await pool.query<{ id: string }>(sql, [PROJECT])).rows[0]?.id ?? ''
  const newest = 'ORDER BY created_at DESC LIMIT 1'
  const roundId = await one(
    `SELECT round_id AS id FROM finished_round WHERE project_id = $1 ${newest}`,
  )
  const callId = await one('SELECT call_id AS id FROM callback_log WHERE project_id = $1 LIMIT 1')
  const playerId = await one('SELECT player_id AS id FROM player WHERE project_id = $1 LIMIT 1')
  return { projectId: PROJECT, roundId, callId, playerId }
}

/** Some fields of its query have no default. */
const needsMore = ({ required = [] }: { required?: readonly string[] }) => required.length > 0

const VIEWER = { role: 'viewer', projectId: null } as const

/** Each route without a filter, and with the filters that are expensive. */
function listPaths(ids: Readonly<Record<string, string>>): string[] {
  const plain = ADMIN_ROUTES.filter(
    ({ method, action, streams, query }) =>
      method === 'GET' &&
      action !== null &&
      mayDo(VIEWER, action) &&
      streams === null &&
      !needsMore(query),
  ).map(({ path }) => path)
  const known = plain.filter(path =>
    [...path.matchAll(/:(\w+)/g)].every(([, name]) => ids[name!] !== undefined),
  )
  const log = '/projects/:projectId/callback-log'
  const year = `from=${daysAgo(365)}`
  const expensive = [
    '/search?text=:roundId',
    '/search?text=bet-:roundId',
    `/search?text=${ids.roundId!.slice(0, 8)}`,
    `/search?text=${ids.roundId!.slice(0, 8)}&projectId=:projectId`,
    '/search?text=:playerId',
    '/search?text=p',
    '/search?text=welcome-1',
    '/search?text=vip&projectId=:projectId',
    '/players?tag=vip',
    '/rounds?projectId=:projectId&playerId=:playerId',
    `${log}?outcome=failed`,
    `${log}?method=refund&outcome=ok`,
    `${log}?code=TIMEOUT`,
    `${log}?playerId=:playerId`,
    `${log}?roundId=:roundId`,
    '/reports/rounds?projectId=:projectId',
    '/reports/rounds?gameId=vault-keeper',
    '/reports/rounds?state=pending',
    '/reports/rounds?state=cancelled',
    `/reports/ggr?groupBy=day&${year}`,
    `/reports/ggr?groupBy=game&${year}`,
    `/reports/ggr?groupBy=day,game&${year}`,
    `/reports/ggr?projectId=:projectId&groupBy=day,game&${year}`,
    '/reports/reconciliation?projectId=:projectId',
    `/reports/reconciliation?${year}&currency=EUR`,
    '/reports/returns?projectId=:projectId',
    `/reports/returns?from=${daysAgo(31)}`,
  ]
  return [...known, ...expensive].map(path =>
    path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')),
  )
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

async function timeRoute(base: string, path: string, cookie: string, times: number) {
  const took = createHistogram()
  let status = 0
  const ask = async () => {
    const answer = await request(base + path, { headers: { cookie } })
    await answer.body.dump()
    status = answer.statusCode
  }
  // The first request prepares what all later ones use.
  await ask()
  for (let i = 0; i < times; i++) took.record((await timeMs(ask)) * 1_000)
  const [p50Ms, p95Ms] = [took.percentileMs(0.5), took.percentileMs(0.95)]
  return { path, status, p50Ms, p95Ms, maxMs: took.maxMs() }
}
