// The game page's figures for a play profile: time, net position, when a reality check is due,
// which wins are celebrated.

import t from 'tap'
import type { RoundView } from '../../src/wire/play-round.ts'
import {
  isCelebrated,
  isCheckDue,
  NetPosition,
  paidMinor,
  printDuration,
  signedMinorOf,
} from '../../web/play/profile/play-rules.ts'

const MINUTE = 60_000

t.test('time played is shown in hours, minutes and seconds', async t => {
  const cases: [ms: number, text: string][] = [
    [-5_000, '0:00'],
    [999, '0:00'],
    [61_000, '1:01'],
    [3_599_999, '59:59'],
    [3_600_000, '1:00:00'],
    [45_296_000, '12:34:56'],
  ]
  for (const [ms, text] of cases) t.equal(printDuration(ms), text)
})

t.test('a net amount has its sign', async t => {
  t.strictSame(['0.00', '12.05', '-0.20', '-1500.00'].map(signedMinorOf), [
    0n,
    1205n,
    -20n,
    -150000n,
  ])
  t.throws(() => signedMinorOf('--1.00'))
})

t.test('a check is due so many minutes after the launch, and after each answer', async t => {
  t.notOk(isCheckDue(30 * MINUTE - 1, 30, 0))
  t.ok(isCheckDue(30 * MINUTE, 30, 0))
  t.ok(isCheckDue(95 * MINUTE, 30, 0), 'several that were missed are one')
  t.notOk(isCheckDue(61 * MINUTE - 1, 30, 31 * MINUTE), 'the interval begins with the answer')
  t.ok(isCheckDue(61 * MINUTE, 30, 31 * MINUTE))
})

t.test('an answer of an earlier launch does not count', async t => {
  t.ok(isCheckDue(31 * MINUTE, 30, 45 * MINUTE))
  t.notOk(isCheckDue(31 * MINUTE, 30, 31.5 * MINUTE), 'clocks may differ a little')
})

t.test('a win up to the stake is celebrated only where the rules say so', async t => {
  const plain = { celebrateUpToStake: false }
  t.strictSame(
    [0n, 99n, 100n, 101n].map(win => isCelebrated(plain, win, 100n)),
    [false, false, false, true],
  )
  t.ok(isCelebrated({ celebrateUpToStake: true }, 1n, 100n))
  t.equal(paidMinor({ stake: '1.00', freeSpin: null }), 100n)
  const freeSpin = { grantId: 'g', played: 1, total: 2, totalWin: '0.00' }
  t.ok(isCelebrated(plain, 1n, paidMinor({ stake: '1.00', freeSpin })), 'a free spin costs nothing')
})

const round = (roundId: string, status: RoundView['status'], win = '0.00') =>
  ({ roundId, status, win, stake: '1.00', freeSpin: null }) as RoundView

t.test('the net position follows each round once, and shows no win before it is seen', async t => {
  const net = new NetPosition()
  net.begin(-500n)
  net.add(round('a', 'pending'), false)
  t.equal(net.minor, -500n, 'no bet is known to be debited')
  net.add(round('a', 'settled', '3.00'), false)
  t.equal(net.minor, -600n)
  net.add(round('a', 'settled', '3.00'), true)
  net.add(round('a', 'settled', '3.00'), true)
  t.equal(net.minor, -300n)
  net.add(round('b', 'awaiting', '2.00'), true)
  t.equal(net.minor, -400n, 'a win that may still be gambled is not won yet')
  net.add(round('b', 'settled', '4.00'), true)
  t.equal(net.minor, 0n)
  net.add(round('c', 'crediting', '1.50'), true)
  t.equal(net.minor, 50n)
  net.add(round('d', 'settled', '0.00'), true)
  net.add(round('d', 'rejected', '0.00'), true)
  t.equal(net.minor, 50n, 'a cancelled round costs nothing')
  net.begin(700n)
  t.equal(net.minor, 700n)
})
