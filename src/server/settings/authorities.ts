// Certificate authorities of our own that settings name, as files in PEM: for the stores, and for
// wallets in private networks. A file that holds none is a problem at the start, not a connection
// that fails later.

import { X509Certificate } from 'node:crypto'
import { authorityOf } from '../../ledger/database/address.ts'
import { readTextFile } from './secret-files.ts'
import type { Reader } from './setting-reader.ts'

/** Some hundred authorities. */
const AUTHORITY_MAX_BYTES = 256 * 1024

export interface Authority {
  readonly file: string
  /** One or more certificates in PEM. */
  readonly text: string
}

/** Null: the setting is not given. */
export function readAuthority(reader: Reader, name: string): Authority | null {
  const file = reader.readOptional(name, 'the path of a file', text => text)
  if (file === null) return null
  const read = readAuthorityFile(file)
  if (read.ok) return { file, text: read.text }
  const problem = `${name}: ${read.problem}.`
  // Several addresses ask for the same setting.
  if (!reader.problems.includes(problem)) reader.problems.push(problem)
  return null
}

/** The problem of the file that an address of Postgres names; null: none, or it names no file. */
export function findAuthorityProblem(url: string): string | null {
  const file = authorityOf(url)
  const read = file === null ? null : readAuthorityFile(file)
  return read === null || read.ok ? null : `of its authority ${read.problem}`
}

function readAuthorityFile(file: string) {
  const read = readTextFile(file, AUTHORITY_MAX_BYTES)
  if (!read.ok) return read
  try {
    new X509Certificate(read.text)
    return read
  } catch {
    return { ok: false, problem: 'the file holds no certificate in PEM' } as const
  }
}
