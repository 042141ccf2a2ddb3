// The budget of wrong keys: by address, an IPv6 address by its /64, given back over time, bounded.

import t from 'tap'
import { FAILED_KEYS_PER_MINUTE } from '../../src/limits.ts'
import {
  createFailedKeys,
  FAILED_KEY_ADDRESSES,
  FAILED_KEYS_HELD,
} from '../../src/operator/failed-keys.ts'
import { until } from '../support/until.ts'

function open() {
  let nowMs = 5_000
  const keys = createFailedKeys(() => nowMs)
  return {
    ...keys,
    spend(address: string | null) {
      for (let time = 0; time < FAILED_KEYS_PER_MINUTE; time++) keys.count(address)
    },
    pass(ms: number) {
      nowMs += ms
    },
  }
}

t.test('a spent budget refills continuously, up to a full one', async t => {
  const keys = open()
  const address = '203.0.113.7'
  keys.spend(address)
  t.equal(keys.waitS(address), 1)
  keys.pass(999)
  t.equal(keys.waitS(address), 1)
  keys.pass(1)
  t.equal(keys.waitS(address), 0)
  keys.pass(3_600_000)
  keys.spend(address)
  t.equal(keys.waitS(address), 1)
})

t.test('an IPv4 address is counted alone, an IPv6 one with its whole /64', async t => {
  const rows: [spent: string | null, asked: string | null, isSame: boolean][] = [
    ['203.0.113.7', '203.0.113.8', false],
    [null, null, true],
    [null, '203.0.113.7', false],
    ['2001:db8:1:2::7', '2001:db8:1:2:ffff::1', true],
    ['2001:db8:1:2::7', '2001:db8:1:3::7', false],
    ['2001:db8::7', '2001:db8:0:0:1::', true],
    ['2001:db8::7', '2001:db8:0:1::7', false],
    ['::1', '::2', true],
    ['::1', '1::1', false],
  ]
  for (const [spent, asked, isSame] of rows) {
    const keys = open()
    keys.spend(spent)
    t.equal(keys.waitS(asked) > 0, isSame, `${spent} ${asked}`)
  }
})

t.test('past the bound of addresses the one that failed longest ago is forgotten', async t => {
  const keys = open()
  const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  for (let number = 0; number < FAILED_KEY_ADDRESSES; number++) keys.spend(addressOf(number))
  keys.count(addressOf(0))
  keys.count(addressOf(FAILED_KEY_ADDRESSES))
  t.equal(keys.waitS(addressOf(1)), 0, 'forgotten')
  t.ok(keys.waitS(addressOf(0)) > 0, 'failed again just now')
  t.ok(keys.waitS(addressOf(2)) > 0)
})

t.test('a refusal is delayed, and past the bound the next is answered at once', async t => {
  const keys = createFailedKeys(() => 0)
  let answered = 0
  for (let call = 0; call < FAILED_KEYS_HELD; call++) void keys.holdBack().then(() => answered++)
  await keys.holdBack()
  t.equal(answered, 0)
  await until('all of them are answered', () => answered === FAILED_KEYS_HELD)
  let isAnswered = false
  const next = keys.holdBack().then(() => {
    isAnswered = true
  })
  await new Promise(resolve => setImmediate(resolve))
  t.notOk(isAnswered, 'there is room again')
  await next
})
