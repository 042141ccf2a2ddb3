// A rising load ends where the settled rate no longer follows or the p99 passes its bound, and not
// at one bad step.

import t from 'tap'
import { type RisingRule, riseUntilSaturated } from '../../bench/rising-steps.ts'

const RULE: RisingRule = { peak: 1000, fromShare: 0.2, stepShare: 0.1, boundMs: 500 }

/** Settles the offered load up to so much a second; its p99 depends on the offered rate. */
function platform(mostASecond: number, p99Of: (aSecond: number) => number = () => 20) {
  const offered: number[] = []
  return {
    offered,
    async offer(aSecond: number) {
      offered.push(aSecond)
      const value = Math.min(aSecond, mostASecond)
      return { value, operations: value, latencyMs: { p50: 5, p99: p99Of(aSecond), p999: 90 } }
    },
  }
}

const rise = (offer: ReturnType<typeof platform>['offer']) =>
  riseUntilSaturated(RULE, offer, () => {})

t.test('it ends at the rate that is not settled, offered twice', async t => {
  const { offer, offered } = platform(450)
  const { highest, saturation } = await rise(offer)
  t.strictSame(offered, [200, 300, 400, 500, 500])
  t.equal(highest?.offered, 400)
  t.match(saturation, { settled: 450, verdict: 'falls behind' })
})

t.test('it ends at the rate whose p99 passes the bound, though all is settled', async t => {
  const { offer, offered } = platform(9999, aSecond => (aSecond > 350 ? 501 : 500))
  const { highest, saturation } = await rise(offer)
  t.strictSame(offered, [200, 300, 400, 400])
  t.equal(highest?.offered, 300)
  t.equal(saturation?.verdict, 'too late')
})

t.test('a step that was bad once is no saturation', async t => {
  let offers = 0
  const { offer } = platform(450, () => (++offers === 2 ? 9000 : 20))
  const { steps, saturation } = await rise(offer)
  t.strictSame(
    steps.map(({ verdict }) => verdict),
    ['follows', 'too late', 'follows', 'follows', 'falls behind', 'falls behind'],
  )
  t.equal(saturation?.offered, 500)
})

t.test('a load without saturation ends at twice the peak and reports that', async t => {
  const { offer, offered } = platform(9999)
  const { saturation, highest } = await rise(offer)
  t.equal(saturation, null)
  t.equal(offered.at(-1), 2000)
  t.equal(highest?.offered, 2000)
})
