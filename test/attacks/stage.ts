// The stage of attacks: stores, a neighbour with a good wallet, an operator who is the attacker,
// and a node in a separate process, started as an operator would start it.

import { parseSettings } from '../../src/core/project-settings.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { changeProject } from '../../src/ledger/projects/project-changes.ts'
import { createProject } from '../../src/ledger/projects/projects.ts'
import { holdPort } from '../support/held-port.ts'
import type { OperatorSetup } from '../support/operator-setup.ts'
import { LOOPBACK, openSetup } from '../support/operator-setup.ts'
import type { Target } from './attack.ts'

type Test = Parameters<typeof openSetup>[0]

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Of wallets on this machine. */
export const ALLOW = { allowLoopback: true }
/** The neighbour's own quota is not measured. */
const UNBOUNDED = { launch: 100_000, actions: 100_000, reports: 100_000 }

export async function openStage(t: Test, env: Record<string, string> = {}) {
  const setup = await openSetup(t)
  const walletPort = await holdPort()
  const callbackUrl = `http://127.0.0.1:${walletPort}/interim%20answers`
  const rogue = await createOperator(setup, 'rogue', callbackUrl)
  await setQuota(setup)
  // The lobby's operator.
  await ensureInternalProjects(setup.pool, [setup.masterKey])
  const node = await setup.startProcess({ LOG_LEVEL: 'warn', ...env })
  const { link } = await setup.launch(node, { player_id: 'attacker' })
  const { baseUrl, internalUrl } = node
  const { projectId: partner, apiKey } = rogue
  const target: Target = { baseUrl, internalUrl, partner, apiKey, walletPort, link }
  return { setup, node, target }
}

export async function createOperator(
  { pool, masterKey }: OperatorSetup,
  projectId: string,
  callbackUrl: string,
) {
  const wanted = { projectId, callbackUrl, allowedNetworks: LOOPBACK }
  const created = await createProject(pool, masterKey, wanted, ALLOW)
  if (!created.ok) throw new Error(created.reason)
  return created.project
}

async function setQuota({ pool, masterKey, project }: OperatorSetup): Promise<void> {
  const parsed = parseSettings({ callsPerMinute: UNBOUNDED })
  if (!parsed.ok) throw new Error(parsed.reason)
  const changed = await changeProject(
    pool,
    masterKey,
    project,
    { settings: parsed.settings },
    ALLOW,
  )
  if (!changed.ok) throw new Error(changed.code)
}
