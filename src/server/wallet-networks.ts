// Audits the private networks in which this node may call wallets: when a node starts with other
// ones than it had before. Changes none.

import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { BY_PLATFORM, writeAudit } from '../ledger/audit/audit-log.ts'
import { readAudit } from '../ledger/audit/audit-reader.ts'
import type { Config } from './settings/config.ts'

const ACTION = 'wallet-networks.changed'

/** A node that never had any writes nothing. */
export async function auditWalletNetworks(
  pool: Pool,
  { walletNetworks, nodeName }: Pick<Config, 'walletNetworks' | 'nodeName'>,
): Promise<void> {
  const { networks, authority } = walletNetworks
  const [last] = await readAudit(pool, { limit: 1, action: ACTION, subject: nodeName })
  const before = (last?.after ?? null) as Recorded | null
  const after: Recorded = {
    networks,
    authoritySha256:
      authority === null ? null : createHash('sha256').update(authority).digest('hex'),
  }
  if (textOf(after) === textOf(before ?? NONE)) return
  await writeAudit(pool, { ...BY_PLATFORM, action: ACTION, subject: nodeName, before, after })
}

interface Recorded {
  readonly networks: readonly string[]
  readonly authoritySha256: string | null
}

const NONE: Recorded = { networks: [], authoritySha256: null }

/** Postgres keeps the fields of a record in its own order. */
const textOf = ({ networks, authoritySha256 }: Recorded) =>
  JSON.stringify([networks, authoritySha256])
