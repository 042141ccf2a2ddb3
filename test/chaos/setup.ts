// The setup of a run: the given stores, three operators with a wallet each, and nodes in separate
// processes. Opens and closes it; injects no faults.

import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { parseSettings } from '../../src/core/project-settings.ts'
import { SetupProblem } from '../../src/embedded/setup-problem.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { createProject } from '../../src/ledger/projects/projects.ts'
import { createOperatorClient } from '../../src/sdk/client.ts'
import { type ChaosNode, createNode } from './nodes.ts'
import type { Platform, PlatformDeps, RunParts, RunStores } from './run-parts.ts'
import type { WalletRecord } from './wallet-record.ts'
import { startChaosWallet } from './wallets.ts'

const POOL_CONNECTIONS = 4
/** Where operators call from. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** The second operator's players have low balances, so that real refusals occur. */
const OPENING_MINOR = [1_000_000n, 20_000n, 1_000_000n]
const CALLS_PER_MINUTE = { launch: 100_000, actions: 100_000, reports: 100_000 }

/** Natural mathematics; one level for all players; a level for each player that adapts. */
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

export type ChaosSetup<Stores extends RunStores = RunStores> = Awaited<
  ReturnType<typeof openChaosSetup<Stores>>
>

type SetupOptions<Stores extends RunStores> = {
  seed: number
  folder: string
  nodes: number
  operators: number
  record: WalletRecord
} & RunParts<Stores>

export async function openChaosSetup<Stores extends RunStores>(options: SetupOptions<Stores>) {
  const { seed, folder, operators, record } = options
  const { openPlatform = openOwnPlatform, openWallet = startChaosWallet } = options
  // Postgres may run under another user, who needs access to this folder.
  chmodSync(folder, 0o711)
  const stores = await options.openStores(folder)
  const { databaseUrl, otherPlaceUrls = [] } = stores
  const opened: (() => Promise<unknown>)[] = [() => stores.stop()]
  const close = async () => {
    for (const end of opened.reverse()) await end()
  }
  try {
    const masterKey = randomBytes(32)
    const env = { ...stores.nodeEnv, MASTER_KEY: masterKey.toString('hex'), LOG_LEVEL: 'info' }
    const platform = openPlatform({ stores, masterKey, env })
    await platform.migrate()
    const pool = openPool(databaseUrl, POOL_CONNECTIONS, () => {})
    const others = otherPlaceUrls.map(url => openPool(url, POOL_CONNECTIONS, () => {}))
    const pools = [pool, ...others]
    for (const each of pools) opened.push(() => each.end())
    const wallets = []
    for (let operator = 0; operator < operators; operator++) {
      const openingMinor = OPENING_MINOR[operator % OPENING_MINOR.length]!
      wallets.push(await openWallet({ seed, operator, openingMinor, record }))
      opened.push(wallets[operator]!.close)
    }
    const projects: { projectId: string; apiKey: string }[] = []
    for (const [i, wallet] of wallets.entries()) {
      const projectId = `casino-${i}`
      const rtp = SETTINGS[i % SETTINGS.length]
      const settings = { rtp, callsPerMinute: CALLS_PER_MINUTE, finalRefusals: i % 2 === 0 }
      const apiKey = await platform.openProject(projectId, wallet.url, settings)
      wallet.expectKey(apiKey)
      projects.push({ projectId, apiKey })
    }
    const nodes: ChaosNode[] = []
    for (let i = 0; i < options.nodes; i++) nodes.push(await platform.createNode(i, folder))
    for (const node of nodes) opened.push(node.kill)
    await Promise.all(nodes.map(node => node.start()))
    const baseUrls = await stores.openFront(nodes)
    return {
      stores,
      /** Of the home database. */
      pool,
      /** Of every place, the home database first. */
      pools,
      wallets,
      projects,
      nodes,
      baseUrls,
      /** By operator, one for each address. */
      clients: projects.map(({ projectId: partner, apiKey }) =>
        baseUrls.map(baseUrl => createOperatorClient({ baseUrl, partner, apiKey, attempts: 2 })),
      ),
      /** Texts that may be in no log. */
      secrets: [
        masterKey.toString('hex'),
        masterKey.toString('base64'),
        ...projects.map(project => project.apiKey),
        ...stores.passwords,
      ],
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The schema, projects and nodes of this checkout. */
function openOwnPlatform({ stores, masterKey, env }: PlatformDeps<RunStores>): Platform {
  const { databaseUrl } = stores
  return {
    async migrate() {
      const migrated = await migrate(databaseUrl)
      if (!migrated.ok) throw new SetupProblem(migrated.problem)
    },
    openProject: (projectId, callbackUrl, settings) =>
      openProject({ databaseUrl, masterKey, projectId, callbackUrl, settings }),
    createNode: (index, folder) => createNode(index, folder, env),
  }
}

async function openProject(of: {
  databaseUrl: string
  masterKey: Buffer
  projectId: string
  callbackUrl: string
  settings: object
}): Promise<string> {
  const { masterKey, projectId, callbackUrl } = of
  const pool = openPool(of.databaseUrl, 1, () => {})
  const allow = { allowLoopback: true }
  try {
    const wanted = { projectId, callbackUrl, allowedNetworks: LOOPBACK }
    const created = await createProject(pool, masterKey, wanted, allow)
    if (!created.ok) throw new Error(created.reason)
    const parsed = parseSettings(of.settings)
    if (!parsed.ok) throw new Error(parsed.reason)
    const edit = { settings: parsed.settings }
    const changed = await changeProject(pool, masterKey, created.project, edit, allow)
    if (!changed.ok) throw new Error(changed.code)
    return changed.project.apiKey
  } finally {
    await pool.end()
  }
}
