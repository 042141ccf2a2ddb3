// A command on the ledger: its databases are open, their schemas are current, and it is known for
// the audit log who types it.

import type { Command, OptionValues } from '@commander-js/extra-typings'
import type { Pool } from 'pg'
import { SetupProblem } from '../embedded/setup-problem.ts'
import type { AuditedBy } from '../ledger/audit/audit-log.ts'
import { checkShards } from '../ledger/database/carried-shards.ts'
import { checkMigrated } from '../ledger/database/migrations.ts'
import type { PlayerDatabases } from '../ledger/database/player-databases.ts'
import { listDatabases, type ShardMap } from '../ledger/database/shard-map.ts'
import type { MasterKeys } from '../ledger/projects/seal.ts'
import { defineCommand, type Runnable } from './command-line.ts'
import {
  findMap,
  type RedisAccess,
  readOwner,
  type StoreValues,
  withPools,
  withStores,
} from './node/store-access.ts'

export interface Ledger {
  /** The names of the databases, in the order of the pools. */
  map: ShardMap
  /** The pool of the home database. */
  pool: Pool
  pools: PlayerDatabases<Pool>
  masterKey: MasterKeys
  /** True on the stores of an `up`, where wallets may be on loopback. */
  allowLoopback: boolean
  /** Private networks that wallets may be in. */
  networks: readonly string[]
  /** The address of the admin panel; null: not given. */
  adminUrl: string | null
  /** The nodes' Redis. Throws SetupProblem where the environment does not name it. */
  redis(): RedisAccess
  by: AuditedBy
}

/** As `defineCommand` does, with the ledger that the options name. */
export function defineLedgerCommand<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
  run: (ledger: Ledger, ...given: [...Args, Options]) => Promise<number>,
): Runnable {
  const purpose = command.name().replace('reelhouse ', '')
  return defineCommand(command, (...given) =>
    withLedger(purpose, given.at(-1) as Options, ledger => run(ledger, ...given)),
  )
}

/** Runs `work` on the ledger that the options name, when its schema is current. */
export function withLedger<Answer>(
  purpose: string,
  values: StoreValues,
  work: (ledger: Ledger) => Promise<Answer>,
): Promise<Answer> {
  return withStores(purpose, values, async stores => {
    const map = await findMap(stores)
    return withPools(map, async pools => {
      await requireLedgers(map, pools)
      return work({
        map,
        pool: pools.home,
        pools,
        masterKey: stores.masterKey(),
        allowLoopback: stores.development,
        networks: stores.networks,
        adminUrl: stores.adminUrl,
        redis: stores.redis,
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
