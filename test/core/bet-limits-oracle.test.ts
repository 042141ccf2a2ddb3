// Bet limits against the text of the specification, layer by layer, on any table.

import fc from 'fast-check'
import t from 'tap'
import {
  type BetLimits,
  checkStake,
  effectiveBounds,
  extendedMaximum,
  type LimitScope,
  type StakePlace,
} from '../../src/core/bet-limits.ts'

const currency = fc.constantFrom('EUR' as const, 'USD' as const)
const provider = fc.constantFrom('provider_a', 'provider_b')
const gameId = fc.constantFrom('reels', 'clusters', 'provider_a')
const bounds = fc
  .tuple(fc.option(fc.bigInt({ min: 1n, max: 20n })), fc.bigInt({ min: 1n, max: 20n }))
  .map(([min, max]) => ({ minMinor: min !== null && min > max ? max : min, maxMinor: max }))
const scope: fc.Arbitrary<LimitScope> = fc.oneof(
  fc.constant({ kind: 'default' as const }),
  provider.map(name => ({ kind: 'provider' as const, provider: name })),
  gameId.map(id => ({ kind: 'game' as const, gameId: id })),
)
const limits: fc.Arbitrary<BetLimits> = fc.record({
  project: fc.uniqueArray(
    fc.tuple(scope, currency, bounds).map(([scope, currency, of]) => ({ scope, currency, ...of })),
    { selector: ({ scope, currency }) => JSON.stringify([scope, currency]), maxLength: 10 },
  ),
  games: fc.array(
    fc
      .tuple(gameId, currency, bounds)
      .map(([gameId, currency, of]) => ({ gameId, currency, ...of })),
    { maxLength: 4 },
  ),
  player: fc.array(
    fc
      .tuple(fc.option(provider), currency, bounds)
      .map(([provider, currency, of]) => ({ provider, currency, ...of })),
    { maxLength: 4 },
  ),
})

/** The rules of the specification literally, one layer after the other. */
function isAllowed(stakeMinor: bigint, of: BetLimits, place: StakePlace): boolean {
  const scopes = [
    { kind: 'game', gameId: place.gameId },
    { kind: 'provider', provider: place.provider },
    { kind: 'default' },
  ]
  const layers: { minMinor: bigint | null; maxMinor: bigint }[] = []
  for (const wanted of scopes) {
    const key = JSON.stringify(wanted)
    const found = of.project.filter(
      each => JSON.stringify(each.scope) === key && each.currency === place.currency,
    )
    layers.push(...found)
    if (found.length > 0) break
  }
  for (const each of of.games) {
    if (each.gameId === place.gameId && each.currency === place.currency) layers.push(each)
  }
  for (const each of of.player) {
    const isHere = each.provider === null || each.provider === place.provider
    if (isHere && each.currency === place.currency) layers.push(each)
  }
  return layers.every(
    ({ minMinor, maxMinor }) =>
      stakeMinor <= maxMinor && (minMinor === null || stakeMinor >= minMinor),
  )
}

t.test('property: a stake is allowed exactly when each layer by itself allows it', async t => {
  const place = fc.record({ gameId, provider, currency })
  const answers = { ok: 0, PROJECT_BET_LIMIT: 0 }
  fc.assert(
    fc.property(limits, place, fc.bigInt({ min: 1n, max: 22n }), (of, at, stakeMinor) => {
      const answer = checkStake(stakeMinor, effectiveBounds(of, at))
      answers[answer] += 1
      return (answer === 'ok') === isAllowed(stakeMinor, of, at)
    }),
    { numRuns: 1_000 },
  )
  t.ok(answers.ok > 50 && answers.PROJECT_BET_LIMIT > 50, 'both answers occur')
})

t.test('property: the extended maximum is itself within every maximum', async t => {
  const place = fc.record({ gameId, provider, currency })
  fc.assert(
    fc.property(limits, place, (of, at) => {
      const maximum = extendedMaximum(of, at)
      const bounds = effectiveBounds(of, at)
      return maximum === null || checkStake(maximum, { ...bounds, minMinor: null }) === 'ok'
    }),
  )
  t.pass()
})
