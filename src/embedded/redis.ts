// A real Redis as a child program on loopback, its append-only file in the data folder. Must never
// touch a Redis that it did not start.

import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Redis } from 'ioredis'
import { type Child, lastComplaint, type Store, startChild, stopOrphan } from './child.ts'
import { findFreePort } from './free-port.ts'
import { canInstallWithApt, findProgram, installWithApt, type Say } from './install-with-apt.ts'
import { commandLine, isRunning, readPid, workingFolder } from './running-program.ts'
import { keepSecret } from './secret-file.ts'
import { SetupProblem } from './setup-problem.ts'

/** Another program may take the free port before Redis binds it. */
const PORT_ATTEMPTS = 3
/** The first that the machine has is used. */
export const REDIS_PROGRAMS = ['redis-server', 'valkey-server']

async function findRedis(say: Say): Promise<string> {
  const found = findProgram(REDIS_PROGRAMS)
  if (found !== null) return found
  if (canInstallWithApt() && (await installWithApt('redis-server', say))) {
    const installed = findProgram(REDIS_PROGRAMS)
    if (installed !== null) return installed
  }
  const command =
    process.platform === 'darwin' ? 'brew install redis' : 'sudo apt-get install -y redis-server'
  throw new SetupProblem(
    `Redis is missing: run "${command}" and start again, or set REDIS_URL to a Redis of yours.`,
  )
}

function configText(port: number, password: string): string {
  return [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    'daemonize no',
    'pidfile redis.pid',
    'dir .',
    // At most a second of player state is lost with the machine; it is rebuilt from the ledger.
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    '',
  ].join('\n')
}

/** A Redis that a killed run left behind still writes the append-only file: end it first. */
export async function stopLeftoverRedis(folder: string): Promise<void> {
  const pid = readPid(path.join(folder, 'redis.pid'))
  if (pid === null || !isRunning(pid) || !isRedis(pid)) return
  const works = workingFolder(pid)
  if (works !== null && works !== folder) return
  const signals: [NodeJS.Signals, number][] = [
    ['SIGTERM', 10_000],
    ['SIGKILL', 5_000],
  ]
  if (await stopOrphan(pid, signals)) return
  throw new SetupProblem(`An earlier Redis (pid ${pid}) holds ${folder}: end it with kill ${pid}.`)
}

function isRedis(pid: number): boolean {
  const line = commandLine(pid)
  return REDIS_PROGRAMS.some(program => line.includes(program))
}

/** True once Redis has read its file and answers; false when it ended instead. */
async function waitUntilReady(url: string, child: Child): Promise<boolean> {
  const redis = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null })
  // Refused connections are expected until it listens; the client tries again by itself.
  redis.on('error', () => {})
  try {
    return await Promise.race([redis.ping().then(() => true), child.ended.then(() => false)])
  } finally {
    redis.disconnect()
  }
}

/**
 * Starts Redis in `folder`. A given port is kept, so that a restarted Redis has the same address.
 */
export async function startRedis(options: {
  folder: string
  port?: number | undefined
  say?: Say
}): Promise<Store> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 })
  const folder = realpathSync(options.folder)
  const command = await findRedis(options.say ?? (() => {}))
  await stopLeftoverRedis(folder)
  const password = keepSecret(`${folder}.password`, 24)
  const logFile = `${folder}.log`
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findFreePort())
    writeFileSync(path.join(folder, 'redis.conf'), configText(port, password), { mode: 0o600 })
    const stopSignal = 'SIGTERM'
    const child = await startChild({ command, args: ['redis.conf'], folder, logFile, stopSignal })
    const url = `redis://:${password}@127.0.0.1:${port}`
    if (await waitUntilReady(url, child)) return { ...child, url, port }
    const why = lastComplaint(logFile)
    const portWasTaken = /address already in use/i.test(why)
    if (!portWasTaken || attempt === PORT_ATTEMPTS) throw brokenRedis(folder, why)
  }
}

function brokenRedis(folder: string, why: string): SetupProblem {
  return new SetupProblem(
    `Redis can't start in ${folder}: ${why} (log: ${folder}.log). The player state is rebuilt ` +
      'from the ledger, ' +
      `so you may remove that folder (rm -r "${folder}") and start again.`,
  )
}
