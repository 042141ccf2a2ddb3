// Postgres refuses to run as root: this file finds or makes the user that it runs as, and gives
// that user access to files below folders that it may not enter. Must never change the rights of a
// folder that isn't ours.

import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { findProgram, isRoot, type Say } from './install-with-apt.ts'
import { SetupProblem } from './setup-problem.ts'

export interface ProgramUser {
  uid: number
  gid: number
}

export interface ProgramCall {
  command: string
  args: readonly string[]
  user?: ProgramUser | undefined
}

const NAME = 'postgres'

function lookUp(): ProgramUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find(entry => entry.startsWith(`${NAME}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined ? null : { uid: Number(uid), gid: Number(gid) }
}

/** The user to become, or null when we are not root and Postgres can run as ourselves. */
export function postgresUser(say: Say): ProgramUser | null {
  if (!isRoot()) return null
  const found = lookUp()
  if (found !== null) return found
  say(`Postgres can't run as root; adding the system user "${NAME}" for it.`)
  try {
    execFileSync('groupadd', ['--system', NAME], { stdio: 'ignore' })
  } catch {
    // The group may exist already; if not, the next command fails and reports it.
  }
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '-g', NAME, NAME], { stdio: 'ignore' })
  } catch {
    throw new SetupProblem(
      `Postgres can't run as root and the user "${NAME}" can't be added: start Reelhouse as a ` +
        'user without root rights, or set DATABASE_URL.',
    )
  }
  return lookUp()
}

/** Execute for a program, search for a folder. */
function mayEnter(file: string, user: ProgramUser): boolean {
  const { mode, uid, gid } = statSync(file)
  if (uid === user.uid) return (mode & 0o100) !== 0
  return (mode & (gid === user.gid ? 0o010 : 0o001)) !== 0
}

/** Whether that user can reach the file: a checkout below /root is closed to it. */
export function canReach(file: string, user: ProgramUser): boolean {
  const folder = path.dirname(file)
  return mayEnter(file, user) && (folder === file || canReach(folder, user))
}

/**
 * How to run a Postgres program as that user on `folder`. If the folder is inside one that is
 * closed to the user, the program also gets the capability to pass it (setpriv, part of
 * util-linux).
 */
export function callAs(
  user: ProgramUser | null,
  command: string,
  args: readonly string[],
  folder: string,
): ProgramCall {
  if (user === null) return { command, args }
  if (canReach(folder, user)) return { command, args, user }
  const setpriv = findProgram(['setpriv'])
  if (setpriv === null) {
    throw new SetupProblem(
      `Postgres runs as the user "${NAME}", who may not enter ${path.dirname(folder)}: ` +
        'choose another folder with --data-dir, or set DATABASE_URL.',
    )
  }
  const pass = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...pass]
  return { command: setpriv, args: [...identity, '--', command, ...args] }
}
