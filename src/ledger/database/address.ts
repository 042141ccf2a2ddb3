// Where Postgres is: the server itself, or a pooler in front of it that gives each SQL transaction
// any free connection; and which schema of the database is meant. Opens nothing.

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
