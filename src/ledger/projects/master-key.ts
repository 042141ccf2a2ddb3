// Exchanges the master key: seals again, under the first key, every text that is sealed under
// another one. Every row is updated separately and only if it is unchanged, so that this may be
// stopped and run again at any time while the platform runs.

import type { Pool } from 'pg'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { isSealedByFirst, type MasterKeys, seal, unseal } from './seal.ts'

/** The columns with sealed texts, and the owner of each text; `*` is the row's id. */
const SEALED = [
  { table: 'project', id: 'project_id', column: 'api_key_sealed', owner: '*' },
  { table: 'project', id: 'project_id', column: 'signing_key_sealed', owner: '* signing' },
  { table: 'project', id: 'project_id', column: 'next_signing_key_sealed', owner: '* signing' },
  { table: 'project', id: 'project_id', column: 'client_key_sealed', owner: '* client' },
  { table: 'admin_account', id: 'account_id', column: 'totp_sealed', owner: 'totp *' },
  { table: 'admin_account', id: 'account_id', column: 'totp_pending_sealed', owner: 'totp *' },
  { table: 'secret', id: 'name', column: 'sealed', owner: 'secret *' },
] as const

/** How many texts were sealed again; 0 when nothing is left to do. */
export async function rotateMasterKey(
  pool: Pool,
  masterKey: MasterKeys,
  by: AuditedBy,
): Promise<number> {
  let resealed = 0
  for (const place of SEALED) resealed += await resealColumn(pool, masterKey, place)
  if (resealed > 0) {
    const entry = { ...by, action: 'master-key.rotated', subject: 'master key' } as const
    await writeAudit(pool, { ...entry, before: null, after: { resealed } })
  }
  return resealed
}

async function resealColumn(
  pool: Pool,
  masterKey: MasterKeys,
  { table, id, column, owner }: (typeof SEALED)[number],
): Promise<number> {
  const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
    `SELECT ${id} AS id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL
      ORDER BY ${id}`,
  )
  let resealed = 0
  for (const row of rows) {
    if (isSealedByFirst(masterKey, row.sealed)) continue
    const ownerOfText = owner.replace('*', () => row.id)
    const text = unseal(masterKey, ownerOfText, row.sealed, `What ${table} ${row.id} has sealed`)
    // A key that was changed meanwhile is already sealed under the first key.
    const { rowCount } = await pool.query(
      `UPDATE ${table} SET ${column} = $3 WHERE ${id} = $1 AND ${column} = $2`,
      [row.id, row.sealed, seal(masterKey, ownerOfText, text)],
    )
    resealed += rowCount ?? 0
  }
  return resealed
}
