// POST /gameActions.do of a running node: who may call it, how a method is found, and which are
// retired. The methods themselves are tested by capability.

import t from 'tap'
import { createGameActionsRoute } from '../../src/operator/game-actions.ts'
import { openSetup, post } from '../support/operator-setup.ts'

const setup = await openSetup(t)
const node = await setup.startNode()
const { projectId, apiKey } = setup.project

const send = (fields: object) =>
  post(node, '/gameActions.do', { partner: projectId, api_key: apiKey, ...fields })
const refusal = (message: string) => ({ status: 'error', message })

t.test('an unknown method is INVALID_METHOD, before the rest of the body is checked', async t => {
  for (const method of ['', 'freespins', 'FREESPINS_GET', 'constructor', '__proto__', 7, null]) {
    const answer = await send({ method, unknown_field: 1 })
    t.strictSame([answer.status, answer.body], [400, refusal('INVALID_METHOD')], `${method}`)
  }
  t.strictSame((await send({})).body, refusal('INVALID_METHOD'), 'no method at all')
})

t.test('the legacy free-spin methods are retired, with any body', async t => {
  for (const fields of [
    { method: 'freespins_set', player_id: 'ann', grant_id: 'x' },
    { method: 'freespins_delete', grant_id: 'x' },
    { method: 'freespins_get' },
    { method: 'freespins_get', player_id: 'ann' },
  ]) {
    const answer = await send(fields)
    t.strictSame(
      [answer.status, answer.body],
      [400, refusal('METHOD_RETIRED')],
      JSON.stringify(fields),
    )
  }
})

t.test('credentials are checked first, then the allowlist, then the method', async t => {
  const fields = { method: 'none' }
  t.strictSame((await send({ ...fields, api_key: 'x' })).body, refusal('UNAUTHORIZED'))
  await setup.pool.query(
    `UPDATE project SET allowed_networks = '{203.0.113.0/24}', revision = revision + 1`,
  )
  const answer = await send(fields)
  t.strictSame([answer.status, answer.body], [403, refusal('IP_NOT_ALLOWED')])
})

t.test('reports have a separate quota', async t => {
  const { rateClass } = createGameActionsRoute({})
  const classes = ['report_rounds', 'report_', 'freespins_get', 'xreport_', 7].map(method =>
    rateClass({ method }),
  )
  t.strictSame(classes, ['reports', 'reports', 'actions', 'actions', 'actions'])
  t.equal(rateClass({}), 'actions')
})
