// The grant as a table: every move in every situation; its summary, and which grant is played
// first. Any sequence of moves is in grant-story.test.ts.

import t from 'tap'
import {
  cancelGrant,
  type Grant,
  giveBackSpin,
  grantAt,
  isPlayable,
  isSummaryDue,
  pickGrant,
  settleSpin,
  summaryRetryDelayMs,
  takeSpin,
} from '../../src/core/grant.ts'
import { CREATED_MS, EXPIRES_MS, newGrant } from '../support/grant-samples.ts'

const LIVE_MS = CREATED_MS + 1
const WIN = 150n

type Move = (grant: Grant, nowMs: number) => Grant

const MOVES = {
  take: takeSpin,
  settle: (grant, nowMs) => settleSpin(grant, WIN, nowMs),
  giveBack: giveBackSpin,
  cancel: cancelGrant,
  wait: grantAt,
} as const satisfies Record<string, Move>
type MoveName = keyof typeof MOVES

function after(grant: Grant, ...moves: MoveName[]): Grant {
  return moves.reduce((current, move) => MOVES[move](current, LIVE_MS), grant)
}

/** "status remaining/played/in flight", or "-" for a move that is a broken invariant. */
function outcomeOf(move: Move, grant: Grant, nowMs: number): string {
  try {
    const { status, remaining, played, inFlight } = move(grant, nowMs)
    return `${status} ${remaining}/${played}/${inFlight}`
  } catch (error) {
    if (error instanceof RangeError) return '-'
    throw error
  }
}

const fresh = newGrant()
const flying = after(fresh, 'take')
const lastFlying = after(fresh, 'take', 'settle', 'take', 'settle', 'take')

/** Every situation, then the result of each move: in time, and at the instant of expiry. */
const TABLE: [
  name: string,
  grant: Grant,
  inTime: Record<MoveName, string>,
  late: Partial<Record<MoveName, string>>,
][] = [
  [
    'fresh',
    fresh,
    {
      take: 'active 2/0/1',
      settle: '-',
      giveBack: '-',
      cancel: 'cancelled 0/0/0',
      wait: 'active 3/0/0',
    },
    { take: '-', settle: '-', giveBack: '-', cancel: 'expired 0/0/0', wait: 'expired 0/0/0' },
  ],
  [
    'a spin in flight',
    flying,
    {
      take: 'active 1/0/2',
      settle: 'active 2/1/0',
      giveBack: 'active 3/0/0',
      cancel: 'cancelled 0/0/1',
      wait: 'active 2/0/1',
    },
    {
      take: '-',
      settle: 'expired 0/1/0',
      giveBack: 'expired 0/0/0',
      cancel: 'expired 0/0/1',
      wait: 'expired 0/0/1',
    },
  ],
  [
    'the last spin in flight',
    lastFlying,
    {
      take: '-',
      settle: 'used 0/3/0',
      giveBack: 'active 1/2/0',
      cancel: 'cancelled 0/2/1',
      wait: 'active 0/2/1',
    },
    { settle: 'expired 0/3/0', giveBack: 'expired 0/2/0' },
  ],
  [
    'used',
    after(lastFlying, 'settle'),
    { take: '-', settle: '-', giveBack: '-', cancel: 'used 0/3/0', wait: 'used 0/3/0' },
    { cancel: 'used 0/3/0', wait: 'used 0/3/0' },
  ],
  [
    'cancelled, a spin in flight',
    after(flying, 'cancel'),
    {
      take: '-',
      settle: 'cancelled 0/1/0',
      giveBack: 'cancelled 0/0/0',
      cancel: 'cancelled 0/0/1',
      wait: 'cancelled 0/0/1',
    },
    { settle: 'cancelled 0/1/0', giveBack: 'cancelled 0/0/0', wait: 'cancelled 0/0/1' },
  ],
  [
    'cancelled, the last spin in flight',
    after(lastFlying, 'cancel'),
    {
      take: '-',
      settle: 'cancelled 0/3/0',
      giveBack: 'cancelled 0/2/0',
      cancel: 'cancelled 0/2/1',
      wait: 'cancelled 0/2/1',
    },
    {},
  ],
  [
    'expired, a spin in flight',
    grantAt(flying, EXPIRES_MS),
    {
      take: '-',
      settle: 'expired 0/1/0',
      giveBack: 'expired 0/0/0',
      cancel: 'expired 0/0/1',
      wait: 'expired 0/0/1',
    },
    { settle: 'expired 0/1/0', cancel: 'expired 0/0/1' },
  ],
]

