// Keeps a generated secret in a file that only its owner can read. Must never print one.

import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'

/**
 * Writes a file, readable only by its owner, that is complete or absent, whatever happens
 * meanwhile.
 */
export function writePrivately(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`
  const handle = openSync(fresh, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  chmodSync(fresh, 0o600)
  renameSync(fresh, file)
}

/** The secret kept in `file`: `bytes` random bytes as hex, made at the first call. */
export function keepSecret(file: string, bytes: number): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secret = randomBytes(bytes).toString('hex')
  writePrivately(file, `${secret}\n`)
  return secret
}
