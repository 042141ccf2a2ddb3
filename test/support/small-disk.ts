// A small disk in memory with a tablespace of the tests' Postgres on it, which a test fills and
// empties. Needs the right to mount; removed with the test.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { postgresUser } from '../../src/embedded/postgres-user.ts'
import { asAdmin } from './database-admin.ts'
import type { Owner } from './owner.ts'

/** A database of the tests has 15 MB. */
const DISK_MB = 96
const BLOCK = Buffer.alloc(64 * 1024)

export interface SmallDisk {
  readonly tablespace: string
  fill(): void
  empty(): void
}

/** Null: this process may not mount. */
export async function mountSmallDisk(owner: Owner): Promise<SmallDisk | null> {
  const user = postgresUser(() => {})
  if (user === null) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder])
  } catch {
    rmdirSync(folder)
    return null
  }
  const files = path.join(folder, 'files')
  execFileSync('mkdir', [files])
  chownSync(folder, user.uid, user.gid)
  chownSync(files, user.uid, user.gid)
  const tablespace = `small_${randomBytes(8).toString('hex')}`
  const server = process.env.REELHOUSE_TEST_DATABASE_URL!
  await asAdmin(server, admin => admin.query(`CREATE TABLESPACE ${tablespace} LOCATION '${files}'`))
  owner.teardown(async () => {
    await asAdmin(server, admin => admin.query(`DROP TABLESPACE ${tablespace}`))
    execFileSync('umount', [folder])
    rmdirSync(folder)
  })
  const filler = path.join(folder, 'filler')
  return { tablespace, fill: () => fillUp(filler), empty: () => rmSync(filler, { force: true }) }
}

/** Down to the last page. */
function fillUp(file: string): void {
  const fd = openSync(file, 'a')
  try {
    for (let size = BLOCK.length; size >= 4096; ) {
      try {
        writeSync(fd, BLOCK, 0, size)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size /= 2
      }
    }
  } finally {
    closeSync(fd)
  }
}
