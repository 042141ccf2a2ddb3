// The stage of attacks: stores, a neighbour with a good wallet, an operator who is the attacker,
// and a node in a separate process, started as an operator would start it.

import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { holdPort } from '../support/held-port.ts'
import { openSetup } from '../support/operator-setup.ts'
import type { Target } from './attack.ts'

type Test = Parameters<typeof openSetup>[0]

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The neighbour's own quota is not measured. */
const UNBOUNDED = { launch: 100_000, actions: 100_000, reports: 100_000 }

export async function openStage(t: Test, env: Record<string, string> = {}) {
  const setup = await openSetup(t)
  const walletPort = await holdPort()
  const callbackUrl = `http://127.0.0.1:${walletPort}/interim%20answers`
  const rogue = await setup.newProject('rogue', { callbackUrl })
  await setup.changeSettings({ callsPerMinute: UNBOUNDED })
  // The lobby's operator.
  await ensureInternalProjects(setup.pool, [setup.masterKey])
  const node = await setup.startProcess({ LOG_LEVEL: 'warn', DEMO: 'on', ...env })
  const { link } = await setup.launch(node, { player_id: 'attacker' })
  const { baseUrl, internalUrl } = node
  const { projectId: partner, apiKey } = rogue
  const target: Target = { baseUrl, internalUrl, partner, apiKey, walletPort, link }
  return { setup, node, target }
}
