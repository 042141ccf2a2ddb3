// Ids and free text at every bound, counted in characters.

import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import {
  firstIdAt,
  isAsciiPlayerId,
  isExternalId,
  isFreeText,
  isPrintablePlayerId,
  isUuid,
  readIdBeginning,
  toStorable,
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

t.test('text is storable once each character that Postgres refuses is replaced', async t => {
  t.equal(toStorable(`a\0b${HALF_A_PAIR}\0c`), 'a\ufffdb\ufffd\ufffdc')
  t.equal(toStorable(`a\n${SMILE}`), `a\n${SMILE}`)
})

const ID = '0190a8e2-7f3a-7b1c-8d5e-0a1b2c3d4e5f'

t.test('a UUID is written in lower case, with hyphens', async t => {
  t.ok(isUuid(ID))
  const wrong = [ID.toUpperCase(), ID.replaceAll('-', ''), `${ID}0`, `0${ID}`, ID.slice(1), '']
  for (const text of [...wrong, ID.replace('a', 'g'), `${ID}\n`]) t.notOk(isUuid(text), spell(text))
})

t.test('a UUIDv7 contains the time of its creation', async t => {
  const atMs = Date.UTC(2026, 10, 21, 12, 30, 15, 250)
  t.equal(uuidTimeMs(uuidv7({ msecs: atMs })), atMs)
  t.equal(uuidTimeMs(firstIdAt(atMs)), atMs)
})

t.test('the first id of a time is the smallest UUID of it', async t => {
  t.equal(firstIdAt(0), '00000000-0000-0000-0000-000000000000')
  t.equal(firstIdAt(-1), firstIdAt(0), 'before 1970')
  t.equal(firstIdAt(0x190a8e27f3a), '0190a8e2-7f3a-0000-0000-000000000000')
  t.equal(firstIdAt(0x190a8e27f3a + 0.9), firstIdAt(0x190a8e27f3a))
})

t.test('the beginning of a UUID is the range of those that begin with it', async t => {
  const rangeOf = (first: string, last: string) => ({ first, last })
  const eight = rangeOf(
    '0190a8e2-0000-0000-0000-000000000000',
    '0190a8e2-ffff-ffff-ffff-ffffffffffff',
  )
  for (const text of ['0190a8e2', ' 0190A8E2 ', '0190a8e2-']) {
    t.strictSame(readIdBeginning(text), eight, text)
  }
  const ten = rangeOf(
    '0190a8e2-7f00-0000-0000-000000000000',
    '0190a8e2-7fff-ffff-ffff-ffffffffffff',
  )
  for (const text of ['0190a8e2-7f', '0190a8e27f']) t.strictSame(readIdBeginning(text), ten, text)
  for (const text of [ID, ID.replaceAll('-', ''), ID.toUpperCase()]) {
    t.strictSame(readIdBeginning(text), rangeOf(ID, ID), text)
  }
})

t.test('a text that begins no UUID, or too many of them, is no beginning', async t => {
  const wrong = ['', '0190a8e', 'ann', '0190a8e2x', 'x0190a8e2', '0190-a8e27f3a', '-0190a8e2']
  wrong.push('0190a8e2--7f')
  for (const text of wrong) t.equal(readIdBeginning(text), null, text)
  for (const longer of [`${ID}0`, `${ID}0`.replaceAll('-', '')]) {
    t.equal(readIdBeginning(longer), null, longer)
  }
})
