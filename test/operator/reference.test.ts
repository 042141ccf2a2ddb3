// A request names a record by exactly one of its two ids.

import t from 'tap'
import { readReference } from '../../src/operator/reference.ts'

t.test('a record is named by exactly one of its ids', async t => {
  t.strictSame(readReference('g1', undefined), { ok: true, value: { id: 'g1' } })
  t.strictSame(readReference(undefined, 'e1'), { ok: true, value: { externalId: 'e1' } })
  const refused = { ok: false, code: 'INVALID_REQUEST' }
  t.strictSame(readReference(undefined, undefined), refused)
  t.strictSame(readReference('g1', 'e1'), refused)
})

t.test('a text that cannot be an id names no record', async t => {
  t.strictSame(readReference('not a uuid', undefined), { ok: true, value: { id: 'not a uuid' } })
  t.strictSame(readReference(undefined, ''), { ok: true, value: { externalId: '' } })
})
