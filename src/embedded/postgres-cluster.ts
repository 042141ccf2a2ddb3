// The folder of a Postgres cluster: makes one, checks one. Must never write into an existing
// cluster.

import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from './child.ts'
import { callAs, type ProgramUser } from './postgres-user.ts'
import { SetupProblem } from './setup-problem.ts'

export const SUPERUSER = 'reelhouse'
const VERSION = '18'
const execute = promisify(execFile)

/**
 * Makes the cluster beside its place and moves it there complete: a half-made one is never used.
 */
export async function makeCluster(
  folder: string,
  user: ProgramUser | null,
  initdb: string,
): Promise<void> {
  const fresh = `${folder}.new`
  const passwordFile = `${folder}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  if (user !== null) for (const file of [fresh, passwordFile]) chownSync(file, user.uid, user.gid)
  const args = [
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Order by bytes: the same on every system, and prefix searches need no special operator class
    // in indexes.
    '--no-locale',
  ]
  const { command, args: programArgs, user: runAs } = callAs(user, initdb, args, fresh)
  try {
    const options = { cwd: fresh, env: childEnvironment(), ...runAs }
    await execute(command, [...programArgs], options)
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    const why = (stderr?.trim() || message).split('\n').slice(-2).join(' | ')
    throw new SetupProblem(`Postgres can't be set up in ${folder}: ${why}`)
  }
  renameSync(fresh, folder)
}

/** Throws unless the folder holds a cluster that this Postgres can open. */
export function checkCluster(folder: string): void {
  let version: string
  try {
    version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new SetupProblem(`${folder} belongs to another user: start Reelhouse as that user.`)
    }
    throw brokenCluster(folder, 'it holds no Postgres cluster')
  }
  if (version !== VERSION) {
    throw brokenCluster(folder, `it was made by Postgres ${version}, not ${VERSION}`)
  }
  if (!existsSync(`${folder}.password`)) {
    throw brokenCluster(folder, `its password file ${folder}.password is missing`)
  }
}

export function clusterIsMissing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0
}

export function brokenCluster(folder: string, why: string): SetupProblem {
  return new SetupProblem(
    `Postgres can't use ${folder}: ${why} (log: ${folder}.log). Restore it from a backup, or ` +
      'move it away to start ' +
      'with an empty ledger.',
  )
}
