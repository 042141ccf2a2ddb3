// The checks of a fleet's run: waits are counted for their event, and every value past its bound is
// reported. The runs themselves are `npm run fleet`.

import t from 'tap'
import type { Answer } from '../line.ts'
import { FLEET_EVENT_NAMES, readEvents } from './events.ts'
import { findProblems, PLAY_AGAIN_MS, SAVES_A_ROUND } from './fleet.ts'
import { createTimeline } from './timeline.ts'

const PLAYED = { type: 'round' } as Answer
const BROKE = { type: 'error', code: 'INSUFFICIENT_FUNDS' } as Answer
const FAILED = { type: 'error', code: 'REQUEST_FAILED' } as Answer

t.test(
  'an event has the first spin sent after it, and the longest wait until the next event',
  async t => {
    let nowMs = 1_000
    const timeline = createTimeline(() => nowMs)
    const spin = (sentMs: number) => {
      nowMs = sentMs
      const answered = timeline.beginSpin()
      return (atMs: number, answer: Answer = PLAYED) => {
        nowMs = atMs
        answered(answer)
      }
    }
    const early = spin(1_000)
    const waiting = spin(1_500)
    early(1_900)
    nowMs = 2_000
    timeline.begin('one')
    spin(2_100)(2_200, FAILED)
    const first = spin(2_300)
    waiting(3_500)
    first(3_600)
    nowMs = 10_000
    timeline.begin('two')
    spin(10_000)(10_400, BROKE)
    spin(10_500)(10_600, null)
    const [one, two] = timeline.events
    t.match(one, { name: 'one', firstMs: 1_600, longestMs: 2_000 })
    t.match(two, { name: 'two', firstMs: 400, longestMs: 400 })
    t.equal(timeline.secondsOf(two!.startedMs), 9)
    const seconds = timeline.seconds()
    t.equal(seconds.length, 10)
    t.strictSame(seconds[0], { atSecond: 0, spins: 1, p50Ms: 900, p99Ms: 900 })
    t.strictSame(seconds[1], { atSecond: 1, spins: 0, p50Ms: 0, p99Ms: 0 })
    t.strictSame(seconds[2], { atSecond: 2, spins: 2, p50Ms: 1_300, p99Ms: 2_000 })
  },
)

t.test('a value past its bound is reported', async t => {
  const event = { name: 'lanes', startedMs: 0, endedMs: 1, failure: null }
  const good = { ...event, firstMs: PLAY_AGAIN_MS, longestMs: PLAY_AGAIN_MS }
  const reported = {
    run: { violations: 0, lostRounds: 0 },
    events: [good],
    saves: { orphans: 0, aRound: 2, withoutDecisions: SAVES_A_ROUND },
  }
  const problemsOf = (changed: object) =>
    findProblems({ ...reported, ...changed }, { events: ['lanes'] })
  t.strictSame(problemsOf({}), [])
  for (const changed of [
    { events: [] },
    { events: [{ ...good, failure: 'no' }] },
    { events: [{ ...good, firstMs: null }] },
    { events: [{ ...good, firstMs: PLAY_AGAIN_MS + 1 }] },
    { run: { violations: 1, lostRounds: 0 } },
    { run: { violations: 0, lostRounds: 1 } },
    { saves: { orphans: 0, aRound: 2, withoutDecisions: SAVES_A_ROUND + 0.01 } },
  ]) {
    t.equal(problemsOf(changed).length, 1, JSON.stringify(changed))
  }
})

t.test('events may be named in any order, and run in the fixed order', async t => {
  t.strictSame(readEvents('lanes, node-kill'), ['node-kill', 'lanes'])
  t.strictSame(readEvents(FLEET_EVENT_NAMES.join()), FLEET_EVENT_NAMES)
  t.equal(readEvents('node-kill,nothing'), null)
})
