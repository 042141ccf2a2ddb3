// Operators of the suite: projects without quotas and a wallet in a separate process. Has no
// players.

import { connect } from 'node:tls'
import { WALLET_CONNECTIONS_MAX } from '../../src/core/settings-schema.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { createProject, findProject, type Project } from '../../src/ledger/projects/projects.ts'
import { CERTIFICATE } from '../../test/support/certificate.ts'
import { type Platform, withStores } from '../stream-platform.ts'
import { loopback, startProgram } from './program.ts'
import type { WalletAnswer, WalletQuestion, WalletSetup } from './programs/wallet.ts'
import type { Scope } from './row.ts'

/** In the form that `launchAll` takes. */
export interface Operator {
  baseUrl: string
  projectId: string
  apiKey: string
}

/** Above it a quota limits nothing, because the platform's other bounds are lower. */
export const LIFTED_PER_MINUTE = 1_000_000

const LOOPBACK = { allowLoopback: true }

const masterKeyOf = (platform: Platform) => Buffer.from(platform.stores().masterKey, 'hex')

/** Without quotas. */
export async function createOperator(
  platform: Platform,
  callbackUrl: string,
  walletConnections = WALLET_CONNECTIONS_MAX,
): Promise<Operator> {
  const wanted = {
    projectId: `bench-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`,
    callbackUrl,
    allowedNetworks: ['127.0.0.0/8'],
  }
  const created = await withStores(platform, ({ pool }) =>
    createProject(pool, masterKeyOf(platform), wanted, LOOPBACK),
  )
  if (!created.ok) throw new Error(`the project is refused: ${created.reason}`)
  const { projectId, apiKey } = created.project
  const callsPerMinute = { launch: LIFTED_PER_MINUTE, actions: LIFTED_PER_MINUTE }
  await changeOperator(platform, projectId, { callsPerMinute, walletConnections })
  return { baseUrl: platform.baseUrl, projectId, apiKey }
}

/** Takes effect at once, while the platform runs. */
export async function changeOperator(
  platform: Platform,
  projectId: string,
  settings: Partial<Project['settings']>,
): Promise<void> {
  await withStores(platform, async ({ pool }) => {
    const masterKey = masterKeyOf(platform)
    const project = (await findProject(pool, masterKey, projectId))!
    const all = { ...project.settings, ...settings }
    const changed = await changeProject(pool, masterKey, project, { settings: all }, LOOPBACK)
    if (!changed.ok) throw new Error(`the project is not changed: ${changed.code}`)
  })
}

/** Accepts every call after the latency; ends with the case. `url` is the address for calls. */
export async function startWallet(scope: Scope, latencyMs: number, isTls = false) {
  const setup: WalletSetup = { latencyMs, isTls }
  const program = await startProgram<number, WalletQuestion, WalletAnswer>(scope, 'wallet', setup)
  if (isTls) await checkTlsVersion(program.ready)
  const origin = loopback(program.ready).replace(/^http/, isTls ? 'https' : 'http')
  return { url: `${origin}/wallet`, program }
}

export type Wallet = Awaited<ReturnType<typeof startWallet>>['program']

/** By one connection, before any is counted. */
async function checkTlsVersion(port: number): Promise<void> {
  const found = await new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: CERTIFICATE })
    socket.once('error', reject).once('secureConnect', () => {
      resolve(socket.getProtocol())
      socket.destroy()
    })
  })
  if (found !== 'TLSv1.3') throw new Error(`the wallet has ${found}`)
}
