// The setup of a run: stores of its own in a folder of its own, three operators with a wallet each, and
// nodes that are processes. Opens and closes it; harms nothing.

import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { Redis } from 'ioredis'
import { parseSettings } from '../../src/core/project-settings.ts'
import { SetupProblem } from '../../src/embedded/setup-problem.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { changeProject, createProject, type Project } from '../../src/ledger/projects/projects.ts'
import { createOperatorClient } from '../../src/sdk/client.ts'
import { type ChaosNode, createNode } from './nodes.ts'
import { startChaosStores } from './stores.ts'
import type { WalletRecord } from './wallet-record.ts'
import { startChaosWallet } from './wallets.ts'

const POOL_CONNECTIONS = 4
const LANES = 2
const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** Low enough that a wallet's outage makes the policy act. */
const CANCEL_POLICY = { BET_CANCEL_AFTER_S: '4', BET_CANCEL_ATTEMPTS: '20' }
/** The second operator's players have little: real refusals come by themselves. */
const OPENING_MINOR = [1_000_000n, 20_000n, 1_000_000n]
const CALLS_PER_MINUTE = { launch: 100_000, actions: 100_000, reports: 100_000 }

/** Natural mathematics; a level for all; levels of their own that adapt. */
const SETTINGS = [
  {},
  { provider_a: { level: '94' }, provider_b: { level: '92.5' }, provider_c: { level: '96' } },
  Object.fromEntries(
    ['provider_a', 'provider_b', 'provider_c'].map(provider => [
      provider,
      { level: '95', personal: true, adaptive: { windowRounds: 50, lowerAbove: '110' } },
    ]),
  ),
]

export type ChaosSetup = Awaited<ReturnType<typeof openChaosSetup>>

export async function openChaosSetup(options: {
  seed: number
  folder: string
  nodes: number
  operators: number
  record: WalletRecord
}) {
  const { seed, folder, operators, record } = options
  // Postgres may run as its own user, who passes through here.
  chmodSync(folder, 0o711)
  const stores = await startChaosStores(folder)
  const { redisUrl, databaseUrl } = stores
  const opened: (() => Promise<unknown>)[] = [() => stores.stop()]
  const close = async () => {
    for (const end of opened.reverse()) await end()
  }
  try {
    const migrated = await migrate(databaseUrl)
    if (!migrated.ok) throw new SetupProblem(migrated.problem)
    const masterKey = randomBytes(32)
    const pool = openPool(databaseUrl, POOL_CONNECTIONS, () => {})
    opened.push(() => pool.end())
    const wallets = []
    for (let operator = 0; operator < operators; operator++) {
      const openingMinor = OPENING_MINOR[operator % OPENING_MINOR.length]!
      wallets.push(await startChaosWallet({ seed, operator, openingMinor, record }))
      opened.push(wallets[operator]!.close)
    }
    const projects: Project[] = []
    for (const [i, wallet] of wallets.entries()) {
      projects.push(await openProject(pool, masterKey, i, wallet.url))
    }
    const env = {
      ...CANCEL_POLICY,
      REDIS_URL: redisUrl,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey.toString('hex'),
      LANES: String(LANES),
      LOG_LEVEL: 'info',
    }
    const nodes: ChaosNode[] = []
    for (let i = 0; i < options.nodes; i++) nodes.push(await createNode(i, folder, env))
    for (const node of nodes) opened.push(node.kill)
    await Promise.all(nodes.map(node => node.start()))
    return {
      stores,
      pool,
      wallets,
      projects,
      nodes,
      /** By operator, one for each node. */
      clients: projects.map(({ projectId: partner, apiKey }) =>
        nodes.map(({ baseUrl }) => createOperatorClient({ baseUrl, partner, apiKey, attempts: 2 })),
      ),
      /** What must stand in no log. */
      secrets: [
        masterKey.toString('hex'),
        masterKey.toString('base64'),
        ...projects.map(project => project.apiKey),
        ...[redisUrl, databaseUrl].map(url => new URL(url).password),
      ],
      readPlayerState: (projectId: string, playerId: string) =>
        readPlayerState(redisUrl, projectId, playerId),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openProject(
  pool: ReturnType<typeof openPool>,
  masterKey: Buffer,
  index: number,
  callbackUrl: string,
): Promise<Project> {
  const allow = { allowLoopback: true }
  const wanted = { projectId: `casino-${index}`, callbackUrl, allowedNetworks: LOOPBACK }
  const created = await createProject(pool, masterKey, wanted, allow)
  if (!created.ok) throw new Error(created.reason)
  const parsed = parseSettings({
    rtp: SETTINGS[index % SETTINGS.length],
    callsPerMinute: CALLS_PER_MINUTE,
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  const edit = { settings: parsed.settings }
  const changed = await changeProject(pool, masterKey, created.project, edit, allow)
  if (!changed.ok) throw new Error(changed.code)
  return changed.project
}

/** Everything Redis holds of a player, as it is. */
async function readPlayerState(redisUrl: string, projectId: string, playerId: string) {
  const redis = new Redis(redisUrl)
  try {
    const keys = await redis.keys(`*{${projectId}:${playerId}}*`)
    const kept: Record<string, unknown> = {}
    for (const key of keys) {
      const isHash = (await redis.type(key)) === 'hash'
      kept[key] = isHash ? await redis.hgetall(key) : await redis.type(key)
    }
    return kept
  } finally {
    redis.disconnect()
  }
}
