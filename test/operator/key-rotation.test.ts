// A regenerated key on two nodes that have both used the project: from the answer on, the old key
// is refused on both, and wallets are called with the new one.

import t from 'tap'
import { fingerprintApiKey, newApiKey, sealApiKey } from '../../src/ledger/projects/api-key.ts'
import { rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { findProject, type Project } from '../../src/ledger/projects/projects.ts'
import { launchBody, openSetup, post, type TestNode } from '../support/operator-setup.ts'

const setup = await openSetup(t)
const { project, wallet } = setup
const nodes = [await setup.startNode(), await setup.startNode()]

const launch = (node: TestNode, apiKey: string) =>
  post(node, '/playGame.do', launchBody(project, { api_key: apiKey }))

t.test('an old key is refused at once on every node', async t => {
  let read: Pick<Project, 'projectId' | 'internal' | 'apiKeySha256' | 'apiKey'> = project
  for (let rotation = 0; rotation < 5; rotation++) {
    for (const node of nodes) t.equal((await launch(node, read.apiKey)).status, 200)
    const rotated = await rotateKey(setup.pool, setup.masterKey, read)
    if (!rotated.ok) throw new Error(rotated.code)
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
  const { apiKey: old, projectId } = (await findProject(setup.pool, setup.masterKey, 'casino'))!
  const fresh = newApiKey()
  for (const node of nodes) t.equal((await launch(node, old)).status, 200)
  await setup.pool.query(
    `UPDATE project SET api_key_sealed = $2, api_key_sha256 = $3, revision = revision + 1
     WHERE project_id = $1`,
    [projectId, sealApiKey(setup.masterKey, projectId, fresh), fingerprintApiKey(fresh)],
  )
  for (const node of nodes) {
    t.equal((await launch(node, old)).status, 401)
    t.equal((await launch(node, fresh)).status, 200)
    t.match(JSON.parse(wallet.of('session_info').at(-1)!.text), { api_key: fresh })
  }
})
