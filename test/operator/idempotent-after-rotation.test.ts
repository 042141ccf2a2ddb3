// A call repeated after its project's key was rotated: the compared body does not include the key,
// so the repeat under the new key is the same call and gets the first answer.

import t from 'tap'
import { rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { launchBody, openSetup, post } from '../support/operator-setup.ts'

const setup = await openSetup(t)
const { pool, masterKey, project } = setup
const node = await setup.startNode()

const launch = (apiKey: string, key: string, fields: object = {}) =>
  post(node, '/playGame.do', launchBody(project, { api_key: apiKey, ...fields }), {
    'idempotency-key': key,
  })

async function countSessions(): Promise<number> {
  return (await pool.query('SELECT FROM session')).rowCount!
}

t.test('a repeat under the new key gets the first answer and runs nothing', async t => {
  const first = await launch(project.apiKey, 'same-call')
  t.equal(first.status, 200)
  const rotated = await rotateKey(pool, masterKey, project)
  if (!rotated.ok) throw new Error(rotated.code)
  const { apiKey } = rotated.project
  const repeat = await launch(apiKey, 'same-call')
  t.strictSame([repeat.status, repeat.body], [200, first.body])
  t.equal(await countSessions(), 1)

  const other = await launch(apiKey, 'same-call', { player_id: 'somebody-else' })
  t.match([other.status, other.body], [409, { message: 'IDEMPOTENCY_CONFLICT' }])
  const old = await launch(project.apiKey, 'same-call')
  t.match([old.status, old.body], [401, { message: 'UNAUTHORIZED' }], 'the old key is refused')
  t.equal(await countSessions(), 1)
})
