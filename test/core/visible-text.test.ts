// How a text chosen by somebody else is shown to a person: nothing in it affects a terminal or a
// text's direction.

import t from 'tap'
import { showInvisible } from '../../src/core/visible-text.ts'

t.test('controls, direction marks and separators are shown as escapes', async t => {
  t.equal(showInvisible('\u0000\u001b[0m\u007f\u009b'), '\\u0000\\u001b[0m\\u007f\\u009b')
  t.equal(showInvisible('\n\r\t'), '\\n\\r\\t')
  t.equal(showInvisible('\u200b\u200e\u202e\u2066\ufeff'), '\\u200b\\u200e\\u202e\\u2066\\ufeff')
  t.equal(showInvisible('\u2028\u2029\u{e0041}'), '\\u2028\\u2029\\udb40\\udc41')
  t.equal(showInvisible('half a pair: \ud800'), 'half a pair: \\ud800')
})

t.test('visible characters stay', async t => {
  const text = 'Зоя @+:=&/;#.. 陳 é e\u0301 😀 \\u001b'
  t.equal(showInvisible(text), text)
})

t.test('a line of JSON keeps its value', async t => {
  const value = { id: 'a\u009b\u202e\u{e0041}"\\' }
  t.strictSame(JSON.parse(showInvisible(JSON.stringify(value))), value)
})
