// Writes the audit log: who did what, from where, with the values before and after. Must never
// write a key, a token or a link, and never changes a record.

import type { ClientBase, Pool, PoolClient } from 'pg'

export interface AuditedBy {
  /** `owner:<name>`, `viewer:<name>`, `operator:<project>`, `platform` or `unknown`. */
  actor: string
  /** A machine or an address. */
  origin: string
}

export type AuditAction =
  | 'project.created'
  | 'project.changed'
  | 'key.revealed'
  | 'key.rotated'
  | 'key.failed'
  | 'signing-key.changed'
  | 'master-key.rotated'
  | 'session.revoked'
  | 'round.put-back'
  | 'round.pushed'
  | 'round.cancel-asked'
  | 'round.exported'
  | 'node.changed'
  | 'wallet-networks.changed'
  | 'client-certificate.changed'
  | 'wallet-check.started'
  | 'wallet-check.stop-asked'
  | 'player.erased'
  | 'player.blocked'
  | 'player.unblocked'
  | 'player.note-added'
  | 'player.note-deleted'
  | 'player.tagged'
  | 'player.untagged'
  | 'audit.redacted'
  | 'grant.created'
  | 'grant.cancelled'
  | 'target.scheduled'
  | 'target.cancelled'
  | 'level.changed'
  | 'bet-limit.changed'
  | 'pause.set'
  | 'pause.lifted'
  | 'round.orphan-refunded'
  | 'ledger.reconciled'
  | 'schema.migrated'
  | 'place.move-begun'
  | 'place.moved'
  | 'place.move-taken-back'
  | 'place.split-begun'
  | 'place.split'
  | 'place.split-taken-back'
  | 'place.copy-dropped'
  | 'month.archived'
  | 'month.dropped'
  | 'account.created'
  | 'account.changed'
  | 'account.reset'
  | 'account.password-set'
  | 'account.totp-changed'
  | 'account.signed-in'
  | 'account.signed-out'
  | 'account.sign-in-failed'
  | 'account.step-up-refused'

export interface AuditEntry extends AuditedBy {
  action: AuditAction
  /** The object of the action, usually a project's id. */
  subject: string
  /** JSON; null if there is no value. */
  before: object | null
  after: object | null
}

/** For actions of the platform itself. */
export const BY_PLATFORM: AuditedBy = { actor: 'platform', origin: 'node' }

const FIELDS = 'actor, origin, action, subject, before, after'

export async function writeAudit(client: Pool | ClientBase, entry: AuditEntry): Promise<void> {
  const { actor, origin, action, subject, before, after } = entry
  await client.query(`INSERT INTO audit (${FIELDS}) VALUES ($1, $2, $3, $4, $5, $6)`, [
    actor,
    origin,
    action,
    subject,
    printed(before),
    printed(after),
  ])
}

/**
 * Where a change is audited: in its own SQL transaction or, if the log is in another database, in a
 * separate one that commits before the change does.
 */
export function auditorOf(client: PoolClient, pool: Pool, home: Pool): Pool | PoolClient {
  return pool === home ? client : home
}

/**
 * Writes the record of a change; called in the SQL transaction that makes the change, on its
 * connection.
 * @param pool of the database that is changed
 */
export type AuditChange = (client: PoolClient, pool: Pool, changed: Changed) => Promise<void>

/** The values before and after, as far as the code that stores them has them. */
export interface Changed {
  before: object | null
  after: object | null
}

/**
 * A part of a WITH list that writes one record for each row of `changed`, in the same statement;
 * its subject is the row's project, and the value after contains the row's revision.
 * @param at number of the first of the parameters that `auditValues` gives
 */
export function auditedRows(changed: string, at: number): string {
  const [actor, origin, action, before, after] = [0, 1, 2, 3, 4].map(n => `$${at + n}`)
  return `audited AS (
    INSERT INTO audit (${FIELDS})
    SELECT ${actor}, ${origin}, ${action}, project_id, ${before}::jsonb,
           ${after}::jsonb || jsonb_build_object('revision', revision)
    FROM ${changed})`
}

export function auditValues({
  actor,
  origin,
  action,
  before,
  after,
}: Omit<AuditEntry, 'subject'>): (string | null)[] {
  return [actor, origin, action, printed(before), printed(after)]
}

function printed(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
