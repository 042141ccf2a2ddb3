// Token buckets: a burst, then a rate; bounded memory; tokens given back early.

import t from 'tap'
import { createTokenBuckets } from '../../src/limits/token-buckets.ts'

function open(keysMax = 10) {
  const clock = { nowMs: 1_000 }
  const buckets = createTokenBuckets({ perSecond: 2, atOnce: 4 }, keysMax, () => clock.nowMs)
  const taken = (key: string) => {
    let count = 0
    while (buckets.take(key)) count++
    return count
  }
  return { clock, buckets, taken }
}

t.test('a bucket allows a burst, then its rate, and never more than a burst', async t => {
  const { clock, taken } = open()
  t.equal(taken('one'), 4)
  clock.nowMs += 499
  t.equal(taken('one'), 0)
  clock.nowMs += 1
  t.equal(taken('one'), 1)
  clock.nowMs += 3_600_000
  t.equal(taken('one'), 4)
  t.equal(taken('other'), 4, 'another key has its own')
})

t.test('a quiet key is forgotten no earlier than its bucket is full', async t => {
  const { clock, taken } = open()
  clock.nowMs += 500
  taken('one')
  clock.nowMs += 1_500
  taken('other')
  t.equal(taken('one'), 3, "not full yet at the other key's check")
  clock.nowMs += 2_000
  t.equal(taken('one'), 4)
})

t.test('the time to the next token is returned without taking one', async t => {
  const { clock, buckets, taken } = open()
  t.equal(buckets.waitS('one'), 0, 'never seen')
  taken('one')
  t.equal(buckets.waitS('one'), 1)
  clock.nowMs += 500
  t.equal(buckets.waitS('one'), 0)
  t.equal(taken('one'), 1)
})

t.test('tokens given back count at once, up to a full bucket', async t => {
  const { buckets, taken } = open()
  buckets.giveBack('one', 100)
  t.equal(taken('one'), 4, 'a full bucket takes nothing')
  buckets.giveBack('one', 3)
  t.equal(taken('one'), 3)
  buckets.giveBack('one', 100)
  t.equal(taken('one'), 4)
})

t.test('past the bound of keys the one that took longest ago starts again', async t => {
  const { taken } = open(2)
  taken('first')
  taken('second')
  t.equal(taken('first'), 0)
  t.equal(taken('third'), 4)
  t.equal(taken('first'), 0, 'it took after the second')
  t.equal(taken('second'), 4, 'forgotten')
})
