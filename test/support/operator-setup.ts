// The setup of a guarantee's test: its own stores, a scripted wallet, an operator's project, and
// nodes, in this process or as processes that can be killed.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { request } from 'undici'
import {
  DEFAULT_SETTINGS,
  type ProjectSettings,
  parseSettings,
} from '../../src/core/project-settings.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import type { LaneProgram } from '../../src/lanes/thread.ts'
import { changeProject, type ProjectEdit } from '../../src/ledger/projects/project-changes.ts'
import {
  createProject,
  findProject,
  type NewProject,
  type Project,
} from '../../src/ledger/projects/projects.ts'
import type { Config } from '../../src/server/settings/config.ts'
import { startNode } from '../../src/server/start.ts'
import { holdPort } from './held-port.ts'
import { makeNodeConfig } from './node-config.ts'
import type { Owner } from './owner.ts'
import { connectPlayer } from './play-client.ts'
import { openStores, type TestStores } from './real-stores.ts'
import { startScriptedWallet } from './scripted-wallet.ts'

type Test = Parameters<typeof openStores>[0]

export const GAME = 'lucky-lanterns'
export const BET = smallestBet(findGame(GAME)!, 'EUR')

const ALLOW = { allowLoopback: true }

/** Settings in the form that owners write. */
export function settingsOf(json: object): ProjectSettings {
  const parsed = parseSettings(json)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.settings
}

/** The address that the tests call from. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128']

export interface NodeProcess {
  baseUrl: string
  internalUrl: string
  probesUrl: string
  child: ChildProcess
  /** Everything it wrote to standard error and output. */
  output(): string
  /** SIGKILL, and its end awaited. */
  kill(): Promise<void>
}

export type OperatorSetup = Awaited<ReturnType<typeof openSetup>>

/**
 * Stores, wallet and project; no node runs yet.
 * @param given stores of the test, instead of new ones
 */
export async function openSetup(t: Test, given?: TestStores) {
  return setUp(t, given ?? (await openStores(t)), randomBytes(32))
}

/** @param suffix of the names of projects, in stores that several files use at once; else '' */
export async function setUp(t: Test, stores: TestStores, masterKey: Buffer, suffix = '') {
  const wallet = await startScriptedWallet(t)
  const projectIds: string[] = []

  /** A project with the same wallet, if no other is given. */
  async function newProject(name: string, given: Partial<NewProject> = {}): Promise<Project> {
    const projectId = `${name}${suffix}`
    projectIds.push(projectId)
    const wanted = { projectId, callbackUrl: wallet.url, allowedNetworks: LOOPBACK, ...given }
    const created = await createProject(stores.pool, masterKey, wanted, ALLOW)
    if (!created.ok) throw new Error(created.reason)
    return created.project
  }

  /** Changes a project as it is stored now. */
  async function change(edit: ProjectEdit, projectId = project.projectId): Promise<Project> {
    const read = (await findProject(stores.pool, masterKey, projectId))!
    const changed = await changeProject(stores.pool, masterKey, read, edit, ALLOW)
    if (!changed.ok) throw new Error(changed.code)
    return changed.project
  }

  const project = await newProject('casino')
  return {
    stores,
    wallet,
    masterKey,
    project,
    /** Of all names of the test in its stores. */
    suffix,
    pool: stores.pool,
    newProject,
    change,
    /** Settings that are not named have their default. */
    changeSettings: (settings: Partial<ProjectSettings>, projectId?: string) =>
      change({ settings: { ...DEFAULT_SETTINGS, ...settings } }, projectId),
    startNode: (overrides: Partial<Config> = {}, lane: Partial<LaneProgram> = {}) =>
      start(t, stores, masterKey, overrides, lane),
    /** @param openFiles the operating system's limit for the process; null: unchanged */
    startProcess: (env: Record<string, string> = {}, openFiles: number | null = null) =>
      startProcess(t, stores, masterKey, env, openFiles),
    launch: (node: { baseUrl: string }, fields: object = {}) => launch(node, project, fields),
    /** A launched player on an open socket that has been welcomed. */
    async openGame(node: { baseUrl: string }, playerId: string, fields: object = {}) {
      const { link } = await launch(node, project, { player_id: playerId, ...fields })
      const client = await connectPlayer(t, node.baseUrl, link)
      const welcome = await client.hello()
      return { client, link, welcome }
    },
    connect: (node: { baseUrl: string }, link: string) => connectPlayer(t, node.baseUrl, link),
    /** Another socket for the link of a launched player, welcomed. */
    async openAgain(node: { baseUrl: string }, link: string) {
      const client = await connectPlayer(t, node.baseUrl, link)
      await client.hello()
      return client
    },
    losePlayerState: () => losePlayerState(stores, suffix === '' ? null : projectIds),
    /** The same for players whose ids begin so. */
    loseStateOf: (beginning: string) => losePlayerState(stores, projectIds, beginning),
    /** The round as the ledger has it now. */
    async rowOf(roundId: string): Promise<RoundRow> {
      const { rows } = await stores.pool.query('SELECT * FROM round WHERE round_id = $1', [roundId])
      return rows[0]
    },
  }
}

