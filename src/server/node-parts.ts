// The steps `up` and `serve` share around a node: schema, internal projects, start, orderly end.

import { say } from '../cli/command-line.ts'
import { takenPort } from '../cli/node/requirements.ts'
import { withPool } from '../cli/node/store-access.ts'
import { SetupProblem } from '../embedded/setup-problem.ts'
import { ensureInternalProjects } from '../ledger/projects/projects.ts'
import type { Config } from './config.ts'
import type { RunningNode } from './node.ts'

export function prepareProjects(config: Config): Promise<void> {
  return withPool(config.databaseUrl, pool =>
    ensureInternalProjects(pool, config.masterKey, config.builtInWalletUrl),
  )
}

/** `retry`: how to choose another port, when this one was taken since it was checked. */
export async function startOnPort(
  config: Config,
  retry: (port: number) => string,
): Promise<RunningNode> {
  // Loaded only now: half a second that a refusal or --help need not wait for.
  const { startNode } = await import('./node.ts')
  try {
    return await startNode(config)
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw takenPort(config.port, retry)
    throw error
  }
}

/** A drain that fails must not keep the stores from being stopped. */
export async function drainNode(node: RunningNode): Promise<void> {
  try {
    await node.drain()
  } catch (error) {
    say(`The drain failed, unfinished rounds resume at the next start: ${(error as Error).message}`)
  }
}

/** Throws what went wrong, one line a problem. */
export function requireConfig(
  result: { ok: true; config: Config } | { ok: false; problems: string[] },
): Config {
  if (result.ok) return result.config
  throw new SetupProblem(result.problems.join('\n'))
}
