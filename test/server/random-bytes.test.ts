// Random bytes in blocks: no byte is returned twice, none is kept, and every block is read anew.

import t from 'tap'
import { createRandomBytes } from '../../src/server/lanes/lane.ts'

t.test('every byte of a block is returned once, then there is another block', async t => {
  let value = 0
  const blocks: Uint8Array[] = []
  const take = createRandomBytes(block => {
    for (let i = 0; i < block.length; i++) block[i] = (value++ % 251) + 1
    blocks.push(block)
  })
  const taken: number[] = []
  for (let i = 0; i < 300; i++) taken.push(...take(32))
  t.equal(blocks.length, 3)
  t.strictSame(
    taken,
    Array.from({ length: 300 * 32 }, (_, i) => (i % 251) + 1),
    'in order, each once',
  )
  t.equal(
    blocks[0]!.subarray(0, (300 % 128) * 32).some(byte => byte !== 0),
    false,
    'none is kept',
  )
})

t.test('returned bytes belong to the caller', async t => {
  const take = createRandomBytes()
  const [one, other] = [take(32), take(32)]
  const copy = [...one]
  other.fill(0)
  take(4_096)
  t.strictSame([...one], copy)
  t.not(one.buffer.byteLength, 4_096, 'no view of the block')
})

t.test('the bytes are the system’s: a thousand seeds are all different', async t => {
  const take = createRandomBytes()
  const seeds = Array.from({ length: 1_000 }, () => Buffer.from(take(32)).toString('hex'))
  t.equal(new Set(seeds).size, 1_000)
})

t.test('a request for more than a block is an error', async t => {
  t.throws(() => createRandomBytes()(4_097), RangeError)
})
