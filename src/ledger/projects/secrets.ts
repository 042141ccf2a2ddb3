// The platform's own secrets, one a purpose, sealed in the ledger: a new master key seals them anew and
// changes none, so that links and cursors outlive it. Must never log one.

import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import { listKeys, type MasterKeys, seal, unseal } from './seal.ts'

const SECRET_BYTES = 32
const ownerOf = (purpose: string) => `secret ${purpose}`

/**
 * The secret of a purpose. The first node to ask stores what was derived of the master key before secrets
 * were stored, so that links given out by then still open.
 */
export async function ensureSecret(
  pool: Pool,
  masterKey: MasterKeys,
  purpose: string,
): Promise<Buffer> {
  const known = await findSecret(pool, masterKey, purpose)
  if (known !== null) return known
  const oldest = listKeys(masterKey).at(-1)!
  const derived = Buffer.from(hkdfSync('sha256', oldest, '', purpose, SECRET_BYTES))
  await pool.query(
    'INSERT INTO secret (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [purpose, seal(masterKey, ownerOf(purpose), derived.toString('base64'))],
  )
  return (await findSecret(pool, masterKey, purpose))!
}

/** Rejects with WrongMasterKey when what this platform has sealed can't be opened any more. */
export async function checkMasterKey(pool: Pool, masterKey: MasterKeys): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM secret LIMIT 1')
  for (const { name } of rows) await findSecret(pool, masterKey, name)
}

async function findSecret(
  pool: Pool,
  masterKey: MasterKeys,
  purpose: string,
): Promise<Buffer | null> {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM secret WHERE name = $1',
    [purpose],
  )
  const sealed = rows[0]?.sealed
  if (sealed === undefined) return null
  return Buffer.from(
    unseal(masterKey, ownerOf(purpose), sealed, `The secret "${purpose}"`),
    'base64',
  )
}
