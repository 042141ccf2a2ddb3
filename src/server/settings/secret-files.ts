// Secrets that stand in files instead of the environment: NAME_FILE names the file of NAME. Every
// problem names the variable, and never what the file holds.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { type Environment, readEnvironment } from '../../environment.ts'

/** Settings that hold a secret, or an address with a password in it. */
export const SECRET_SETTINGS = [
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_SHARDS',
  'DATABASE_SHARDS_DIRECT',
  'DATABASE_SERVERS',
  'REDIS_URL',
  'REDIS_USERNAME',
  'REDIS_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

export const fileSettingOf = (name: string) => `${name}_FILE`

/** The longest secret is a list of databases, with an address of some 200 bytes for each. */
const SECRET_FILE_MAX_BYTES = 64 * 1024

/** The environment of this process with its secrets, of which some may stand in files. */
export function readSettings(): Environment {
  const { env, problems } = readSecretFiles(readEnvironment())
  if (problems.length > 0) throw new SetupProblem(problems.join('\n'))
  return env
}

/** Puts what the files hold in the place of the variables that name them. */
export function readSecretFiles(given: Environment): { env: Environment; problems: string[] } {
  const env: Record<string, string | undefined> = { ...given }
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const variable = fileSettingOf(name)
    const file = given[variable]
    if (file === undefined) continue
    delete env[variable]
    const problem = given[name] === undefined ? null : `it and ${name} are set: give one of them`
    const read = problem === null ? readSecret(file) : { ok: false as const, problem }
    if (read.ok) env[name] = read.text
    else problems.push(`${variable}: ${read.problem}.`)
  }
  return { env, problems }
}

type ReadSecret = { ok: true; text: string } | { ok: false; problem: string }

/** Without the one line end that editors and `echo` put behind it. */
function readSecret(file: string): ReadSecret {
  const read = readTextFile(file, SECRET_FILE_MAX_BYTES)
  if (!read.ok) return read
  const text = read.text.replace(/\r?\n$/, '')
  return text === '' ? { ok: false, problem: 'the file is empty' } : { ok: true, text }
}

/** A file that a setting names. Reads no more than the bound, and waits for no pipe. */
export function readTextFile(file: string, mostBytes: number): ReadSecret {
  let handle: number | undefined
  try {
    // A pipe without a writer would keep an opening that waits.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!fstatSync(handle).isFile()) return { ok: false, problem: 'it names no file' }
    const bytes = Buffer.alloc(mostBytes + 1)
    const read = readSync(handle, bytes, 0, bytes.length, 0)
    if (read > mostBytes) {
      return { ok: false, problem: `the file is larger than ${mostBytes} bytes` }
    }
    return { ok: true, text: bytes.toString('utf8', 0, read) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { ok: false, problem: `the file can't be read (${code})` }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
