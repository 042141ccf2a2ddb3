// Ids and free text at every bound, counted in characters.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import {
  isAsciiPlayerId,
  isExternalId,
  isFreeText,
  isPrintablePlayerId,
  uuidTimeMs,
} from '../../src/core/identifiers.ts'

const SMILE = '\u{1F642}'
const HALF_A_PAIR = '\ud83d'

/** Value, then whether it is an ASCII player id, a printable player id, an external id. */
const IDS: [value: unknown, ascii: boolean, printable: boolean, external: boolean][] = [
  ['a', true, true, true],
  ['', false, false, false],
  ['!~{}"\\', true, true, true],
  ['x'.repeat(128), true, true, true],
  ['x'.repeat(129), false, false, false],
  [SMILE.repeat(128), false, true, true],
  [SMILE.repeat(129), false, false, false],
  ['Ївась-Ж', false, true, true],
  ['a b', false, true, false],
  [' ', false, true, false],
  ['a\u00a0b', false, true, false],
  ['a\u2028b', false, false, false],
  ['a\tb', false, false, false],
  ['a\n', false, false, false],
  ['a\0', false, false, false],
  ['\x7f', false, false, false],
  ['a\u200bb', false, false, false],
  [HALF_A_PAIR, false, false, false],
  [null, false, false, false],
  [undefined, false, false, false],
  [7, false, false, false],
  [['a'], false, false, false],
]

/** In ASCII and short: U+2028 ends a line of the test report. */
function spell(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.slice(0, 20).replace(/[^ -~]/g, unit => `\\u{${unit.charCodeAt(0).toString(16)}}`)
}

t.test('ids of players and of operators are checked at every bound', async t => {
  for (const [value, ascii, printable, external] of IDS) {
    const name = spell(value)
    t.equal(isAsciiPlayerId(value), ascii, `ASCII player id: ${name}`)
    t.equal(isPrintablePlayerId(value), printable, `printable player id: ${name}`)
    t.equal(isExternalId(value), external, `external id: ${name}`)
  }
})

t.test('free text is counted in characters and can be stored', async t => {
  for (const text of ['', 'x'.repeat(5), SMILE.repeat(5), 'a\nb c', 'a\tb'])
    t.ok(isFreeText(text, 5), spell(text))
  for (const text of [
    'x'.repeat(6),
    SMILE.repeat(6),
    'a\0',
    HALF_A_PAIR,
    null,
    undefined,
    5,
    ['a'],
  ])
    t.notOk(isFreeText(text, 5), spell(text))
})

t.test('a UUIDv7 contains the time of its creation', async t => {
  const atMs = Date.UTC(2026, 10, 21, 12, 30, 15, 250)
  t.equal(uuidTimeMs(uuidv7({ msecs: atMs })), atMs)
})
