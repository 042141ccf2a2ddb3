// Bodies that two readers could read differently are refused, even if all else is right.

import t from 'tap'
import { readJsonObject } from '../../src/wire/json-body.ts'

const read = (text: string) => readJsonObject(Buffer.from(text))
const DEEP = 2_000

t.test('a body with unique keys is read', t => {
  const texts = [
    '{}',
    ' {"a":1 , "b":{"a":2,"b":[{"a":3},{"a":4}]}} ',
    '{"a":"\\"a\\":1","b":"a\\\\","\\"":":"}',
    '{"__proto__":1,"constructor":2,"":3}',
    String.raw`{"a:":"b:","c":["d:","e","f\\\":"]}`,
    '{"a":{"b":{}},"c":[[],{}],"d":null,"e":"\u0430"}',
    `{"a":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
    `{"long":"${'\\\\'.repeat(30_000)}"}`,
  ]
  for (const text of texts) {
    // Compared as text: a comparison of values goes as deep as they do.
    t.equal(JSON.stringify(read(text)), JSON.stringify(JSON.parse(text)), text.slice(0, 60))
  }
  t.end()
})

t.test('a repeated key is refused, at any depth and in any spelling', t => {
  const texts = [
    '{"a":1,"a":1}',
    '{"a":1,"b":{"c":1,"d":2,"c":3}}',
    '{"a":[1,[{"x":{"y":1,"y":2}}]]}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"1":1,"1":2}',
    '{"":1,"":2}',
    '{"a" :1,\n"a"\t:2}',
    `${'{"a":'.repeat(DEEP)}{"b":1,"b":1}${'}'.repeat(DEEP)}`,
  ]
  for (const text of texts) {
    t.ok(JSON.parse(text), 'it is JSON')
    t.equal(read(text), null, text.slice(0, 60))
  }
  t.end()
})

t.test('bytes that are not UTF-8 are refused', t => {
  const around = (bytes: number[]) =>
    Buffer.concat([Buffer.from('{"player_id":"a'), Buffer.from(bytes), Buffer.from('"}')])
  t.strictSame(readJsonObject(around([0xc3, 0xbf])), { player_id: 'a\u00ff' })
  for (const broken of ['ff', 'fe', 'c3', 'c0af', 'eda080', 'f5808080']) {
    t.equal(readJsonObject(around([...Buffer.from(broken, 'hex')])), null, broken)
  }
  const marked = Buffer.from('\ufeff{}')
  t.equal(readJsonObject(marked), null, 'nor is a mark before it')
  t.end()
})

t.test('a body that is not an object, or not JSON, is refused', t => {
  for (const text of ['', '[]', '1', '"a"', 'null', '{', '{"a":1}{', "{'a':1}", '{"a":01}']) {
    t.equal(read(text), null, text)
  }
  t.end()
})
