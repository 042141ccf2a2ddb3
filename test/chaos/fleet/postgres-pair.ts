// A Postgres whose commits wait for a standby, the standby, and what follows when the primary's machine is
// gone. All of a run's own. Must never let a commit be acknowledged that one of two running servers lacks.

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../../src/embedded/child.ts'
import { startPostgres, withDatabase } from '../../../src/embedded/postgres.ts'
import { openGate } from '../../support/gate.ts'
import type { Owner } from '../../support/owner.ts'
import { ask, copyFiles, startOnCopy } from '../../support/postgres-copy.ts'
import { until } from '../../support/until.ts'
import { withChildren } from '../stores.ts'

/** What a watcher of servers would need to notice is no part of the platform: it is short here. */
const NOTICED_MS = 500
const PROMOTED_S = 30
/** A standby that follows later finds the log from its copy on. */
const WAL_KEPT = '512MB'
const STREAMS = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`
const FOLLOWS = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`

/** A server of the pair, and where its files lie. */
type Server = Store & { files: string }

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>

export async function startPostgresPair(owner: Owner, folder: string) {
  const running: Store[] = []
  owner.teardown(() => killAll(running))
  const files = path.join(folder, 'postgres')
  let primary: Server = { ...(await startPostgres({ folder: files })), files }
  running.push(primary)
  await tell(primary, `ALTER SYSTEM SET wal_keep_size = '${WAL_KEPT}'`)
  let standby = await addStandby()
  const gate = await openGate(owner, primary.url)

  /** Commits wait for it once it follows. */
  async function addStandby(): Promise<Server> {
    const copy = path.join(folder, `postgres-copy-${running.length}`)
    const { port: primaryPort, username, password } = new URL(primary.url)
    await copyFiles(primary.url, primary.files, copy)
    const address = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`
    const child = await startOnCopy(owner, copy, 'standby', {
      primary_conninfo: address,
      // It waits for nobody when it is promoted.
      synchronous_standby_names: '',
    })
    const url = Object.assign(new URL(primary.url), { port: String(child.port) }).href
    const store = { ...child, url, files: copy }
    running.push(store)
    // Commits would wait for a standby that only starts.
    await until('the standby streams', async () => (await tell(primary, STREAMS)).length === 1)
    await tell(primary, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await tell(primary, 'SELECT pg_reload_conf()')
    await until('the standby follows', async () => (await tell(primary, FOLLOWS)).length === 1)
    return store
  }

  return {
    /** Leads to whoever is the primary. */
    url: gate.url,
    /** Of the primary of this moment. */
    primaryUrl: () => primary.url,
    /** SIGKILL to all of the primary; the standby is the primary when this resolves. */
    async failOver(): Promise<void> {
      gate.close()
      await killAll([primary])
      await sleep(NOTICED_MS)
      primary = standby
      await tell(primary, `SELECT pg_promote(true, ${PROMOTED_S})`)
      gate.lead(primary.url)
      gate.open()
    },
    /** A new standby, in place of the one that was promoted. */
    async restoreStandby(): Promise<void> {
      standby = await addStandby()
    },
  }
}

async function tell({ url }: Store, sql: string): Promise<unknown[]> {
  return (await ask(withDatabase(url, 'postgres'), sql)).rows
}

/** As when their machines lose power. In order they could not end: the last commit waits for a standby that is gone. */
async function killAll(stores: readonly Store[]): Promise<void> {
  const living = stores.filter(store => !store.hasEnded())
  for (const pid of living.flatMap(store => withChildren(store.pid))) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has gone with the first.
    }
  }
  await Promise.all(living.map(store => store.ended))
}
