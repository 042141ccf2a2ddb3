// Where Postgres is: the server itself, or a pooler in front of it that gives each SQL transaction
// any free connection. Opens nothing.

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
