// The platform's own projects, which use the built-in wallet: ensured at start. Must never change a
// key.

import type { Pool } from 'pg'
import { fingerprintApiKey, newApiKey, sealApiKey } from './api-key.ts'
import { PROJECT_CHANGED_CHANNEL } from './projects.ts'
import type { MasterKeys } from './seal.ts'

export const INTERNAL_PROJECTS = ['demo', 'site'] as const

const LOOPBACK = ['127.0.0.0/8', '::1/128']
/** A placeholder for the built-in wallet of the calling node: wallet/client.ts. */
const BUILT_IN_WALLET = 'http://built-in.invalid/wallet'

/**
 * Ensures that `demo` and `site` exist and use the built-in wallet. Their keys are not changed.
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
