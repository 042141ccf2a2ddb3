// How POST /gameActions.do finds the method of a body, and the quota of the call, without a node.

import t from 'tap'
import type { AnyMethod } from '../../src/operator/call.ts'
import { createGameActionsRoute } from '../../src/operator/game-actions.ts'

const GET = { name: 'freespins_get' } as AnyMethod
const route = createGameActionsRoute({ freespins_get: GET })
const RETIRED = { ok: false, code: 'METHOD_RETIRED' }
const NONE = { ok: false, code: 'INVALID_METHOD' }

t.test('a method is found by its name and by no inherited property', async t => {
  const found = { ok: true, value: GET }
  t.strictSame(route.findMethod({ method: 'freespins_get', grant_id: 'x' }), found)
  t.strictSame(route.findMethod({ method: 'freespins_get', external_id: 'x' }), found)
  for (const method of ['', 'FREESPINS_GET', 'toString', '__proto__', 7, null, undefined]) {
    t.strictSame(route.findMethod({ method }), NONE, `${method}`)
  }
  t.strictSame(route.findMethod({}), NONE)
})

t.test('the legacy methods are retired; so is a get without an id', async t => {
  const bodies = [
    { method: 'freespins_get', player_id: 'ann' },
    { method: 'freespins_set', grant_id: 'x' },
    { method: 'freespins_delete', external_id: 'x' },
  ]
  for (const body of bodies) t.strictSame(route.findMethod(body), RETIRED, body.method)
})

t.test('every call needs an allowed address; reports have a separate quota', async t => {
  t.equal(route.needsAllowlist, true)
  const classes = ['report_rounds', 'report_', 'xreport_', 'freespins_get', 7, undefined].map(
    method => route.rateClass({ method }),
  )
  t.strictSame(classes, ['reports', 'reports', 'actions', 'actions', 'actions', 'actions'])
  t.equal(route.rateClass({}), 'actions')
})
