// The grant or target outcome that a request names, and the filters of a list: parsed without a
// store.

import t from 'tap'
import { refuseField } from '../../src/operator/errors.ts'
import {
  readGrantList,
  readGrantToCancel,
  readGrantToGet,
} from '../../src/operator/free-spins/rules.ts'
import {
  readOutcomeList,
  readOutcomeToCancel,
  readOutcomeToGet,
} from '../../src/operator/target-outcomes/rules.ts'

const WHO = { partner: 'casino', api_key: 'x' }
const NAMED = [
  [readGrantToGet, 'freespins_get', 'grant_id'],
  [readGrantToCancel, 'freespins_cancel', 'grant_id'],
  [readOutcomeToGet, 'outcome_get', 'outcome_id'],
  [readOutcomeToCancel, 'outcome_cancel', 'outcome_id'],
] as const

t.test('one record is named by exactly one of its two ids', async t => {
  for (const [read, method, id] of NAMED) {
    const body = { ...WHO, method }
    t.strictSame(read({ ...body, [id]: 'a' }), { ok: true, value: { id: 'a' } }, method)
    const external = { ok: true, value: { externalId: 'b' } }
    t.strictSame(read({ ...body, external_id: 'b' }), external, method)
    const both = { ...body, [id]: 'a', external_id: 'b' }
    t.strictSame(read(both), refuseField('external_id'), method)
    t.strictSame(read(body), refuseField(id), method)
    for (const wrong of [7, null]) {
      t.strictSame(read({ ...body, [id]: wrong }), refuseField(id), method)
    }
    t.strictSame(read({ ...body, external_id: ['b'] }), refuseField('external_id'), method)
    t.strictSame(read({ ...body, [id]: 'a', lobby: 1 }), refuseField('lobby'), method)
  }
})

t.test('a list of grants is read with its filters, or refused by its form', async t => {
  const body = { ...WHO, method: 'freespins_list', player_id: 'ann', status: 'active' }
  t.strictSame(readGrantList(body), { ok: true, value: body })
  for (const fields of [
    { status: 'gone' },
    { status: null },
    { currency: 'GBP' },
    { currency: null },
    { player_id: 7 },
    { symbol: null },
    { grant_id: 'x' },
    { limit: 10 },
  ]) {
    const field = Object.keys(fields)[0]!
    t.strictSame(readGrantList({ ...body, ...fields }), refuseField(field), field)
  }
})

t.test('a list of target outcomes has its filters, those not sent undefined', async t => {
  const body = { ...WHO, method: 'outcome_list' }
  const filters = { player_id: 'ann', symbol: 'game', status: 'ready' }
  t.strictSame(readOutcomeList({ ...body, ...filters }), {
    ok: true,
    value: { playerId: 'ann', gameId: 'game', status: 'ready' },
  })
  const none = readOutcomeList(body)
  t.match(none, { ok: true, value: { playerId: undefined, gameId: undefined, status: undefined } })
  for (const fields of [{ status: 'gone' }, { status: null }, { player_id: 7 }, { kind: 'spin' }]) {
    const field = Object.keys(fields)[0]!
    t.strictSame(readOutcomeList({ ...body, ...fields }), refuseField(field), field)
  }
})
