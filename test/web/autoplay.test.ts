// The rules of autoplay: it plays the ordered rounds, starts no round that could take the loss past
// its limit, and ends on a large win or a feature.

import t from 'tap'
import {
  AUTOPLAY_ROUNDS,
  type AutoplayPlan,
  type AutoplayRun,
  addRound,
  beginRun,
  endAfter,
  endBefore,
  FIRST_LOSS_PRICES,
  FIRST_ROUNDS,
  LOSS_LIMIT_PRICES,
  startRound,
} from '../../web/play/autoplay/rules.ts'

const PLAN: AutoplayPlan = {
  rounds: 10,
  lossLimitMinor: 500n,
  winLimitMinor: 1_000n,
  stopsAtFeature: true,
}
const PRICE = 100n
const round = (winMinor: bigint, paidMinor = PRICE, hadFeature = false) => ({
  paidMinor,
  winMinor,
  hadFeature,
})

/** Plays rounds that win so much, until autoplay ends. */
function play(plan: AutoplayPlan, wins: (number: number) => bigint) {
  let run: AutoplayRun = beginRun(plan)
  for (let number = 1; ; number++) {
    const end = endBefore(run, PRICE)
    if (end !== null) return { end, played: number - 1, lostMinor: run.lostMinor }
    run = startRound(run)
    const played = round(wins(number))
    run = addRound(run, played)
    const after = endAfter(plan, played)
    if (after !== null) return { end: after, played: number, lostMinor: run.lostMinor }
  }
}

t.test('autoplay plays the ordered rounds', async t => {
  t.same(
    play(PLAN, () => PRICE),
    { end: 'played', played: 10, lostMinor: 0n },
  )
})

t.test('the loss reaches its limit and never passes it', async t => {
  t.same(
    play(PLAN, () => 0n),
    { end: 'loss', played: 5, lostMinor: 500n },
  )
  const odd = { ...PLAN, lossLimitMinor: 449n }
  t.same(
    play(odd, () => 0n),
    { end: 'loss', played: 4, lostMinor: 400n },
  )
})

t.test('wins leave room for more losses', async t => {
  const { end, played } = play({ ...PLAN, rounds: 100 }, number => (number % 2 === 0 ? 100n : 0n))
  t.same({ end, played }, { end: 'loss', played: 9 })
})

t.test('a win of the limit ends it, a smaller one does not', async t => {
  t.equal(endAfter(PLAN, round(999n)), null)
  t.equal(endAfter(PLAN, round(1_000n)), 'win')
  t.equal(endAfter({ ...PLAN, winLimitMinor: null }, round(1_000_000n)), null)
})

t.test('a feature ends it where the player asked for that', async t => {
  t.equal(endAfter(PLAN, round(0n, PRICE, true)), 'feature')
  t.equal(endAfter({ ...PLAN, stopsAtFeature: false }, round(0n, PRICE, true)), null)
})

t.test('free spins cost nothing', async t => {
  const run = addRound(beginRun(PLAN), round(50n, 0n))
  t.equal(run.lostMinor, -50n)
  t.equal(endBefore(run, 0n), null)
})

t.test('the offered values are within the bounds, and the default is offered', async t => {
  t.same([AUTOPLAY_ROUNDS[0], AUTOPLAY_ROUNDS.at(-1)], [10, 100])
  t.ok(AUTOPLAY_ROUNDS.includes(FIRST_ROUNDS))
  t.ok(LOSS_LIMIT_PRICES.includes(FIRST_LOSS_PRICES))
})
