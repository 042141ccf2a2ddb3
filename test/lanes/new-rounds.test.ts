// How a lane decides on new rounds: by scope, and by the age of the last read pauses.

import t from 'tap'
import { compilePauses, EVERYTHING, type PausedScope } from '../../src/core/pauses.ts'
import { readReason } from '../../src/core/reason.ts'
import { createNewRoundsRule } from '../../src/lanes/new-rounds.ts'
import { PAUSES_LEASE_MS } from '../../src/limits.ts'

const GAMES = [
  { id: 'lucky-lanterns', provider: 'provider_a' },
  { id: 'cherry-classic', provider: 'provider_a' },
  { id: 'thunder-reels', provider: 'provider_b' },
]
const PROJECTS = ['acme', 'casino']

/** "project game" of everything that is paused. */
function pausedBy(paused: readonly PausedScope[]): string[] {
  const rule = createNewRoundsRule(() => 0, { paused, readAtMs: 0 })
  return PROJECTS.flatMap(project =>
    GAMES.filter(game => rule.judge(project, game) === 'paused').map(
      ({ id }) => `${project} ${id}`,
    ),
  )
}

const EVERY = PROJECTS.flatMap(project => GAMES.map(({ id }) => `${project} ${id}`))

t.test('a pause covers its scope and nothing else', async t => {
  t.strictSame(pausedBy([]), [])
  t.strictSame(pausedBy([{ scope: 'all', subject: EVERYTHING }]), EVERY)
  t.equal(EVERYTHING, '*', 'as it is stored')
  const cases: [PausedScope, RegExp][] = [
    [{ scope: 'project', subject: 'acme' }, /^acme /],
    [{ scope: 'provider', subject: 'provider_a' }, /lucky|cherry/],
    [{ scope: 'game', subject: 'thunder-reels' }, /thunder/],
    [{ scope: 'game', subject: 'acme' }, /^$/],
    [{ scope: 'project', subject: 'thunder-reels' }, /^$/],
  ]
  for (const [scope, covered] of cases) {
    t.strictSame(
      pausedBy([scope]),
      EVERY.filter(each => covered.test(each)),
    )
  }
  const both: PausedScope[] = [
    { scope: 'project', subject: 'acme' },
    { scope: 'game', subject: 'thunder-reels' },
  ]
  t.strictSame(
    pausedBy(both),
    EVERY.filter(each => /^acme |thunder/.test(each)),
  )
})

t.test('a spin has nothing to check while nothing is paused', async t => {
  t.equal(compilePauses([]), null)
})

t.test('pauses read too long ago allow nothing, until they are read again', async t => {
  const [game] = GAMES
  let nowMs = 1_000
  const rule = createNewRoundsRule(() => nowMs, { paused: [], readAtMs: nowMs })
  nowMs += PAUSES_LEASE_MS - 1
  t.equal(rule.judge('acme', game!), 'allowed')
  nowMs += 1
  t.equal(rule.judge('acme', game!), 'unknown')
  rule.set({ paused: [{ scope: 'project', subject: 'acme' }], readAtMs: nowMs })
  t.equal(rule.judge('acme', game!), 'paused')
  t.equal(rule.judge('casino', game!), 'allowed')
  rule.set({ paused: [], readAtMs: nowMs })
  t.equal(rule.judge('acme', game!), 'allowed')
  rule.set({ paused: [], readAtMs: Number.NEGATIVE_INFINITY })
  t.equal(rule.judge('acme', game!), 'unknown', 'a node that ends')
})

t.test('a reason has 1 to 200 characters, not counting surrounding blanks', async t => {
  t.equal(readReason('  the wallet is down '), 'the wallet is down')
  t.equal(readReason('x'), 'x')
  t.equal(readReason('😀'.repeat(200)), '😀'.repeat(200))
  for (const text of ['', '   ', 'x'.repeat(201), '😀'.repeat(201)]) {
    t.equal(readReason(text), null)
  }
})
