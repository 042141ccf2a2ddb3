// Bet limits: which line of the project table applies, the result of the layers, and the form of a
// limit.

import fc from 'fast-check'
import t from 'tap'
import {
  type BetLimits,
  checkStake,
  effectiveBounds,
  explainBounds,
  extendedMaximum,
  findProjectLimit,
  type LimitScope,
  type ProjectLimit,
  parsePlayerLimit,
  parseStakeBounds,
  type StakePlace,
} from '../../src/core/bet-limits.ts'

const PLACE: StakePlace = { gameId: 'reels', provider: 'provider_a', currency: 'EUR' }
const NONE: BetLimits = { project: [], games: [], player: [] }
const LARGEST = 10n ** 15n - 1n

const DEFAULT: LimitScope = { kind: 'default' }
const PROVIDER: LimitScope = { kind: 'provider', provider: 'provider_a' }
const GAME: LimitScope = { kind: 'game', gameId: 'reels' }

function line(scope: LimitScope, maxMinor: bigint, minMinor: bigint | null = null): ProjectLimit {
  return { scope, currency: 'EUR', minMinor, maxMinor }
}

t.test('the most specific line that has the currency applies', async t => {
  const [all, provider, game] = [line(DEFAULT, 1n), line(PROVIDER, 2n), line(GAME, 3n)]
  const dollars = { ...game, currency: 'USD' } as const
  const elsewhere = [
    line({ kind: 'provider', provider: 'provider_b' }, 8n),
    line({ kind: 'game', gameId: 'clusters' }, 9n),
    // A scope has a kind: a game with the name of a provider is not that provider.
    line({ kind: 'provider', provider: 'reels' }, 10n),
    line({ kind: 'game', gameId: 'provider_a' }, 11n),
  ]
  const tables: [ProjectLimit[], ProjectLimit | null][] = [
    [[], null],
    [[all], all],
    [[all, provider], provider],
    [[all, provider, game], game],
    [[all, game], game],
    [[provider, game], game],
    [[all, provider, dollars], provider],
    [[dollars], null],
    [elsewhere, null],
    [[...elsewhere, all], all],
  ]
  for (const [table, expected] of tables) {
    t.equal(findProjectLimit(table, PLACE), expected)
    t.equal(findProjectLimit(table.toReversed(), PLACE), expected)
  }
})

t.test('a specific line replaces the general one, and does not add to it', async t => {
  const project = [line(DEFAULT, 100n, 10n), line(GAME, 500n)]
  t.strictSame(effectiveBounds({ ...NONE, project }, PLACE), { minMinor: null, maxMinor: 500n })
})

t.test('a stake is allowed from the minimum to the maximum, both included', async t => {
  const bounds = { minMinor: 10n, maxMinor: 100n }
  const stakes: [bigint, string][] = [
    [9n, 'PROJECT_BET_LIMIT'],
    [10n, 'ok'],
    [11n, 'ok'],
    [99n, 'ok'],
    [100n, 'ok'],
    [101n, 'PROJECT_BET_LIMIT'],
  ]
  for (const [stake, answer] of stakes) t.equal(checkStake(stake, bounds), answer, `${stake}`)
  t.equal(checkStake(1n, { minMinor: null, maxMinor: 1n }), 'ok')
  t.equal(checkStake(10n ** 20n, { minMinor: null, maxMinor: null }), 'ok')
  t.equal(checkStake(LARGEST, { minMinor: null, maxMinor: LARGEST - 1n }), 'PROJECT_BET_LIMIT')
})

t.test('every layer binds: the smallest maximum, each minimum', async t => {
  const project = [line(DEFAULT, 100n, 5n)]
  const games = [{ gameId: 'reels', currency: 'EUR', minMinor: 7n, maxMinor: 90n }] as const
  const player = [{ provider: 'provider_a', currency: 'EUR', minMinor: 6n, maxMinor: 80n }] as const
  const layers: [Partial<BetLimits>, bigint | null, bigint | null][] = [
    [{}, null, null],
    [{ project }, 5n, 100n],
    [{ games }, 7n, 90n],
    [{ player }, 6n, 80n],
    [{ project, games }, 7n, 90n],
    [{ project, player }, 6n, 80n],
    [{ games, player }, 7n, 80n],
    [{ project, games, player }, 7n, 80n],
  ]
  for (const [limits, minMinor, maxMinor] of layers) {
    t.strictSame(effectiveBounds({ ...NONE, ...limits }, PLACE), { minMinor, maxMinor })
  }
})

