// Two nodes for all files of a run that need no others: in their own processes, on the same stores,
// with the usual settings of tests. Projects keep files apart, which run at the same time. A file
// that kills a node, stops a store, changes a table, reads totals of a node or looks at all
// projects takes separate stores and nodes.

import { randomBytes } from 'node:crypto'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { LOOPBACK, type openSetup, setUp, startProcess } from './operator-setup.ts'
import type { Owner } from './owner.ts'
import { openPool, openStores, type TestStores } from './real-stores.ts'
import { letRoundsBeWritten } from './written-rounds.ts'

type Test = Parameters<typeof openSetup>[0]

/** Settings that ask for real play, which the nodes are given in vain. */
export const WISHES = { MODE: 'REAL', REAL_MODE: '1', TEST_ONLY: 'false', NODE_ENV: 'production' }

const VARIABLE = 'REELHOUSE_TEST_NODE'
const POOL_CONNECTIONS = 4

interface Addresses {
  baseUrl: string
  internalUrl: string
  probesUrl: string
}

interface Shared extends Omit<TestStores, 'pool'> {
  masterKey: string
  node: Addresses
  other: Addresses
}

/**
 * Returns the environment that lets test processes find them.
 * @param env with the addresses of the run's stores
 */
export async function startSharedNodes(
  owner: Owner,
  env: Record<string, string>,
): Promise<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(await start(owner, env)) }
}

async function start(owner: Owner, ofStores?: Record<string, string>): Promise<Shared> {
  const masterKey = randomBytes(32)
  const { pool, ...stores } = await openStores(owner, ofStores)
  await ensureInternalProjects(pool, masterKey)
  await letRoundsBeWritten(pool)
  // Tests of the panel call from many addresses.
  const env = { TRUSTED_PROXIES: LOOPBACK.join(), DEMO: 'on', ...WISHES }
  async function startOne(): Promise<Addresses> {
    const started = await startProcess(owner, { ...stores, pool }, masterKey, env)
    const { baseUrl, internalUrl, probesUrl } = started
    return { baseUrl, internalUrl, probesUrl }
  }
  const [node, other] = await Promise.all([startOne(), startOne()])
  return { ...stores, masterKey: masterKey.toString('hex'), node, other }
}

/** The nodes and their stores: other files use them too. Without such a run, new ones. */
export async function findShared(t: Owner) {
  const text = process.env[VARIABLE]
  const shared: Shared = text === undefined ? await start(t) : JSON.parse(text)
  const { masterKey, node, other, ...stores } = shared
  const pool = openPool(t, stores.databaseUrl, POOL_CONNECTIONS)
  return { stores: { ...stores, pool }, masterKey: Buffer.from(masterKey, 'hex'), node, other }
}

/** A wallet and a project of this file, on the nodes of all files. */
export async function openShared(t: Test) {
  const { stores, masterKey, node, other } = await findShared(t)
  const setup = await setUp(t, stores, masterKey, `-${randomBytes(4).toString('hex')}`)
  return { setup, node, other }
}
