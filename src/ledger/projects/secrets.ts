// The platform's own secrets, one for each purpose, sealed in the ledger: a new master key seals
// them again and changes none, so that links and cursors stay valid. Must never log one.

import { hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import { listKeys, type MasterKeys, seal, unseal } from './seal.ts'

const SECRET_BYTES = 32
const ownerOf = (purpose: string) => `secret ${purpose}`

/**
 * The secret of a purpose. The first node that needs it stores what used to be derived from the
 * master key, so that links from that time still open.
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

/** Rejects with WrongMasterKey when this platform's sealed texts can't be opened any more. */
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
