// Wrong keys sent to a running node are in the audit log once it has ended, in one record.

import t from 'tap'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { launchBody, post } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup } = await openShared(t)
const { pool, project } = setup
const { projectId } = project

t.test('a sample of wrong keys is read back from the audit log', async t => {
  const node = await setup.startNode()
  const wrong = { ...launchBody(project), api_key: 'rk_wrong' }
  for (const body of [wrong, wrong, { ...wrong, partner: 'NO ID AT ALL' }]) {
    t.equal((await post(node, '/playGame.do', body)).status, 401)
  }
  await node.drain()
  const all = await readAudit(pool, { limit: 200, action: 'key.failed' })
  const records = all.filter(({ after }) => JSON.stringify(after).includes(projectId))
  t.equal(records.length, 1)
  const [record] = records
  t.match(record, {
    actor: 'unknown',
    origin: 'operator API',
    subject: 'operator API',
    before: null,
    after: {
      count: 3,
      callers: [
        { address: '127.0.0.1', projectId, requestId: /^[0-9a-f-]{36}$/ },
        { address: '127.0.0.1', projectId: null, requestId: /^[0-9a-f-]{36}$/ },
      ],
    },
  })
  t.notMatch(JSON.stringify(record!.after), /rk_/, 'no key')
})
