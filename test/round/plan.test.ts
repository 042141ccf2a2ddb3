// The parts of a new round: the spin's figures, a seed drawn for it or the one found for its target
// outcome, and its grant's spin.

import t from 'tap'
import type { Entitlements, ReadyTarget } from '../../src/core/entitlements.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { type CheckedSpin, planRound } from '../../src/round/plan.ts'
import { newGrant } from '../support/grant-samples.ts'

const game = findGame('sugar-cascade')!
const spin: CheckedSpin = {
  requestId: 'q1',
  game,
  mode: game.modes.find(({ id }) => id === 'ante')!,
  betTerms: JSON.stringify({ level: 2 }),
  baseStakeMinor: 40n,
  stakeMinor: 50n,
  grant: null,
  level: null,
  bindsPlayer: false,
  paceMs: 0,
  gambleAnswer: null,
}
const SEED = new Uint8Array(32).fill(7)
const newSeed = () => SEED
const found = (mode: string, byte: string, reelSet: 'low' | 'high') =>
  ({ mode, seed: byte.repeat(32), reelSet }) as const
const target = (targetOutcomeId: string, byte: string) =>
  ({
    targetOutcomeId,
    found: [found('base', '00', 'high'), found('ante', byte, 'low')],
  }) as unknown as ReadyTarget
const holding = (...targets: ReadyTarget[]) => ({ targets }) as unknown as Entitlements

t.test('a round without a target outcome has a new seed and the figures of its spin', async t => {
  t.strictSame(planRound(spin, holding(target('t1', 'aa')), null, newSeed), {
    kind: 'planned',
    plan: {
      gameId: 'sugar-cascade',
      gameVersion: game.version,
      gameMode: 'ante',
      betTerms: '{"level":2}',
      baseStakeMinor: 40n,
      stakeMinor: 50n,
      seed: SEED,
      levelBps: null,
      levelSource: null,
      freeSpin: null,
      appliedTarget: null,
    },
  })
})

t.test('a round of a target outcome has the seed found for its mode, and its reel set', async t => {
  const targets = holding(target('t1', 'aa'), target('t2', 'bb'))
  const planned = planRound(spin, targets, 't2', () => t.fail('no seed is drawn') as never)
  t.match(planned, {
    kind: 'planned',
    plan: { appliedTarget: { targetOutcomeId: 't2', reelSet: 'low' } },
  })
  const seed = planned.kind === 'planned' ? Buffer.from(planned.plan.seed).toString('hex') : ''
  t.equal(seed, 'bb'.repeat(32))
})

t.test('a target outcome that is not held, or not in this mode, is unknown', async t => {
  t.strictSame(planRound(spin, holding(), 't1', newSeed), { kind: 'target-unknown' })
  const another = holding(target('t2', 'bb'))
  t.strictSame(planRound(spin, another, 't1', newSeed), { kind: 'target-unknown' })
  const otherMode = { ...target('t1', 'aa'), found: [found('base', '00', 'high')] }
  t.strictSame(planRound(spin, holding(otherMode), 't1', newSeed), { kind: 'target-unknown' })
})

t.test('a level is stored with its source', async t => {
  const level = { bps: 9_000, source: 'provider-cap' } as const
  const plan = { levelBps: 9_000, levelSource: 'provider-cap' }
  t.match(planRound({ ...spin, level }, holding(), null, newSeed), { kind: 'planned', plan })
})

t.test('a free spin is stored with the number left of its grant', async t => {
  const grant = newGrant()
  const freeSpin = { grantId: grant.grantId, externalId: 'promo-7', remaining: 2 }
  t.match(planRound({ ...spin, grant }, holding(), null, newSeed), { plan: { freeSpin } })
})