/** Some columns of view `round`. */
interface RoundRow {
  state: string
  bet_status: string
  refund_status: string | null
  cancel_reason: string | null
  win_minor: string
  choices: string[]
  choice_request_ids: string[]
  version: number
  level_bps: number | null
  level_source: string | null
  outcome_id: string | null
  failures: number
}

async function start(
  t: Test,
  stores: TestStores,
  masterKey: Buffer,
  overrides: Partial<Config>,
  lane: Partial<LaneProgram>,
) {
  const made = await makeNodeConfig(stores, masterKey)
  const baseUrl = made.publicUrl
  const config: Config = { ...made, ...overrides }
  const node = await startNode(config, lane)
  let drained: Promise<void> | null = null
  const drain = () => {
    drained ??= node.drain()
    return drained
  }
  t.teardown(drain)
  const { internalUrl, probesUrl } = node
  /** The value of the metric with this name and labels; undefined if the node reports no such value. */
  async function readMetric(name: string): Promise<string | undefined> {
    const text = await (await request(`${internalUrl}/metrics`)).body.text()
    const line = text.split('\n').find(each => each.startsWith(`${name} `))
    return line?.slice(name.length + 1)
  }
  async function readyz(): Promise<{ status: number; body: unknown }> {
    const { statusCode, body } = await request(`${internalUrl}/readyz`)
    return { status: statusCode, body: await body.json() }
  }
  return { baseUrl, internalUrl, probesUrl, config, drain, readMetric, readyz }
}

export async function startProcess(
  t: Owner,
  { databaseUrl, redisUrl, redisPrefix }: TestStores,
  masterKey: Buffer,
  env: Record<string, string> = {},
  openFiles: number | null = null,
): Promise<NodeProcess> {
  const port = String(await holdPort())
  const internalPort = String(await holdPort())
  const probesPort = String(await holdPort())
  const baseUrl = `http://127.0.0.1:${port}`
  const settings = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: baseUrl,
    INTERNAL_PORT: internalPort,
    PROBES_PORT: probesPort,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('hex'),
    LANES: '1',
    DRAIN_GRACE_S: '0',
    LOG_LEVEL: 'error',
    // Few tests need the lobby and the built-in wallet, which has a thread.
    DEMO: 'off',
    ...env,
  }
  const program = fileURLToPath(import.meta.resolve('./node-process.js'))
  const limit = openFiles === null ? '' : `ulimit -n ${openFiles}; `
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$1"`, process.execPath, program], {
    env: { PATH: process.env.PATH, ...settings },
  })
  let output = ''
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  t.teardown(kill)
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('ready\n')) resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', () => reject(new Error(`the node ended: ${output}`)))
  })
  const internalUrl = `http://127.0.0.1:${internalPort}`
  const probesUrl = `http://127.0.0.1:${probesPort}`
  return { baseUrl, internalUrl, probesUrl, child, output: () => output, kill }
}

export interface Launched {
  link: string
  meta: { session_id: string; currency: string; language: string; mode: string }
}

/** The fields of a good launch. */
export function launchBody(
  project: Pick<Project, 'projectId' | 'apiKey'>,
  fields: object = {},
): Record<string, unknown> {
  return {
    provider: 'own',
    partner: project.projectId,
    api_key: project.apiKey,
    player_id: 'player-1',
    currency: 'EUR',
    symbol: GAME,
    gametype: 'demo',
    ...fields,
  }
}

async function launch(node: { baseUrl: string }, project: Project, fields: object) {
  const { status, body } = await post(node, '/playGame.do', launchBody(project, fields))
  if (status !== 200) throw new Error(`launch: ${status} ${JSON.stringify(body)}`)
  return body as unknown as Launched
}

/** POSTs JSON; the answer is read whatever its status. */
export async function post(
  node: { baseUrl: string },
  url: string,
  body: unknown,
  headers: Record<string, string | string[]> = {},
) {
  const answer = await request(`${node.baseUrl}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.body.text()
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: JSON.parse(text) as Record<string, unknown>,
  }
}

/**
 * The effect of FLUSHALL on this setup; other tests share the Redis.
 * @param projectIds where other files have players too; null: everything
 */
export async function losePlayerState(
  { redisUrl, redisPrefix }: Pick<TestStores, 'redisUrl' | 'redisPrefix'>,
  projectIds: readonly string[] | null,
  beginning = '',
): Promise<void> {
  const redis = new Redis(redisUrl)
  const ofPlayers = projectIds?.map(id => `${redisPrefix}*{${id}:${beginning}*`)
  const patterns = ofPlayers ?? [`${redisPrefix}*`]
  const keys = (await Promise.all(patterns.map(each => redis.keys(each)))).flat()
  if (keys.length > 0) await redis.unlink(...keys)
  await redis.script('FLUSH')
  await redis.quit()
}
