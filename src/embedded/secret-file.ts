// Keeps a generated secret in a file only its owner reads. Must never print one.

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

/** Writes a file that is complete or absent, whatever happens in between, readable by its owner. */
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
