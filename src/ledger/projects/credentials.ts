// The hashes of all projects' keys in memory, kept valid by the ledger's epoch, which every look-up
// reads first. A known and an unknown project take the same steps: one row that does not depend on
// the caller, then one look-up in the map. Never opens a key.

import type { Pool } from 'pg'
import { createTurns } from '../database/batch.ts'
import { statement } from '../database/statement.ts'

export interface KeyFingerprint {
  apiKeySha256: Buffer
  /** The revision of the project that has this key. */
  revision: number
}

export interface CredentialsReader {
  /** The ledger's current value; null for an unknown project. */
  find(projectId: string): Promise<KeyFingerprint | null>
  /** The last value in memory, without a query; null when there is none. */
  findKnown(projectId: string): KeyFingerprint | null
}

/** About 250 bytes a project. */
interface Known {
  epoch: bigint
  byProject: ReadonlyMap<string, KeyFingerprint>
}

const READ_EPOCH = statement('read-credentials-epoch', 'SELECT epoch FROM credentials_epoch')

/** Epoch and keys in one statement, so that they are of one moment. */
const READ_CREDENTIALS = statement(
  'read-credentials',
  `SELECT epoch, project_id, api_key_sha256, revision
   FROM credentials_epoch LEFT JOIN project ON true`,
)

export function createCredentialsReader(pool: Pool): CredentialsReader {
  let known: Known = { epoch: 0n, byProject: new Map() }
  let reading: Promise<Known> | null = null
  const readEpoch = createEpochReader(pool)

  /** One reading at a time, however many calls wait for it. */
  function read(): Promise<Known> {
    reading ??= readCredentials(pool).finally(() => {
      reading = null
    })
    return reading
  }

  return {
    async find(projectId) {
      const epoch = await readEpoch()
      // A reading that had begun earlier may be of an earlier epoch than the one just read.
      while (known.epoch < epoch) {
        const fresh = await read()
        if (fresh.epoch > known.epoch) known = fresh
      }
      return known.byProject.get(projectId) ?? null
    },
    findKnown: projectId => known.byProject.get(projectId) ?? null,
  }
}

/**
 * Calls that come while the epoch is being read share the next reading, which begins after them.
 */
function createEpochReader(pool: Pool): () => Promise<bigint> {
  const turns = createTurns()
  let next: Promise<bigint> | null = null
  return () => {
    next ??= turns.take(async () => {
      next = null
      const { rows } = await pool.query<{ epoch: string }>(READ_EPOCH)
      return BigInt(rows[0]!.epoch)
    })
    return next
  }
}

interface CredentialsRow {
  epoch: string
  project_id: string | null
  api_key_sha256: Buffer
  revision: string
}

async function readCredentials(pool: Pool): Promise<Known> {
  const { rows } = await pool.query<CredentialsRow>(READ_CREDENTIALS)
  const byProject = new Map<string, KeyFingerprint>()
  for (const { project_id, api_key_sha256: apiKeySha256, revision } of rows) {
    if (project_id === null) continue
    byProject.set(project_id, { apiKeySha256, revision: Number(revision) })
  }
  return { epoch: BigInt(rows[0]!.epoch), byProject }
}
