// The cursor of a page: valid for its query and its key only.

import fc from 'fast-check'
import t from 'tap'
import { readCursor, writeCursor } from '../../src/operator/reports/page-cursor.ts'
import { anyCharacter } from '../support/any-character.ts'

const KEY = Buffer.alloc(32, 1)
const QUESTION = 'rounds of May'
const POSITION = ['2026-05-01T12:00:00Z', 'round-1']
const CURSOR = writeCursor(KEY, QUESTION, POSITION)

t.test('a cursor returns its position, for any query and position', async () => {
  const positions = fc.array(fc.string({ unit: anyCharacter }), { maxLength: 4 })
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), positions, (question, position) => {
      const read = readCursor(KEY, question, writeCursor(KEY, question, position))
      return JSON.stringify(read) === JSON.stringify(position)
    }),
  )
})

t.test('a cursor of another query or another key is refused', async t => {
  t.strictSame(readCursor(KEY, QUESTION, CURSOR), POSITION)
  t.equal(readCursor(KEY, 'rounds of June', CURSOR), null)
  t.equal(readCursor(KEY, '', CURSOR), null)
  t.equal(readCursor(Buffer.alloc(32, 2), QUESTION, CURSOR), null)
})

t.test('a cursor has one spelling: no character can be changed, added or left out', async t => {
  for (let at = 0; at < CURSOR.length; at++) {
    for (const other of ['A', 'B', '_', '=', ' ']) {
      if (CURSOR[at] === other) continue
      const forged = CURSOR.slice(0, at) + other + CURSOR.slice(at + 1)
      t.equal(readCursor(KEY, QUESTION, forged), null, `"${other}" at ${at}`)
    }
  }
  const cut = [CURSOR.slice(0, 21), CURSOR.slice(0, -1)]
  for (const text of ['', 'A', ...cut, `${CURSOR}=`, ` ${CURSOR}`]) {
    t.equal(readCursor(KEY, QUESTION, text), null, JSON.stringify(text))
  }
})

t.test('a cursor holds its position and a signature of 16 bytes only', async t => {
  const bytes = Buffer.from(CURSOR, 'base64url')
  t.equal(bytes.subarray(16).toString(), JSON.stringify(POSITION))
})

t.test('a signature alone is not a cursor', async t => {
  const signature = Buffer.from(CURSOR, 'base64url').subarray(0, 16)
  t.equal(readCursor(KEY, QUESTION, signature.toString('base64url')), null)
})

t.test('the end of the query cannot be moved to the start of the position', async t => {
  const bytes = Buffer.from(writeCursor(KEY, 'a', ['b']), 'base64url')
  const moved = Buffer.concat([bytes.subarray(0, 16), bytes.subarray(17)])
  t.equal(readCursor(KEY, 'a[', moved.toString('base64url')), null)
})
