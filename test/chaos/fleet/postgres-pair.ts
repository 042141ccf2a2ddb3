// A Postgres whose commits wait for a standby, the standby, and the failover after the loss of the
// primary's machine. All belong to a run. A commit must never be acknowledged while one of two
// running servers lacks it.

import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../../src/embedded/child.ts'
import { startPostgres, withDatabase } from '../../../src/embedded/postgres.ts'
import { openGate } from '../../support/gate.ts'
import type { Owner } from '../../support/owner.ts'
import { ask, copyFiles, startOnCopy } from '../../support/postgres-copy.ts'
import { until } from '../../support/until.ts'
import { withChildren } from '../stores.ts'
import { fillDisk } from './full-disk.ts'

/** The time that a failover monitor would need is not the platform's: it is short here. */
const NOTICED_MS = 500
const PROMOTED_S = 30
/** A standby that connects later finds the log from its copy on. */
const WAL_KEPT = '512MB'
/** Named, because the copy of a place that moves would be a standby too. */
const STANDBY = 'standby'
const STREAMS = `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`
const FOLLOWS = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`

/** A server of the pair, and its data folder. */
type Server = Store & { files: string }

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>

/**
 * @param disk where the first primary keeps its files
 * @param settings of all servers
 */
export async function startPostgresPair(
  owner: Owner,
  folder: string,
  disk: string,
  settings: Readonly<Record<string, string>>,
) {
  const running: Store[] = []
  owner.teardown(() => killAll(running))
  const files = path.join(disk, 'postgres')
  let primary: Server = { ...(await startPostgres({ folder: files, settings })), files }
  running.push(primary)
  await query(primary, `ALTER SYSTEM SET wal_keep_size = '${WAL_KEPT}'`)
  let standby = await addStandby()
  const gate = await openGate(owner, primary.url)

  /** Commits wait for the standby once it follows. */
  async function addStandby(): Promise<Server> {
    const copy = path.join(folder, `postgres-copy-${running.length}`)
    const { port: primaryPort, username, password } = new URL(primary.url)
    await copyFiles(primary.url, primary.files, copy)
    const login = `user=${username} password=${password}`
    const address = `host=127.0.0.1 port=${primaryPort} ${login} application_name=${STANDBY}`
    const child = await startOnCopy(owner, copy, 'standby', {
      ...settings,
      primary_conninfo: address,
      // It does not wait for a standby when it is promoted.
      synchronous_standby_names: '',
    })
    const url = Object.assign(new URL(primary.url), { port: String(child.port) }).href
    const store = { ...child, url, files: copy }
    running.push(store)
    // Otherwise commits would wait for a standby that is only starting.
    await until('the standby streams', async () => (await query(primary, STREAMS)).length === 1)
    await query(primary, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
    await query(primary, 'SELECT pg_reload_conf()')
    await until('the standby follows', async () => (await query(primary, FOLLOWS)).length === 1)
    return store
  }

  async function restartPrimary(): Promise<boolean> {
    const answers = () =>
      query(primary, 'SELECT 1').then(
        () => true,
        () => false,
      )
    await until('the primary answers or has ended', async () =>
      primary.hasEnded() ? true : answers(),
    )
    if (!primary.hasEnded()) return false
    const { port } = primary
    primary = { ...(await startPostgres({ folder: files, port, settings })), files }
    running.push(primary)
    return true
  }

  return {
    /** The address of the present primary. */
    url: gate.url,
    /** Of the primary at this moment. */
    primaryUrl: () => primary.url,
    /** SIGKILL to all processes of the primary; the standby is the primary when this resolves. */
    async failOver(): Promise<void> {
      gate.close()
      await killAll([primary])
      await sleep(NOTICED_MS)
      primary = standby
      await query(primary, `SELECT pg_promote(true, ${PROMOTED_S})`)
      gate.lead(primary.url)
      gate.open()
    },
    /**
     * No byte is free on the first primary's disk for a time; then it is started again, as a
     * supervisor would, if it has ended. @returns what came of it
     */
    async fillDisk(ms: number): Promise<string> {
      if (primary.files !== files) throw new Error('the first primary is gone')
      const full = await fillDisk(disk, sql => query(primary, sql))
      await sleep(ms)
      full.empty()
      const hasEnded = await restartPrimary()
      return hasEnded ? 'Postgres ended, and was started again' : 'Postgres stayed up'
    },
    /** A new standby that replaces the promoted one. */
    async restoreStandby(): Promise<void> {
      standby = await addStandby()
    },
  }
}

async function query({ url }: Store, sql: string): Promise<unknown[]> {
  return (await ask(withDatabase(url, 'postgres'), sql)).rows
}

/**
 * As in a power failure. They could not shut down in order: the last commit waits for a standby
 * that is gone.
 */
async function killAll(stores: readonly Store[]): Promise<void> {
  const living = stores.filter(store => !store.hasEnded())
  for (const pid of living.flatMap(store => withChildren(store.pid))) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went down with the first.
    }
  }
  await Promise.all(living.map(store => store.ended))
}
