// A regenerated key on two nodes that have both used the project: from the answer on, the old key
// is refused on both, and wallets are called with the new one.

import t from 'tap'
import { fingerprintApiKey, newApiKey, sealApiKey } from '../../src/ledger/projects/api-key.ts'
import { rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { findProject, type Project } from '../../src/ledger/projects/projects.ts'
import { launchBody, post } from '../support/operator-setup.ts'
import { expectOk } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node, other } = await openShared(t)
const { pool, masterKey, project, wallet } = setup
const nodes = [node, other] as const

const launch = (node: { baseUrl: string }, apiKey: string) =>
  post(node, '/playGame.do', launchBody(project, { api_key: apiKey }))

t.test('an old key is refused at once on every node', async t => {
  let read: Pick<Project, 'projectId' | 'internal' | 'apiKeySha256' | 'apiKey'> = project
  for (let rotation = 0; rotation < 5; rotation++) {
    for (const node of nodes) t.equal((await launch(node, read.apiKey)).status, 200)
    const rotated = expectOk(await rotateKey(pool, masterKey, read))
    const answers = await Promise.all(nodes.map(node => launch(node, read.apiKey)))
    for (const { status, body } of answers) {
      t.strictSame([status, body], [401, { status: 'error', message: 'UNAUTHORIZED' }])
    }
    read = rotated.project
    for (const node of nodes) {
      t.equal((await launch(node, read.apiKey)).status, 200)
      t.match(JSON.parse(wallet.of('session_info').at(-1)!.text), { api_key: read.apiKey })
    }
  }
})

t.test('the old key is refused even when the notification is lost', async t => {
  const { apiKey: old, projectId } = (await findProject(pool, masterKey, project.projectId))!
  const fresh = newApiKey()
  for (const node of nodes) t.equal((await launch(node, old)).status, 200)
  await pool.query(
    `UPDATE project SET api_key_sealed = $2, api_key_sha256 = $3, revision = revision + 1
     WHERE project_id = $1`,
    [projectId, sealApiKey(masterKey, projectId, fresh), fingerprintApiKey(fresh)],
  )
  for (const node of nodes) {
    t.equal((await launch(node, old)).status, 401)
    t.equal((await launch(node, fresh)).status, 200)
    t.match(JSON.parse(wallet.of('session_info').at(-1)!.text), { api_key: fresh })
  }
})

// The compared body does not include the key.
t.test('a call repeated under the new key gets the first answer and runs nothing', async t => {
  const repeats = await setup.newProject('repeats')
  const send = (api_key: string, fields: object = {}) => {
    const body = launchBody(repeats, { api_key, ...fields })
    return post(nodes[0], '/playGame.do', body, { 'idempotency-key': 'same-call' })
  }
  const own = 'SELECT FROM session JOIN player USING (player_key) WHERE player.project_id = $1'
  const countSessions = async () => (await pool.query(own, [repeats.projectId])).rowCount!
  const before = await countSessions()
  const first = await send(repeats.apiKey)
  t.equal(first.status, 200)
  const { apiKey } = expectOk(await rotateKey(pool, masterKey, repeats)).project
  const repeat = await send(apiKey)
  t.strictSame([repeat.status, repeat.body], [200, first.body])
  const other = await send(apiKey, { player_id: 'somebody-else' })
  t.match([other.status, other.body], [409, { message: 'IDEMPOTENCY_CONFLICT' }])
  const old = await send(repeats.apiKey)
  t.match([old.status, old.body], [401, { message: 'UNAUTHORIZED' }], 'the old key is refused')
  t.equal(await countSessions(), before + 1)
})
