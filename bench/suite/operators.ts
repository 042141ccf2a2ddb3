// Operators of the suite: projects without quotas and a wallet in a separate process. Has no
// players.

import { WALLET_CONNECTIONS_MAX } from '../../src/core/project-settings.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { createProject, type Project } from '../../src/ledger/projects/projects.ts'
import { type Platform, withStores } from '../stream-platform.ts'
import { type Program, startProgram } from './program.ts'
import type { Scope } from './row.ts'

/** In the form that `launchAll` takes. */
export interface Operator {
  baseUrl: string
  projectId: string
  apiKey: string
}

/** Above it a quota limits nothing, because the platform's other bounds are lower. */
export const LIFTED_PER_MINUTE = 1_000_000

export async function createOperator(platform: Platform, callbackUrl: string): Promise<Operator> {
  const masterKey = Buffer.from(platform.stores().masterKey, 'hex')
  const options = { allowLoopback: true }
  const wanted = {
    projectId: `bench-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`,
    callbackUrl,
    allowedNetworks: ['127.0.0.0/8'],
  }
  return withStores(platform, async ({ pool }) => {
    const created = await createProject(pool, masterKey, wanted, options)
    if (!created.ok) throw new Error(`the project is refused: ${created.reason}`)
    const lifted = await liftBounds(created.project, settings =>
      changeProject(pool, masterKey, created.project, { settings }, options),
    )
    if (!lifted.ok) throw new Error(`the project is not changed: ${lifted.code}`)
    const { projectId, apiKey } = created.project
    return { baseUrl: platform.baseUrl, projectId, apiKey }
  })
}

function liftBounds<Changed>(
  { settings }: Project,
  change: (settings: Project['settings']) => Changed,
): Changed {
  const perMinute = { launch: LIFTED_PER_MINUTE, actions: LIFTED_PER_MINUTE }
  return change({
    ...settings,
    callsPerMinute: perMinute,
    walletConnections: WALLET_CONNECTIONS_MAX,
  })
}

export interface Wallet {
  /** The address for calls. */
  url: string
  program: Program<number, { latencyMs: number }, null>
}

/** Accepts every call after the latency; ends with the case. */
export async function startWallet(scope: Pick<Scope, 'defer'>, latencyMs: number): Promise<Wallet> {
  const program = await startProgram<number, { latencyMs: number }, null>(scope, 'wallet', {
    latencyMs,
  })
  return { url: `http://127.0.0.1:${program.ready}/wallet`, program }
}
