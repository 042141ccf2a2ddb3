// The name of a peer: an IPv4 peer of a dual-stack listener has its IPv4 name, every other one
// keeps its name.

import fc from 'fast-check'
import t from 'tap'
import { readAddress } from '../../src/core/network.ts'
import { readPeer } from '../../src/edge/caller.ts'

const hex = (group: number) => group.toString(16).padStart(4, '0')

t.test('an IPv4 peer in IPv6 form is read as everywhere else', async t => {
  const octet = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const written = `0000:0000:0000:0000:0000:ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}`
      t.equal(readPeer(written), `${a}.${b}.${c}.${d}`)
      t.equal(readPeer(written), readAddress(written))
    }),
    { numRuns: 50 },
  )
})

t.test('any other peer is unchanged', async t => {
  const others = [
    '203.0.113.7',
    '2001:0db8:0000:0000:0000:0000:0000:0007',
    '0000:0000:0000:0000:0000:0000:cb00:7107',
    '',
  ]
  for (const text of others) t.equal(readPeer(text), text)
})
