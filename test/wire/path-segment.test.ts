// Ids as segments of paths: every text comes back as it was, whatever reads the address on the way.

import fc from 'fast-check'
import t from 'tap'
import { readSegment, writeSegment } from '../../src/wire/path-segment.ts'
import { NASTY_IDS } from '../support/nasty-ids.ts'

/** What a browser makes of an address before it sends it. */
const sent = (id: string) => new URL(`http://panel/a/${writeSegment(id)}`).pathname.split('/')

t.test('an id is one segment, which reads as the id', async t => {
  for (const id of NASTY_IDS) {
    t.equal(sent(id).length, 3, `${JSON.stringify(id)} is one segment`)
    t.equal(readSegment(sent(id)[2]!), id)
  }
})

t.test('so is every other text', async () =>
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      id => readSegment(sent(id)[2]!) === id,
    ),
  ),
)

t.test('what encodeURIComponent writes reads the same, steps between folders aside', async t => {
  for (const id of NASTY_IDS.filter(id => !/^~*\.{1,2}$/.test(id))) {
    t.equal(readSegment(encodeURIComponent(id)), id)
  }
})

t.test('a segment that is not written as one is none', async t => {
  t.equal(readSegment('%'), null)
  t.equal(readSegment('%E0%A4'), null)
})
