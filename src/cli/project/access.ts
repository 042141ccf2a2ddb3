// What the commands on one project share: its stores, the project itself, and how it is shown.
// Never shows a key.

import type { Pool } from 'pg'
import { printSettings } from '../../core/project-settings.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import { checkShards } from '../../ledger/database/carried-shards.ts'
import { checkMigrated } from '../../ledger/database/migrations.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { listDatabases, mapShards, type ShardMap } from '../../ledger/database/shard-map.ts'
import { findProject, type Project } from '../../ledger/projects/projects.ts'
import type { MasterKeys } from '../../ledger/projects/seal.ts'
import { type StoreValues, withPools, withStores } from '../node/store-access.ts'
import { readOwner } from '../owner.ts'

export interface Ledger {
  /** The names of the databases, in the order of the pools. */
  map: ShardMap
  /** The pool of the home database. */
  pool: Pool
  pools: PlayerDatabases<Pool>
  masterKey: MasterKeys
  /** True on the stores of an `up`, where wallets may be on loopback. */
  allowLoopback: boolean
  /** The address of the admin panel; null: not given. */
  adminUrl: string | null
  by: AuditedBy
}

/** Runs `work` on the ledger that the options name, when its schema is current. */
export function withLedger<Answer>(
  purpose: string,
  values: StoreValues,
  work: (ledger: Ledger) => Promise<Answer>,
): Promise<Answer> {
  return withStores(purpose, values, stores => {
    const map = mapShards(stores.databaseUrl, stores.databaseShards)
    return withPools(map, async pools => {
      await requireLedgers(map, pools)
      return work({
        map,
        pool: pools.home,
        pools,
        masterKey: stores.masterKey(),
        allowLoopback: stores.development,
        adminUrl: stores.adminUrl,
        by: readOwner(),
      })
    })
  })
}

async function requireLedgers(map: ShardMap, { all }: PlayerDatabases<Pool>): Promise<void> {
  for (const [place, database] of listDatabases(map).entries()) {
    const pool = all[place]!
    const problem = (await checkMigrated(pool)) ?? (await checkShards(pool, database))
    if (problem !== null) throw new SetupProblem(problem)
  }
}

export async function requireProject(ledger: Ledger, projectId: string): Promise<Project> {
  const project = await findProject(ledger.pool, ledger.masterKey, projectId)
  if (project === null)
    throw new SetupProblem(`There is no project ${projectId} (UNKNOWN_PROJECT).`)
  return project
}

export function describeProject(project: Project) {
  return {
    project_id: project.projectId,
    internal: project.internal,
    callback_url: project.callbackUrl,
    allowed_networks: project.allowedNetworks,
    default_language: project.defaultLanguage,
    key_sha256: project.apiKeySha256.toString('hex'),
    revision: project.revision,
    settings: printSettings(project.settings),
  }
}

export const LOCKED =
  'It is an internal project (PARTNER_LOCKED): its key and its callback are the platform’s own.'
