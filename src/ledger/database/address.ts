// Where Postgres is: the server itself, or a pooler in front of it that gives each SQL transaction
// any free connection; whether TLS is spoken to it; and which schema of the database is meant.
// Opens no connection.

import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** The address of the server, or of a pooler. */
export type DatabaseAddress = string | PooledAddress

export interface PooledAddress {
  readonly poolerUrl: string
  /** The server itself: for LISTEN and for session locks. */
  readonly directUrl: string
  /**
   * The pooler prepares named statements on every connection it uses: PgBouncer from 1.21 on, if
   * configured so.
   */
  readonly prepares: boolean
}

/** The address for statements that need nothing from an earlier use of the connection. */
export function statementUrl(address: DatabaseAddress): string {
  return typeof address === 'string' ? address : address.poolerUrl
}

/** The address for connections that must stay the same while they are open. */
export function directUrl(address: DatabaseAddress): string {
  return typeof address === 'string' ? address : address.directUrl
}

/** A pooler passes on no settings of a new connection: they are set on the role (app-role.ts). */
export function takesSettings(address: DatabaseAddress): address is string {
  return typeof address === 'string'
}

export function preparesStatements(address: DatabaseAddress): boolean {
  return typeof address === 'string' || address.prepares
}

/** The parameters of an address that are about TLS, as libpq names them. */
const [TLS_MODE, TLS_CA] = ['sslmode', 'sslrootcert']
/** Each of the last three means the same: TLS, the certificate and its name are verified. */
const TLS_MODES: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full']

/** What a driver needs of an address; the two drivers read its TLS parameters differently. */
export interface Reached {
  /** Without the TLS parameters. */
  readonly connectionString: string
  /** False: no TLS. Otherwise a server without TLS is refused. */
  readonly ssl: false | ConnectionOptions
}

/** Throws where the file of the certificate authority can't be read. */
export function reach(url: string): Reached {
  const address = new URL(url)
  const { searchParams, hostname } = address
  const [mode, file] = [searchParams.get(TLS_MODE), searchParams.get(TLS_CA)]
  if (mode === null && file === null) return { connectionString: url, ssl: false }
  searchParams.delete(TLS_MODE)
  searchParams.delete(TLS_CA)
  const connectionString = address.href
  if (mode === 'disable') return { connectionString, ssl: false }
  const host = hostname.replace(/^\[|\]$/g, '')
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 can't switch it off.
  const ssl = { host, rejectUnauthorized: true }
  const ca = file === null ? {} : { ca: readFileSync(file, 'utf8') }
  return { connectionString, ssl: { ...ssl, ...ca } }
}

/** The address with a certificate authority, unless it has TLS parameters of another kind. */
export function withAuthority(url: string, file: string): string {
  const address = new URL(url)
  const { searchParams } = address
  if (searchParams.has(TLS_CA) || searchParams.get(TLS_MODE) === 'disable') return url
  searchParams.set(TLS_MODE, 'verify-full')
  searchParams.set(TLS_CA, file)
  return address.href
}

/** The file of the certificate authority that an address names. */
export const authorityOf = (url: string) => new URL(url).searchParams.get(TLS_CA)

/** Null: no TLS mode is given, or one that can be kept. */
export function findTlsProblem(url: string): string | null {
  const mode = new URL(url).searchParams.get(TLS_MODE)
  if (mode === null || TLS_MODES.includes(mode)) return null
  return `its ${TLS_MODE} must be one of ${TLS_MODES.join(', ')}`
}

const SCHEMA_OPTION = '-csearch_path='

/**
 * The same database, another schema: its connections find tables and functions there only.
 * @param schema null: the database's usual one
 */
export function inSchema(url: string, schema: string | null): string {
  const changed = new URL(url)
  changed.searchParams.delete('options')
  if (schema !== null) changed.searchParams.set('options', `${SCHEMA_OPTION}${schema}`)
  return changed.href
}

/** The schema that `inSchema` named; null: the database's usual one. */
export function schemaOf(address: DatabaseAddress): string | null {
  const options = optionsOf(directUrl(address))
  return options.startsWith(SCHEMA_OPTION) ? options.slice(SCHEMA_OPTION.length) : null
}

/** What the address asks of each connection; empty: nothing. */
export function optionsOf(url: string): string {
  return URL.canParse(url) ? (new URL(url).searchParams.get('options') ?? '') : ''
}

export function withoutOptions(url: string): string {
  return optionsOf(url) === '' ? url : inSchema(url, null)
}

export function isSameAddress(one: DatabaseAddress, other: DatabaseAddress): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