t.test('limits of another currency, game or provider do not apply', async t => {
  const bounds = { minMinor: 1n, maxMinor: 2n }
  const limits: BetLimits = {
    project: [{ ...line(GAME, 2n), currency: 'USD' }],
    games: [
      { ...bounds, gameId: 'reels', currency: 'UAH' },
      { ...bounds, gameId: 'clusters', currency: 'EUR' },
    ],
    player: [
      { ...bounds, provider: 'provider_b', currency: 'EUR' },
      { ...bounds, provider: null, currency: 'RUB' },
    ],
  }
  t.strictSame(effectiveBounds(limits, PLACE), { minMinor: null, maxMinor: null })
})

t.test('a player’s limit for every provider applies beside the one for this provider', async t => {
  const player = [
    { provider: 'provider_a', currency: 'EUR', minMinor: null, maxMinor: 80n },
    { provider: null, currency: 'EUR', minMinor: 4n, maxMinor: 50n },
  ] as const
  t.strictSame(effectiveBounds({ ...NONE, player }, PLACE), { minMinor: 4n, maxMinor: 50n })
})

t.test('layers that contradict each other leave no stake', async t => {
  const player = [{ provider: null, currency: 'EUR', minMinor: 60n, maxMinor: 70n }] as const
  const bounds = effectiveBounds({ ...NONE, project: [line(DEFAULT, 50n)], player }, PLACE)
  for (const stake of [1n, 50n, 55n, 60n, 70n]) {
    t.equal(checkStake(stake, bounds), 'PROJECT_BET_LIMIT', `${stake}`)
  }
})

t.test('bets are extended up to the effective maximum, when the project sets one', async t => {
  const project = [line(DEFAULT, 100_000n)]
  const games = [{ gameId: 'reels', currency: 'EUR', minMinor: null, maxMinor: 90_000n }] as const
  const player = [{ provider: null, currency: 'EUR', minMinor: 1n, maxMinor: 80_000n }] as const
  const layers: [Partial<BetLimits>, bigint | null][] = [
    [{}, null],
    [{ player }, null],
    [{ project }, 100_000n],
    [{ games }, 90_000n],
    [{ project, games }, 90_000n],
    [{ project, player }, 80_000n],
  ]
  for (const [limits, maximum] of layers) {
    t.equal(extendedMaximum({ ...NONE, ...limits }, PLACE), maximum)
  }
})

t.test('a limit is digits in minor units, from 1 to the largest amount', async t => {
  const good: [unknown, string, bigint | null, bigint][] = [
    ['1', '1', 1n, 1n],
    ['1', '2', 1n, 2n],
    ['100', '5000', 100n, 5_000n],
    ['9', '10', 9n, 10n],
    ['1', `${LARGEST}`, 1n, LARGEST],
    [`${LARGEST}`, `${LARGEST}`, LARGEST, LARGEST],
  ]
  for (const [min, max, minMinor, maxMinor] of good) {
    t.strictSame(parseStakeBounds(min, max), { minMinor, maxMinor })
    t.strictSame(parsePlayerLimit(min, max), { ok: true, bounds: { minMinor, maxMinor } })
  }
})

t.test('an invalid limit is refused, in either place', async t => {
  const refused = { ok: false, code: 'INVALID_BET_LIMIT' }
  const texts = ['', '0', '00', '01', '-1', '+1', '1.0', '1e3', ' 1', '1 ', '1\n', '0x1', '１', 'a']
  const bad = [
    ...texts,
    `${LARGEST + 1n}`,
    '9'.repeat(10_000),
    1,
    1n,
    true,
    undefined,
    [],
    ['1'],
    {},
  ]
  for (const value of bad) {
    const name = String(value).slice(0, 20)
    t.equal(parseStakeBounds(value, `${LARGEST}`), null, name)
    t.equal(parseStakeBounds('1', value), null, name)
    t.strictSame(parsePlayerLimit(value, `${LARGEST}`), refused, name)
    t.strictSame(parsePlayerLimit('1', value), refused, name)
  }
  for (const [min, max] of [
    ['2', '1'],
    ['10', '9'],
    [`${LARGEST}`, '1'],
  ]) {
    t.equal(parseStakeBounds(min, max), null)
    t.strictSame(parsePlayerLimit(min, max), refused)
  }
})

t.test(
  'two nulls remove a player’s limit; one null alone, or nothing at all, does not',
  async t => {
    t.strictSame(parsePlayerLimit(null, null), { ok: true, bounds: null })
    const refused = { ok: false, code: 'INVALID_BET_LIMIT' }
    for (const [min, max] of [
      [null, '1'],
      ['1', null],
      [undefined, null],
      [null, undefined],
      [undefined, undefined],
    ]) {
      t.strictSame(parsePlayerLimit(min, max), refused)
    }
  },
)

