// The steps that `up` and `serve` share around a node: settings, internal projects, start, drain.

import { linkOf } from '../../admin/link.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { makeFirstLink } from '../../ledger/admin/accounts.ts'
import { claimShards } from '../../ledger/database/carried-shards.ts'
import { listDatabases, type ShardDatabase } from '../../ledger/database/shard-map.ts'
import { ensureInternalProjects } from '../../ledger/projects/internal-projects.ts'
import { type Config, carriedMapOf, shardMapOf } from '../../server/settings/config.ts'
import { masterKeysOf } from '../../server/settings/master-keys.ts'
import type { RunningNode } from '../../server/start.ts'
import { say } from '../command-line.ts'
import { takenPort } from './requirements.ts'
import { readOwner, withPool, withPools } from './store-access.ts'

/**
 * The internal projects, and each database's note of the shards that it holds.
 * @param isHere false for a database that is away: the node checks it once it can reach it
 */
export function prepareLedgers(
  config: Config,
  isHere: (database: ShardDatabase) => boolean = () => true,
): Promise<void> {
  const map = carriedMapOf(config)
  return withPools(map, async ({ home, all }) => {
    for (const [place, database] of listDatabases(map).entries()) {
      const problem = isHere(database) ? await claimShards(all[place]!, database) : null
      if (problem !== null) throw new SetupProblem(problem)
    }
    await ensureInternalProjects(home, masterKeysOf(config))
  })
}

/** `retry`: how to choose another port, if this one was taken after the check. */
export async function startOnPort(
  config: Config,
  retry: (port: number) => string,
): Promise<RunningNode> {
  // Loaded only now: it takes half a second, which a refusal or --help need not wait for.
  const { startNode } = await import('../../server/start.ts')
  try {
    return await startNode(config)
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') throw takenPort(config.port, retry)
    throw error
  }
}

/**
 * The one-time link of the first owner; null when an account has a password already.
 * @param replaces false: an earlier link that is still valid stays, and none is returned
 */
export async function readFirstLink(config: Config, replaces: boolean): Promise<string | null> {
  const { home } = shardMapOf(config)
  const token = await withPool(home.address, pool => makeFirstLink(pool, readOwner(), replaces))
  return token === null ? null : linkOf(config.adminUrl, token)
}

/** A drain that fails must not keep the stores from being stopped. */
export async function drainNode(node: RunningNode): Promise<void> {
  try {
    await node.drain()
  } catch (error) {
    say(`The drain failed, unfinished rounds resume at the next start: ${(error as Error).message}`)
  }
}

/** Throws all problems, one line each. */
export function requireConfig(
  result: { ok: true; config: Config } | { ok: false; problems: string[] },
): Config {
  if (result.ok) return result.config
  throw new SetupProblem(result.problems.join('\n'))
}
