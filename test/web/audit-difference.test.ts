// What the audit page shows of a change: the fields that differ, by their paths.

import t from 'tap'
import { findDifferences } from '../../web/admin/pages/audit/difference.ts'

t.test('only what differs is named, by its path', async t => {
  const before = { bonusBuy: true, limits: [{ max: '100' }, { max: '200' }], quotas: { spins: 50 } }
  const after = { bonusBuy: true, limits: [{ max: '100' }, { max: '250' }], quotas: { spins: 50 } }
  t.strictSame(findDifferences(before, after), [
    { path: 'limits[1].max', before: '"200"', after: '"250"' },
  ])
})

t.test('an added or removed field has one side', async t => {
  t.strictSame(findDifferences({ gone: 1, kept: {} }, { kept: {}, came: [] }), [
    { path: 'gone', before: '1', after: null },
    { path: 'came', before: null, after: '[]' },
  ])
  t.strictSame(findDifferences(null, { ended: 2 }), [{ path: 'ended', before: null, after: '2' }])
})

t.test('a null field is distinguished from a missing one', async t => {
  t.strictSame(findDifferences({ level: null }, {}), [
    { path: 'level', before: 'null', after: null },
  ])
})

t.test('without a record there are no differences', async t => {
  t.strictSame(findDifferences(null, null), [])
})
