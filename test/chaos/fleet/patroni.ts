// A Postgres that Patroni fails over: two servers with deploy/patroni/patroni.yml, an etcd, and an
// HAProxy with deploy/patroni/haproxy.cfg that leads to the leader. All belong to a run. Only kills
// and starts machines: who is primary is decided by Patroni alone.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '../../../src/embedded/child.ts'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { callAs, type ProgramUser, postgresUser } from '../../../src/embedded/postgres-user.ts'
import { PROJECT_ROOT } from '../../../src/environment.ts'
import { holdPort } from '../../support/held-port.ts'
import type { Owner } from '../../support/owner.ts'
import { ask } from '../../support/postgres-copy.ts'
import { until, untilFound } from '../../support/until.ts'
import { withChildren } from '../stores.ts'
import { type FullDisk, fillDisk } from './full-disk.ts'
import { HAPROXY } from './proxy.ts'

/** Where Debian puts the programs of each version of Postgres. */
const VERSIONS = '/usr/lib/postgresql'
const SHIPPED = path.join(PROJECT_ROOT, 'deploy/patroni')
const DATABASE = 'reelhouse'
const SUPERUSER = 'postgres'
const FOLLOWS = `SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`
const MACHINES = 2
/** Below a machine's folder. */
const DATA = 'data'
const REST_DEADLINE_MS = 2_000
const TTL_S = Number(
  /^ {4}ttl: (\d+)$/m.exec(readFileSync(path.join(SHIPPED, 'patroni.yml'), 'utf8'))![1],
)
/** How long the lease of a dead leader lasts at most, and a check of the proxy. */
export const PATRONI_NOTICES_MS = (TTL_S + 1) * 1000

/** The Debian packages, and the program of each. */
export const PATRONI_PROGRAMS = {
  patroni: () => findProgram(['patroni']),
  'etcd-server': () => findProgram(['etcd']),
  postgresql: () => findServerPrograms(),
} as const

/** A machine with Patroni and its Postgres. */
interface Machine {
  name: string
  port: number
  restPort: number
  folder: string
  child: Child | null
}

/** The folder of the newest version; null if no version is installed. */
function findServerPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null
  const [newest] = readdirSync(VERSIONS)
    .map(Number)
    .sort((a, b) => b - a)
  const folder = path.join(VERSIONS, String(newest), 'bin')
  return existsSync(path.join(folder, 'postgres')) ? folder : null
}

/** @param disk where the first server keeps its files */
export async function startPatroni(owner: Owner, folder: string, disk: string) {
  const user = postgresUser(() => {})
  const passwords = { superuser: newPassword(), replication: newPassword() }
  const etcd = await startEtcd(owner, path.join(folder, 'etcd'))
  const machines: Machine[] = []
  for (const [at, home] of [disk, folder].entries()) {
    const [port, restPort] = [await holdPort(), await holdPort()]
    const place = path.join(home, `patroni-${at}`)
    machines.push({ name: `postgres-${at}`, port, restPort, folder: place, child: null })
  }
  const start = (machine: Machine) => startMachine(machine, { user, passwords, etcd })
  owner.teardown(() => Promise.all(machines.map(kill)))
  for (const machine of machines) {
    makeFolder(machine.folder, user)
    await start(machine)
    await findLeader(machines)
  }
  const proxyPort = await startProxy(owner, path.join(folder, 'ledger-proxy'), machines)
  const urlOf = (database: string) =>
    `postgres://${SUPERUSER}:${passwords.superuser}@127.0.0.1:${proxyPort}/${database}`
  const server = urlOf('postgres')
  await until('the proxy leads to the leader', () => leads(server))
  await ask(server, `CREATE DATABASE ${DATABASE}`)
  let lost: Machine | null = null
  const untilFollowed = () =>
    until('a synchronous standby follows', async () => {
      const found = await ask(server, FOLLOWS).catch(() => null)
      return found?.rows.length === 1
    })
  await untilFollowed()

  return {
    url: urlOf(DATABASE),
    /** The proxy's address, which leads to the primary. */
    primaryUrl: () => urlOf(DATABASE),
    /** SIGKILL to the leader's machine; resolves when Patroni has made the other one leader. */
    async failOver(): Promise<void> {
      lost = await findLeader(machines)
      await kill(lost)
      const others = machines.filter(machine => machine !== lost)
      await findLeader(others)
      await until('the proxy leads to the leader', () => leads(server))
    },
    /** No byte is free on the first server's disk for a time. @returns what came of it */
    async fillDisk(ms: number): Promise<string> {
      const before = await findLeader(machines)
      if (before !== machines[0]) throw new Error('the first server is not the leader')
      const full: FullDisk = await fillDisk(disk, sql => ask(server, sql))
      await sleep(ms)
      full.empty()
      const now = await findLeader(machines)
      await until('the proxy leads to the leader', () => leads(server))
      await untilFollowed()
      return now === before ? 'the leader stayed' : 'Patroni made the other server leader'
    },
    /** The lost machine is back: its Postgres becomes the standby. */
    async restoreStandby(): Promise<void> {
      if (lost !== null) await start(lost)
      lost = null
      await untilFollowed()
    },
  }
}

