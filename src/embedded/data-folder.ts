// The folder where `up` keeps everything: its lock, its master key, and the addresses of a running
// one. Must never let two runs use one folder, nor respect a lock whose owner is gone.

import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { isRunning, startMark } from './running-program.ts'
import { keepSecret, writePrivately } from './secret-file.ts'
import { SetupProblem } from './setup-problem.ts'

export interface Owner {
  pid: number
  /** Distinguishes this program from a later one with the same id. */
  startMark: string | null
  /** What it is doing, for the message: `up`, or the name of a short command. */
  purpose: string
}

/** What a running `up` publishes for the other commands. */
export interface Runtime extends Owner {
  baseUrl: string
  /** The address of the admin panel: scheme, host and port. */
  adminUrl: string
  redisUrl: string
  databaseUrl: string
  /** The key of this run, from its environment or the folder. Only the file's owner can read it. */
  masterKey: string
}

export interface DataFolder {
  path: string
  masterKey(): string
  publishRuntime(runtime: Omit<Runtime, keyof Owner>): void
  release(): void
}

export type OpenResult =
  | { taken: false; folder: DataFolder }
  | { taken: true; owner: Owner; runtime: Runtime | null }

const LOCK = 'lock.json'
const RUNTIME = 'runtime.json'

function readOwner<Kind extends Owner>(file: string): Kind | null {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : null
  } catch {
    return null
  }
}

function isAlive(owner: Owner): boolean {
  return isRunning(owner.pid) && startMark(owner.pid) === owner.startMark
}

/** Takes the lock if it is free, with a file that is complete from the moment it exists. */
function tryLock(lock: string, owner: Owner): boolean {
  const own = `${lock}.${process.pid}`
  writePrivately(own, JSON.stringify(owner))
  try {
    linkSync(own, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Removes a lock whose owner is gone. Two starts may do this at once, and the slower one would
 * remove the faster one's new lock: it notices by reading what it moved away, and puts it back.
 */
function removeAbandonedLock(lock: string): void {
  const aside = `${lock}.${process.pid}.abandoned`
  try {
    renameSync(lock, aside)
    const moved = readOwner(aside)
    if (moved !== null && isAlive(moved)) linkSync(aside, lock)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function lockFolder(folder: string, owner: Owner): Owner | null {
  const lock = path.join(folder, LOCK)
  for (;;) {
    if (tryLock(lock, owner)) return null
    const holder = readOwner(lock)
    if (holder !== null && isAlive(holder)) return holder
    removeAbandonedLock(lock)
  }
}

/** Where the `up` that runs on this folder answers; null when none is running. */
export function readRuntime(folder: string): Runtime | null {
  const runtime = readOwner<Runtime>(path.join(folder, RUNTIME))
  return runtime !== null && isAlive(runtime) ? runtime : null
}

function makeFolder(folder: string): string {
  try {
    // Others may pass (Postgres may run as its own user) but not look around.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder')
    return realpathSync(folder)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SetupProblem(
      `The data folder ${folder} can't be used (${code ?? message}): choose another with ` +
        '--data-dir.',
    )
  }
}

/**
 * Made with a new folder; a lost key is never replaced, because nothing could be opened with the
 * new one.
 */
function keepMasterKey(folder: string): string {
  const file = path.join(folder, 'master.key')
  if (!existsSync(file) && existsSync(path.join(folder, 'postgres'))) {
    throw new SetupProblem(
      `${file} is missing, and the keys in the ledger can't be opened without it: ` +
        'restore it, or set MASTER_KEY.',
    )
  }
  const key = keepSecret(file, 32)
  if (/^[0-9a-f]{64}$/.test(key)) return key
  throw new SetupProblem(`${file} does not hold a master key (64 hex digits): restore it.`)
}

/** Opens a data folder for this process only, or returns who has it. */
export function openDataFolder(wanted: string, purpose: string): OpenResult {
  const folder = makeFolder(path.resolve(wanted))
  const owner: Owner = { pid: process.pid, startMark: startMark(process.pid), purpose }
  const holder = lockWritable(folder, owner)
  if (holder !== null) return { taken: true, owner: holder, runtime: readRuntime(folder) }
  const runtimeFile = path.join(folder, RUNTIME)
  const release = () => {
    process.off('exit', release)
    rmSync(runtimeFile, { force: true })
    rmSync(path.join(folder, LOCK), { force: true })
  }
  process.on('exit', release)
  return {
    taken: false,
    folder: {
      path: folder,
      masterKey: () => keepMasterKey(folder),
      publishRuntime: runtime =>
        writePrivately(runtimeFile, JSON.stringify({ ...owner, ...runtime })),
      release,
    },
  }
}

function lockWritable(folder: string, owner: Owner): Owner | null {
  try {
    return lockFolder(folder, owner)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new SetupProblem(
      `The data folder ${folder} can't be written (${code}): make room or mend its rights, ` +
        'or choose another with --data-dir.',
    )
  }
}
