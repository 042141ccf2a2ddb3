// One text for equal JSON values: the comparison behind Idempotency-Key.

import fc from 'fast-check'
import t from 'tap'
import { canonicalJson } from '../../src/operator/canonical-json.ts'

t.test('the order of fields does not matter, at any depth', async t => {
  const one = canonicalJson({ a: 1, b: { c: [1, { e: 1, d: 2 }], b: null } })
  const other = canonicalJson({ b: { b: null, c: [1, { d: 2, e: 1 }] }, a: 1 })
  t.equal(one, other)
  t.equal(one, '{"a":1,"b":{"b":null,"c":[1,{"d":2,"e":1}]}}')
})

t.test('everything else matters', async t => {
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: '1' }],
    [{ a: 1 }, { a: 2 }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ a: { b: 1 } }, { 'a:{"b"': 1 }],
  ]
  for (const [one, other] of different) t.not(canonicalJson(one), canonicalJson(other))
})

t.test('property: it is JSON of the same value', async t => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const plain = JSON.parse(JSON.stringify(value))
      t.strictSame(JSON.parse(canonicalJson(plain)), plain)
    }),
  )
})

t.test('property: shuffled fields give the same text', async t => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string(), fc.jsonValue()), { selector: ([key]) => key })
  fc.assert(
    fc.property(pairs, entries => {
      const shuffled = entries.toReversed()
      return canonicalJson(record(entries)) === canonicalJson(record(shuffled))
    }),
  )
  t.pass()
})

/** Like JSON.parse: a field of any name is the object's own. */
function record(entries: readonly [string, unknown][]): object {
  const text = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
  return JSON.parse(`{${text.join(',')}}`)
}
