// The form of a body: unknown, missing and wrong fields, and which of several mistakes gives the
// code; all fields at once, and one after the other.

import t from 'tap'
import { Type } from 'typebox'
import { refuseField } from '../../src/operator/errors.ts'
import { compileForm } from '../../src/operator/request.ts'

const form = compileForm(
  Type.Object({
    player_id: Type.String({ minLength: 1 }),
    count: Type.Integer({ minimum: 1, maximum: 10 }),
    meta: Type.Optional(Type.Object({})),
    bet: Type.Optional(Type.String()),
  }),
  { count: 'INVALID_COUNT', bet: 'INVALID_FREE_SPIN_BET' },
)
const check = (body: object) => {
  const read = form.read(body)
  return read.ok ? null : read.code
}
const GOOD = { player_id: 'ann', count: 1 }

t.test('a body of the schema has no code, with and without optional fields', async t => {
  for (const body of [GOOD, { ...GOOD, count: 10, meta: { a: [1] }, bet: '' }]) {
    t.equal(check(body), null)
  }
})

t.test('a missing field and one of a wrong form have the code of the field', async t => {
  t.equal(check({ player_id: 'ann' }), 'INVALID_COUNT')
  t.equal(check({ count: 1 }), 'INVALID_REQUEST', 'a field without a code')
  for (const count of [0, 11, 1.5, '1', null, [1]]) {
    t.equal(check({ ...GOOD, count }), 'INVALID_COUNT', JSON.stringify(count))
  }
  t.equal(check({ ...GOOD, bet: null }), 'INVALID_FREE_SPIN_BET', 'optional is not null')
  t.equal(check({ ...GOOD, meta: [] }), 'INVALID_REQUEST')
})

t.test('of several mistakes the first field of the schema gives the code', async t => {
  t.equal(check({ bet: 1, meta: 1, count: 0, player_id: '' }), 'INVALID_REQUEST')
  t.equal(check({ bet: 1, meta: 1, count: 0, player_id: 'ann' }), 'INVALID_COUNT')
  t.equal(check({ bet: 1, meta: 1, count: 1, player_id: 'ann' }), 'INVALID_REQUEST')
  t.equal(check({ bet: 1, count: 1, player_id: 'ann' }), 'INVALID_FREE_SPIN_BET')
})

t.test('an unknown field comes before all other mistakes', async t => {
  t.equal(check({ player_id: 'ann', count: 0, lobby: 1 }), 'INVALID_REQUEST')
  for (const text of ['{"__proto__":{}}', '{"constructor":1}', '{"":1}']) {
    t.equal(check({ ...GOOD, count: 0 }), 'INVALID_COUNT')
    t.equal(check(Object.assign(JSON.parse(text), { count: 0 })), 'INVALID_REQUEST', text)
  }
})

t.test('an inherited property is not a sent field', async t => {
  const strict = compileForm(Type.Object({ toString: Type.Unknown() }))
  t.strictSame(strict.read({}), refuseField('toString'))
})

t.test('a body that is read field by field is wrong only in the fields read so far', async t => {
  const opened = form.open({ bet: 1, count: 0, player_id: 'ann' })
  if (!opened.ok) throw new Error(opened.code)
  const fields = opened.value
  t.match(fields('player_id', 'meta'), { ok: true, value: { player_id: 'ann' } })
  t.strictSame(fields('count'), { ok: false, code: 'INVALID_COUNT' })
  t.strictSame(fields('bet', 'count'), { ok: false, code: 'INVALID_COUNT' }, 'the schema’s order')
  t.strictSame(fields('bet'), { ok: false, code: 'INVALID_FREE_SPIN_BET' })
})

t.test('an unknown field refuses the body before any field is read', async t => {
  t.strictSame(form.open({ ...GOOD, lobby: 1 }), refuseField('lobby'))
})

t.test('INVALID_REQUEST names the first wrong field, by its path', async t => {
  const deep = compileForm(
    Type.Object({
      player_id: Type.String(),
      bets: Type.Optional(Type.Array(Type.Object({ amount: Type.String() }))),
      pair: Type.Optional(Type.Object({ line1: Type.Integer(), '2nd': Type.Integer() })),
      count: Type.Optional(Type.Integer()),
    }),
    { count: 'INVALID_COUNT' },
  )
  const fieldOf = (body: object) => {
    const read = deep.read(body)
    return read.ok ? null : (read.details?.field ?? read.code)
  }
  const ann = { player_id: 'ann' }
  const amount = '1.00'
  t.equal(fieldOf({ bets: 1 }), 'player_id', 'missing')
  t.equal(fieldOf({ player_id: 7, bets: 1 }), 'player_id', 'of a wrong form')
  t.equal(fieldOf({ ...ann, lobby: 1, bets: 1 }), 'lobby', 'unknown')
  t.equal(fieldOf({ ...ann, bets: 1 }), 'bets')
  t.equal(fieldOf({ ...ann, bets: [{ amount }, { amount }, { amount: 7 }] }), 'bets[2].amount')
  t.equal(fieldOf({ ...ann, bets: [{ amount }, {}] }), 'bets[1].amount', 'missing in a field')
  t.equal(fieldOf({ ...ann, bets: [{ amount }, 7] }), 'bets[1]')
  t.equal(fieldOf({ ...ann, bets: [...Array(10).fill({ amount }), 7] }), 'bets[10]')
  t.equal(fieldOf({ ...ann, pair: {} }), 'pair.line1', 'the first of two that are missing')
  t.equal(fieldOf({ ...ann, pair: { line1: '', '2nd': 1 } }), 'pair.line1', 'a name, no index')
  t.equal(fieldOf({ ...ann, pair: { line1: 1, '2nd': '' } }), 'pair.2nd')
  for (const name of ['x'.repeat(41), 'rk_MWFtBXO', 'a b', '']) {
    t.equal(fieldOf({ ...ann, [name]: 1 }), 'INVALID_REQUEST', `"${name}" is not repeated`)
  }
  t.equal(fieldOf({ ...ann, count: 1.5 }), 'INVALID_COUNT', 'a code of the field says it')
})
