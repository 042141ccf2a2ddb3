// Takes the id of an erased player out of the audit log. A record keeps its hash and those around
// it, so the chain and every head that was kept elsewhere stay valid; a new record of the log
// vouches for what the changed ones say now. Needs the owner of the schema.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { inTransaction } from '../database/transaction.ts'
import { type AuditAction, type AuditedBy, writeAudit } from './audit-log.ts'

export const REDACTED: AuditAction = 'audit.redacted'

/** Records of one transaction; each takes some 80 bytes in the record that vouches for them. */
const REDACTED_ROWS = 500

/** The value after a redaction. */
export interface RedactedRecords {
  /** The pseudonym. */
  readonly playerId: string
  /** By sequence: the SHA-256 of the record's text as it is now. */
  readonly records: Readonly<Record<string, string>>
}

/** What people wrote about the player, and what the operator called it by. */
const REMOVED = "ARRAY['reason', 'comment', 'externalId', 'meta', 'tag']"

/** @param value `before` or `after` */
const redacted = (value: string) => `
  CASE WHEN ${value} IS NULL THEN NULL
    ELSE ${value} - ${REMOVED} || jsonb_build_object('playerId', $3::text) END`

const REDACT = `
UPDATE audit SET before = ${redacted('before')}, after = ${redacted('after')}
WHERE sequence IN (
  SELECT sequence FROM audit
  WHERE coalesce(after ->> 'playerId', before ->> 'playerId') = $2 AND subject = $1
    AND at < $4::timestamptz
  ORDER BY sequence LIMIT ${REDACTED_ROWS})
RETURNING sequence::text, encode(sha256(convert_to(audit_text(audit), 'UTF8')), 'hex') AS sha256`

/**
 * Replaces the player by the pseudonym in every record from before a time; returns how many.
 * Running it again changes nothing more.
 * @param until text of a timestamptz: records from then on are about a new player of the same id
 */
export async function redactAudit(
  home: Pool,
  { projectId, playerId }: PlayerRef,
  { pseudonym, until }: { pseudonym: string; until: string },
  by: AuditedBy,
): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await inTransaction(home, async client => {
      // One after the other: each changes the rights on the table, until its transaction ends.
      await client.query('LOCK TABLE player_erasure IN EXCLUSIVE MODE')
      // The owner has no right to change the log either, except here.
      await client.query('GRANT UPDATE (before, after) ON audit TO CURRENT_USER')
      await client.query("SELECT set_config('reelhouse.erasure', 'on', true)")
      const values = [projectId, playerId, pseudonym, until]
      const found = await client.query<{ sequence: string; sha256: string }>(REDACT, values)
      await client.query('REVOKE UPDATE (before, after) ON audit FROM CURRENT_USER')
      if (found.rows.length === 0) return found.rows
      const records = Object.fromEntries(found.rows.map(row => [row.sequence, row.sha256]))
      const after: RedactedRecords = { playerId: pseudonym, records }
      const entry = { ...by, action: REDACTED, subject: projectId, before: null, after }
      await writeAudit(client, entry)
      return found.rows
    })
    total += rows.length
    if (rows.length < REDACTED_ROWS) return total
  }
}
