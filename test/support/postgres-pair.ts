// A Postgres with a standby, asynchronous by default, both started for the test on loopback, and
// one address that leads to either of them.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Test } from 'tap'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { openGate } from './gate.ts'
import { ask, copyFiles, startOnCopy } from './postgres-copy.ts'
import { until } from './until.ts'

export interface PostgresPair {
  /** Of the primary, and of the standby once it is promoted. */
  url: string
  /** From now on a commit is acknowledged once the standby has it. */
  waitForStandby(): Promise<void>
  /** The standby stands still: commits that wait for it go on waiting, until it is resumed. */
  pauseStandby(): Promise<{ resume(): void }>
  /**
   * Cancels one wait for the standby, as an administrator may: the commit is on the primary only,
   * and acknowledged. @param name of the waiting connection
   */
  cancelWait(name: string): Promise<void>
  /** Earlier commits are on the standby; commits from now on are not. */
  partStandby(): Promise<void>
  /** The primary is killed, the standby promoted, and the address leads to it. */
  failOver(): Promise<void>
}

export async function startPostgresPair(t: Test): Promise<PostgresPair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-pair-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const primary = await startPostgres({ folder: path.join(folder, 'primary') })
  t.teardown(primary.stop)
  const standbyUrl = await startStandby(t, folder, primary.url)
  const gate = await openGate(t, primary.url)
  return {
    url: gate.url,
    async waitForStandby() {
      await ask(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
      await ask(primary.url, 'SELECT pg_reload_conf()')
      const asked = 'SELECT sync_state FROM pg_stat_replication'
      await until('the standby is synchronous', async () => {
        return (await ask(primary.url, asked)).rows[0]?.sync_state === 'sync'
      })
    },
    async pauseStandby() {
      const { rows } = await ask(standbyUrl, 'SELECT pid FROM pg_stat_wal_receiver')
      const { pid } = rows[0] as { pid: number }
      process.kill(pid, 'SIGSTOP')
      return { resume: () => void process.kill(pid, 'SIGCONT') }
    },
    async cancelWait(name) {
      await until('its wait is cancelled', async () => {
        const { rows } = await ask(
          primary.url,
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
           WHERE wait_event = 'SyncRep' AND application_name = $1 LIMIT 1`,
          [name],
        )
        return rows.length === 1
      })
    },
    async partStandby() {
      await until('the standby has all', () => hasAll(primary.url, standbyUrl))
      await ask(standbyUrl, `ALTER SYSTEM SET primary_conninfo = ''`)
      await ask(standbyUrl, 'SELECT pg_reload_conf()')
      await until('the standby receives nothing', async () => {
        const { rows } = await ask(standbyUrl, 'SELECT FROM pg_stat_wal_receiver')
        return rows.length === 0
      })
    },
    async failOver() {
      gate.close()
      process.kill(primary.pid, 'SIGKILL')
      await primary.ended
      await ask(standbyUrl, 'SELECT pg_promote()')
      gate.lead(standbyUrl)
      gate.open()
    },
  }
}

async function startStandby(t: Test, folder: string, primaryUrl: string): Promise<string> {
  const copy = path.join(folder, 'standby')
  await copyFiles(primaryUrl, path.join(folder, 'primary'), copy)
  const { username, password, port: primaryPort } = new URL(primaryUrl)
  const address = `host=127.0.0.1 port=${primaryPort}`
  const { port } = await startOnCopy(t, copy, 'standby', {
    primary_conninfo: `${address} user=${username} password=${password} application_name=standby`,
  })
  const url = Object.assign(new URL(primaryUrl), { port }).href
  await until('the standby follows', () => hasAll(primaryUrl, url).catch(() => false))
  return url
}

async function hasAll(primaryUrl: string, standbyUrl: string): Promise<boolean> {
  const { rows } = await ask(primaryUrl, 'SELECT pg_current_wal_flush_lsn()::text AS lsn')
  const sql = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS all'
  const replayed = await ask(standbyUrl, sql, [rows[0]!.lsn])
  return replayed.rows[0]!.all === true
}
