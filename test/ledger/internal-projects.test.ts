// The internal projects beside an operator's project of the same name: an operator who had the name
// first keeps its key, its callback and its wallet.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { fingerprintApiKey, newApiKey, sealApiKey } from '../../src/ledger/projects/api-key.ts'
import { ensureInternalProjects } from '../../src/ledger/projects/internal-projects.ts'
import { findProject } from '../../src/ledger/projects/projects.ts'
import { openStores } from '../support/real-stores.ts'

const { pool } = await openStores(t)
const masterKey = randomBytes(32)

t.test('an operator’s project keeps everything, whatever its name', async t => {
  const apiKey = newApiKey()
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('demo', 'https://wallet.example.com', $1, $2)`,
    [sealApiKey(masterKey, 'demo', apiKey), fingerprintApiKey(apiKey)],
  )
  const before = await findProject(pool, masterKey, 'demo')
  await ensureInternalProjects(pool, masterKey)
  t.strictSame(await findProject(pool, masterKey, 'demo'), before)
  t.match(before, { internal: false, callbackUrl: 'https://wallet.example.com', apiKey })
  t.match(await findProject(pool, masterKey, 'site'), {
    internal: true,
    callbackUrl: 'http://built-in.invalid/wallet/site',
  })
})