const newPassword = () => randomBytes(24).toString('hex')

/** Postgres refuses a folder of data that others may read, and a copy keeps the folder it finds. */
function makeFolder(folder: string, user: ProgramUser | null): void {
  mkdirSync(path.join(folder, DATA), { recursive: true, mode: 0o700 })
  if (user !== null) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}

/**
 * Patroni is the first process of a space of processes of its machine, so that it reaps what
 * Postgres leaves, and its end is the end of all.
 */
async function startMachine(
  machine: Machine,
  {
    user,
    passwords,
    etcd,
  }: {
    user: ProgramUser | null
    passwords: { superuser: string; replication: string }
    etcd: string
  },
): Promise<void> {
  const { name, port, restPort, folder } = machine
  const [listen, rest] = [`127.0.0.1:${port}`, `127.0.0.1:${restPort}`]
  const settings = path.join(folder, 'patroni.yml')
  copyFileSync(path.join(SHIPPED, 'patroni.yml'), settings)
  const patroni = callAs(user, PATRONI_PROGRAMS.patroni()!, [settings], folder)
  const identity =
    patroni.user === undefined
      ? []
      : ['setpriv', `--reuid=${user!.uid}`, `--regid=${user!.gid}`, '--clear-groups', '--']
  const apart = ['--pid', '--fork', '--kill-child', '--mount-proc', '--']
  machine.child = await startChild({
    command: findProgram(['unshare'])!,
    args: [...apart, ...identity, patroni.command, ...patroni.args],
    folder,
    logFile: `${folder}.log`,
    stopSignal: 'SIGKILL',
    env: {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: etcd,
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: listen,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: listen,
      PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, DATA),
      PATRONI_POSTGRESQL_BIN_DIR: findServerPrograms()!,
      PATRONI_POSTGRESQL_PGPASS: path.join(folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: SUPERUSER,
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
    },
  })
}

/** As in a power failure: the process ids that the data folder names mean nothing afterwards. */
async function kill(machine: Machine): Promise<void> {
  const { child, folder } = machine
  machine.child = null
  if (child === null || child.hasEnded()) return
  const [, first] = withChildren(child.pid)
  if (first !== undefined) process.kill(first, 'SIGKILL')
  await child.stop()
  rmSync(path.join(folder, DATA, 'postmaster.pid'), { force: true })
}

/** The machine whose Patroni says that it is leader and takes writes. */
const findLeader = (machines: readonly Machine[]) =>
  untilFound('there is a leader', async () => {
    for (const machine of machines) {
      if (machine.child?.hasEnded() === true) {
        throw new Error(`Patroni ended: ${readFileSync(`${machine.folder}.log`, 'utf8')}`)
      }
      const signal = AbortSignal.timeout(REST_DEADLINE_MS)
      const url = `http://127.0.0.1:${machine.restPort}/primary`
      const answer = await fetch(url, { signal }).catch(() => null)
      await answer?.body?.cancel()
      if (answer?.status === 200) return machine
    }
    return null
  })

/**
 * The proxy takes every server for the leader until it has checked them: one after the other, two
 * connections would come to both.
 */
async function leads(url: string): Promise<boolean> {
  try {
    for (let tries = 0; tries < MACHINES; tries++) {
      const { rows } = await ask(url, 'SELECT pg_is_in_recovery() AS follows')
      if (rows[0]?.follows !== false) return false
    }
    return true
  } catch {
    return false
  }
}

/** Resolves with its address. */
async function startEtcd(owner: Owner, folder: string): Promise<string> {
  const [port, peerPort] = [await holdPort(), await holdPort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  mkdirSync(folder, { mode: 0o700 })
  const child = await startChild({
    command: PATRONI_PROGRAMS['etcd-server']()!,
    args: [
      ['--name', 'fleet'],
      ['--data-dir', path.join(folder, 'data')],
      ['--listen-client-urls', client],
      ['--advertise-client-urls', client],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `fleet=${peer}`],
    ].flat(),
    folder,
    logFile: `${folder}.log`,
    stopSignal: 'SIGKILL',
  })
  owner.teardown(child.stop)
  await until('etcd answers', async () => {
    const answer = await fetch(`${client}/health`).catch(() => null)
    return answer?.status === 200
  })
  return `127.0.0.1:${port}`
}

/** Resolves with its port. */
async function startProxy(
  owner: Owner,
  folder: string,
  machines: readonly Machine[],
): Promise<number> {
  const port = await holdPort()
  const file = path.join(folder, 'haproxy.cfg')
  const servers = machines.map(
    each => `  server ${each.name} 127.0.0.1:${each.port} port ${each.restPort}\n`,
  )
  const shipped = readFileSync(path.join(SHIPPED, 'haproxy.cfg'), 'utf8')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(
    file,
    shipped
      .replace('bind :5000', `bind 127.0.0.1:${port}`)
      .replace(/(?: {2}server .*\n)+/, () => servers.join('')),
  )
  const child = await startChild({
    command: HAPROXY!,
    args: ['-db', '-f', file],
    folder,
    logFile: `${folder}.log`,
    stopSignal: 'SIGKILL',
  })
  owner.teardown(child.stop)
  return port
}