t.test('the table has every move in every situation, in time and too late', async t => {
  for (const [name, grant, inTime, late] of TABLE) {
    for (const [move, reported] of Object.entries(inTime)) {
      t.equal(
        outcomeOf(MOVES[move as MoveName], grant, EXPIRES_MS - 1),
        reported,
        `${name}: ${move}`,
      )
    }
    for (const [move, reported] of Object.entries(late)) {
      t.equal(
        outcomeOf(MOVES[move as MoveName], grant, EXPIRES_MS),
        reported,
        `${name}: ${move}, late`,
      )
    }
  }
})

t.test('wins are summed exactly, also of a round that ends after the grant', async t => {
  const huge = settleSpin(flying, 2n ** 53n + 1n, LIVE_MS)
  t.equal(settleSpin(takeSpin(huge, LIVE_MS), 2n, LIVE_MS).totalWinMinor, 2n ** 53n + 3n)
  t.equal(settleSpin(flying, 5n, EXPIRES_MS + 1).totalWinMinor, 5n)
  t.equal(settleSpin(after(flying, 'cancel'), 5n, LIVE_MS).totalWinMinor, 5n)
})

t.test('finished_at is the time of the last move, or the expiry of an expired grant', async t => {
  t.equal(fresh.finishedAtMs, null)
  t.equal(flying.finishedAtMs, null)
  t.equal(settleSpin(lastFlying, 0n, LIVE_MS + 9).finishedAtMs, LIVE_MS + 9)
  t.equal(cancelGrant(fresh, LIVE_MS + 9).finishedAtMs, LIVE_MS + 9)
  t.equal(grantAt(fresh, EXPIRES_MS + 999).finishedAtMs, EXPIRES_MS)
  const cancelled = cancelGrant(flying, LIVE_MS)
  t.equal(settleSpin(cancelled, 0n, LIVE_MS + 9).finishedAtMs, LIVE_MS)
})

t.test('cancelling again returns the same grant', async t => {
  const cancelled = cancelGrant(flying, LIVE_MS)
  t.equal(cancelGrant(cancelled, LIVE_MS + 5), cancelled)
  t.equal(cancelGrant(cancelled, EXPIRES_MS + 5), cancelled)
})

t.test(
  'the summary is owed once the grant is finished and its last started round ended',
  async t => {
    const due = (grant: Grant, nowMs = LIVE_MS) => isSummaryDue(grant, nowMs)
    t.notOk(due(fresh))
    t.notOk(due(lastFlying))
    t.ok(due(after(lastFlying, 'settle')))
    t.ok(due(after(fresh, 'cancel')))
    t.notOk(due(after(flying, 'cancel')))
    t.ok(due(after(flying, 'cancel', 'settle')))
    t.ok(due(after(flying, 'cancel', 'giveBack')))
    t.notOk(due(fresh, EXPIRES_MS - 1))
    t.ok(due(fresh, EXPIRES_MS))
    t.notOk(due(flying, EXPIRES_MS))
  },
)

t.test('the summary is retried after 10 s, doubled, at most an hour', async t => {
  const delays: [attempts: number, seconds: number][] = [
    [0, 10],
    [1, 20],
    [2, 40],
    [8, 2_560],
    [9, 3_600],
    [50, 3_600],
    [5_000, 3_600],
  ]
  for (const [attempts, seconds] of delays) t.equal(summaryRetryDelayMs(attempts), seconds * 1_000)
})

t.test('the grant that expires first is played first, among equals the older', async t => {
  const grant = (grantId: string, expiresAtMs: number, createdAtMs = CREATED_MS) =>
    newGrant({ grantId, expiresAtMs, createdAtMs })
  const soon = grant('c', EXPIRES_MS - 10)
  const older = grant('d', EXPIRES_MS, CREATED_MS - 1)
  const twin = grant('a', EXPIRES_MS)
  const younger = grant('b', EXPIRES_MS)
  const order = [soon, older, twin, younger]
  for (let left = order.length; left > 0; left--) {
    const offered = order.slice(order.length - left)
    t.equal(pickGrant(offered, LIVE_MS), offered[0])
    t.equal(pickGrant(offered.toReversed(), LIVE_MS), offered[0])
  }
  t.equal(pickGrant([younger, soon], EXPIRES_MS - 11), soon)
  t.equal(pickGrant([younger, soon], EXPIRES_MS - 10), younger)
  t.equal(pickGrant([younger, soon], EXPIRES_MS), null)
  t.equal(pickGrant([], LIVE_MS), null)
})

t.test('a grant without a spin left is skipped', async t => {
  const next = newGrant({ grantId: 'next', expiresAtMs: EXPIRES_MS + 1 })
  for (const spent of [lastFlying, after(lastFlying, 'settle'), after(fresh, 'cancel')]) {
    t.equal(pickGrant([spent, next], LIVE_MS), next)
    t.notOk(isPlayable(spent, LIVE_MS))
  }
})
