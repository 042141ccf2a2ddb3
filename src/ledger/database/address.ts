// Where Postgres is: the server itself, or a pooler in front of it that gives each SQL transaction whichever
// of its connections is free. Opens nothing.

/** The address of the server, or of a pooler. */
export type DatabaseAddress = string | PooledAddress

export interface PooledAddress {
  readonly poolerUrl: string
  /** Of the server itself: for LISTEN and for locks of a session. */
  readonly directUrl: string
  /** The pooler prepares named statements wherever it sends them: PgBouncer from 1.21 on, where it is set so. */
  readonly prepares: boolean
}

/** Where statements go that need nothing of the connection before them. */
export function statementUrl(address: DatabaseAddress): string {
  return typeof address === 'string' ? address : address.poolerUrl
}

/** Where the connection stays the same for as long as it is open. */
export function directUrl(address: DatabaseAddress): string {
  return typeof address === 'string' ? address : address.directUrl
}

/** A pooler takes no settings with a new connection: the role has them (app-role.ts). */
export function takesSettings(address: DatabaseAddress): address is string {
  return typeof address === 'string'
}

export function preparesStatements(address: DatabaseAddress): boolean {
  return typeof address === 'string' || address.prepares
}
