// The grant under any sequence of moves: spins and wins add up, it finishes once, and its one
// summary waits for the last started round.

import fc from 'fast-check'
import t from 'tap'
import {
  cancelGrant,
  type Grant,
  giveBackSpin,
  grantAt,
  isPlayable,
  isSummaryDue,
  settleSpin,
  takeSpin,
} from '../../src/core/grant.ts'
import { CREATED_MS, newGrant } from '../support/grant-samples.ts'

type MoveName = 'take' | 'settle' | 'giveBack' | 'cancel' | 'wait'
interface Step {
  move: MoveName
  waitMs: number
  winMinor: bigint
}

/** A grant in play, and its expected totals: every win that was settled. */
interface Scene {
  grant: Grant
  nowMs: number
  wonMinor: bigint
}

const anyStory: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    move: fc.constantFrom<MoveName>(
      'take',
      'take',
      'settle',
      'settle',
      'giveBack',
      'cancel',
      'wait',
    ),
    waitMs: fc.constantFrom(0, 1, 1_000, 2 * 24 * 3_600_000),
    winMinor: fc.bigInt({ min: 0n, max: 10n ** 15n }),
  }),
  { maxLength: 40 },
)
const anyTotal = fc.integer({ min: 1, max: 6 })
const RUNS = { numRuns: 1_000 }

/** Moves that are illegal at their place are left out. `isExpiring`: expiry is noticed at once. */
function tellStory(story: Step[], total: number, isExpiring = false): Scene[] {
  const way: Scene[] = [{ grant: newGrant({ total }), nowMs: CREATED_MS, wonMinor: 0n }]
  for (const step of story) {
    const last = way.at(-1)!
    const nowMs = last.nowMs + step.waitMs
    const before = isExpiring ? grantAt(last.grant, nowMs) : last.grant
    const grant = makeMove(before, step, nowMs)
    if (grant === null) continue
    const wonMinor = last.wonMinor + (step.move === 'settle' ? step.winMinor : 0n)
    way.push({ grant, nowMs, wonMinor })
  }
  return way
}

function makeMove(grant: Grant, { move, winMinor }: Step, nowMs: number): Grant | null {
  switch (move) {
    case 'take':
      return isPlayable(grant, nowMs) ? takeSpin(grant, nowMs) : null
    case 'settle':
      return grant.inFlight > 0 ? settleSpin(grant, winMinor, nowMs) : null
    case 'giveBack':
      return grant.inFlight > 0 ? giveBackSpin(grant, nowMs) : null
    case 'cancel':
      return cancelGrant(grant, nowMs)
    case 'wait':
      return grantAt(grant, nowMs)
  }
}

t.test('property: remaining + played + in flight = total while active, less after it', async t => {
  fc.assert(
    fc.property(anyStory, anyTotal, (story, total) =>
      tellStory(story, total).every(({ grant }) => {
        const { status, remaining, played, inFlight } = grant
        const sum = remaining + played + inFlight
        if (Math.min(remaining, played, inFlight) < 0) return false
        if (status === 'active') return sum === total && played < total
        const used = status !== 'used' || (played === total && inFlight === 0)
        return remaining === 0 && sum <= total && used
      }),
    ),
    RUNS,
  )
  t.pass()
})

t.test('property: total_win is the sum of every settled win, whenever it came', async t => {
  fc.assert(
    fc.property(anyStory, anyTotal, (story, total) =>
      tellStory(story, total).every(({ grant, wonMinor }) => grant.totalWinMinor === wonMinor),
    ),
    RUNS,
  )
  t.pass()
})

t.test('property: a finished grant stays as it finished', async t => {
  fc.assert(
    fc.property(anyStory, anyTotal, (story, total) => {
      const grants = tellStory(story, total).map(({ grant }) => grant)
      return grants.slice(1).every(({ status, finishedAtMs }, place) => {
        const before = grants[place]!
        const open = before.status === 'active'
        const kept = status === before.status && finishedAtMs === before.finishedAtMs
        return (finishedAtMs === null) === (status === 'active') && (open || kept)
      })
    }),
    RUNS,
  )
  t.pass()
})

t.test('property: the summary becomes due at most once, and has the final count', async t => {
  fc.assert(
    fc.property(anyStory, anyTotal, (story, total) => {
      const way = tellStory(story, total)
      const first = way.findIndex(({ grant, nowMs }) => isSummaryDue(grant, nowMs))
      if (first < 0) return
      const reported = grantAt(way[first]!.grant, way[first]!.nowMs)
      for (const { grant, nowMs } of way.slice(first)) {
        t.ok(isSummaryDue(grant, nowMs))
        t.same(grantAt(grant, nowMs), reported)
      }
    }),
    { numRuns: 200 },
  )
})

t.test(
  'property: a grant is the same whether a recovery pass notices its expiry or not',
  async t => {
    const stand = ({ grant, nowMs }: Scene) => grantAt(grant, nowMs)
    fc.assert(
      fc.property(anyStory, anyTotal, (story, total) => {
        t.same(tellStory(story, total, true).map(stand), tellStory(story, total).map(stand))
      }),
      { numRuns: 200 },
    )
  },
)
