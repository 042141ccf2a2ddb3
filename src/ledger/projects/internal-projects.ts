// The platform's own projects, which call the built-in wallet: made sure of at start. Must never change a key.

import type { Pool } from 'pg'
import { fingerprintApiKey, newApiKey, sealApiKey } from './api-key.ts'
import { PROJECT_CHANGED_CHANNEL } from './projects.ts'
import type { MasterKeys } from './seal.ts'

export const INTERNAL_PROJECTS = ['demo', 'site'] as const

const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** Stands for the built-in wallet of whichever node calls: wallet/client.ts. */
const BUILT_IN_WALLET = 'http://built-in.invalid/wallet'

/**
 * Makes sure that `demo` and `site` are there and call the built-in wallet. Their keys stay as they are.
 * Idempotent; safe on many nodes at once.
 */
export async function ensureInternalProjects(pool: Pool, masterKey: MasterKeys): Promise<void> {
  for (const projectId of INTERNAL_PROJECTS) {
    const apiKey = newApiKey()
    await pool.query(
      `WITH ensured AS (
         INSERT INTO project (project_id, internal, callback_url, api_key_sealed, api_key_sha256,
                              allowed_networks)
         VALUES ($1, true, $2, $3, $4, $5)
         ON CONFLICT (project_id) DO UPDATE
           SET callback_url = excluded.callback_url, revision = project.revision + 1,
               updated_at = now()
           WHERE project.internal AND project.callback_url <> excluded.callback_url
         RETURNING project_id)
       SELECT pg_notify('${PROJECT_CHANGED_CHANNEL}', project_id) FROM ensured`,
      [
        projectId,
        `${BUILT_IN_WALLET}/${projectId}`,
        sealApiKey(masterKey, projectId, apiKey),
        fingerprintApiKey(apiKey),
        LOOPBACK,
      ],
    )
  }
}
