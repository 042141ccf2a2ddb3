// Ids as segments of paths: every text is read back unchanged, through any reader of the address.

import fc from 'fast-check'
import t from 'tap'
import { readSegment, writeSegment } from '../../src/wire/path-segment.ts'
import { NASTY_IDS } from '../support/nasty-ids.ts'

/** A browser's normalization of an address before it sends it. */
const sent = (id: string) => new URL(`http://panel/a/${writeSegment(id)}`).pathname.split('/')

t.test('an id is one segment, which reads as the id', async t => {
  for (const id of NASTY_IDS) {
    t.equal(sent(id).length, 3, `${JSON.stringify(id)} is one segment`)
    t.equal(readSegment(sent(id)[2]!), id)
  }
})

t.test('any other text is one segment too', async () => {
  const ids = fc.string({ unit: 'grapheme', minLength: 1 })
  fc.assert(fc.property(ids, id => readSegment(sent(id)[2]!) === id))
})

t.test("encodeURIComponent's output reads the same, except for dot segments", async t => {
  for (const id of NASTY_IDS.filter(id => !/^~*\.{1,2}$/.test(id))) {
    t.equal(readSegment(encodeURIComponent(id)), id)
  }
})

t.test('a segment in another encoding is null', async t => {
  t.equal(readSegment('%'), null)
  t.equal(readSegment('%E0%A4'), null)
})