t.test('the owner may leave out the minimum, never the maximum', async t => {
  t.strictSame(parseStakeBounds(null, '5'), { minMinor: null, maxMinor: 5n })
  for (const [min, max] of [
    [null, null],
    ['1', null],
    [undefined, '5'],
  ]) {
    t.equal(parseStakeBounds(min, max), null)
  }
})

t.test('an explanation names the layer that gave each bound', async t => {
  const limits: BetLimits = {
    project: [line(DEFAULT, 900n), line(PROVIDER, 100n, 5n)],
    games: [
      { gameId: 'reels', currency: 'EUR', minMinor: 7n, maxMinor: 100n },
      { gameId: 'clusters', currency: 'EUR', minMinor: 50n, maxMinor: 60n },
    ],
    player: [
      { provider: null, currency: 'EUR', minMinor: 7n, maxMinor: 80n },
      { provider: 'provider_b', currency: 'EUR', minMinor: 70n, maxMinor: 71n },
    ],
  }
  const project = {
    kind: 'project',
    scope: PROVIDER,
    bounds: { minMinor: 5n, maxMinor: 100n },
  } as const
  const ofGame = { kind: 'game', bounds: { minMinor: 7n, maxMinor: 100n } } as const
  const player = {
    kind: 'player',
    provider: null,
    bounds: { minMinor: 7n, maxMinor: 80n },
  } as const
  t.strictSame(explainBounds(limits, PLACE), {
    minMinor: 7n,
    maxMinor: 80n,
    layers: [project, ofGame, player],
    minFrom: ofGame,
    maxFrom: player,
  })
  t.strictSame(explainBounds(NONE, PLACE), {
    minMinor: null,
    maxMinor: null,
    layers: [],
    minFrom: null,
    maxFrom: null,
  })
})

t.test('of two equal bounds an explanation names the more general one', async t => {
  const ofAll = { provider: null, currency: 'EUR', minMinor: 5n, maxMinor: 100n } as const
  const limits = { ...NONE, project: [line(DEFAULT, 100n, 5n)], player: [ofAll] }
  const { minFrom, maxFrom } = explainBounds(limits, PLACE)
  t.strictSame([minFrom?.kind, maxFrom?.kind], ['project', 'project'])
})

t.test('no layer gives a minimum where none has one', async t => {
  const { minFrom, maxFrom } = explainBounds({ ...NONE, project: [line(DEFAULT, 100n)] }, PLACE)
  t.strictSame([minFrom, maxFrom?.kind], [null, 'project'])
})

t.test('an explanation agrees with the bounds that are enforced, whatever the layers', async t => {
  const currency = fc.constantFrom('EUR', 'USD') as fc.Arbitrary<'EUR' | 'USD'>
  const minor = fc.bigInt({ min: 1n, max: 6n })
  const bounds = fc.tuple(fc.option(minor), minor).map(([min, max]) => ({
    minMinor: min !== null && min > max ? max : min,
    maxMinor: max,
  }))
  const lineOf = <T extends object>(model: fc.Arbitrary<T>) =>
    fc.tuple(model, currency, bounds).map(([head, of, at]) => ({ ...head, ...at, currency: of }))
  const limits: fc.Arbitrary<BetLimits> = fc.record({
    project: fc.uniqueArray(
      lineOf(fc.record({ scope: fc.constantFrom(DEFAULT, PROVIDER, GAME) })),
      { selector: ({ scope, currency: of }) => `${scope.kind} ${of}` },
    ),
    games: fc.array(lineOf(fc.record({ gameId: fc.constantFrom('reels', 'clusters') }))),
    player: fc.array(
      lineOf(fc.record({ provider: fc.constantFrom(null, 'provider_a', 'provider_b') })),
    ),
  })
  fc.assert(
    fc.property(limits, each => {
      const { layers, minFrom, maxFrom, ...explained } = explainBounds(each, PLACE)
      t.strictSame(explained, effectiveBounds(each, PLACE))
      t.equal(minFrom?.bounds.minMinor ?? null, explained.minMinor)
      t.equal(maxFrom?.bounds.maxMinor ?? null, explained.maxMinor)
      for (const from of [minFrom, maxFrom]) if (from !== null) t.ok(layers.includes(from))
    }),
    { numRuns: 300 },
  )
})
