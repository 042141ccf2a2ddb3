// outcome_schedule at every bound of every field, multipliers, and the record of a target outcome.

import fc from 'fast-check'
import t from 'tap'
import { printInstant } from '../../src/core/iso-time.ts'
import { countSpin, targetAt } from '../../src/core/target-outcome.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { OPERATOR_ERRORS, refuseField } from '../../src/operator/errors.ts'
import { resolveExpiry } from '../../src/operator/expiry.ts'
import { parseMultiplier, printMultiplier } from '../../src/operator/target-outcomes/multiplier.ts'
import { presentTarget } from '../../src/operator/target-outcomes/record.ts'
import { LIFETIME_MAX_MS, readSchedule } from '../../src/operator/target-outcomes/rules.ts'
import {
  CREATED_MS,
  EXPIRES_MS,
  pendingTarget,
  readyTarget,
  TERMS,
} from '../support/target-samples.ts'

const NOW_MS = CREATED_MS
const GAME = {
  id: 'game',
  provider: 'provider_a' as const,
  targetOutcomes: true,
  maxWinBets: 5_000,
  hasFeature: true,
}
const GOOD = {
  partner: 'casino',
  api_key: 'x',
  method: 'outcome_schedule',
  player_id: 'ann',
  symbol: 'game',
  multiplier: '2.5',
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A field that is undefined is not sent. Returns the parsed request, its expiry as of now; or the
 * code.
 */
function check(fields: Fields, game = GAME) {
  const sent = Object.entries({ ...GOOD, ...fields }).filter(([, value]) => value !== undefined)
  const schedule = readSchedule(Object.fromEntries(sent), () => game, NOW_MS)
  if (!schedule.ok) return schedule.code
  const expiry = resolveExpiry(schedule.value.expiresAtMs, NOW_MS, LIFETIME_MAX_MS)
  if (!expiry.ok) return expiry.code
  const { playerId: _, game: __, ...rest } = schedule.value
  return { ...rest, expiresAtMs: expiry.value }
}

t.test('a multiplier is a positive number or its text, exact in hundredths', async t => {
  const multipliers: [string | number, number][] = [
    [1, 100],
    [2.5, 250],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.15, 115],
    [9_999_999.99, 999_999_999],
    ['1', 100],
    ['2.5', 250],
    ['2.50', 250],
    ['0.01', 1],
    ['9999999.99', 999_999_999],
    ['9999999', 999_999_900],
  ]
  for (const [value, hundredths] of multipliers) t.equal(parseMultiplier(value), hundredths)
  const refused = [0, -1, -0, 0.001, 1.005, 10_000_000, 1e21, 1e-7, Number.NaN, Infinity]
  const texts = ['0', '0.00', '-1', '+1', '1e3', '.5', '5.', '2.505', '10000000', '05', '', ' 1']
  texts.push('1\n', '1,5', 'two', '0x10', 'Infinity', '１')
  for (const value of [...refused, ...texts]) t.equal(parseMultiplier(value), null, `${value}`)
  for (const multiplier of [null, undefined, true, [1], ['1'], {}]) {
    t.equal(check({ multiplier }), 'INVALID_MULTIPLIER', `${multiplier}`)
  }
})

t.test('a multiplier is returned as the shortest text', async t => {
  const prints: [number, string][] = [
    [1, '0.01'],
    [10, '0.1'],
    [100, '1'],
    [105, '1.05'],
    [250, '2.5'],
    [1_000, '10'],
    [10_000, '100'],
    [10_010, '100.1'],
    [999_999_999, '9999999.99'],
  ]
  for (const [hundredths, text] of prints) t.equal(printMultiplier(hundredths), text)
})

t.test('property: a multiplier reads back from its text and from its number', async t => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), hundredths => {
      const text = printMultiplier(hundredths)
      return (
        parseMultiplier(text) === hundredths && parseMultiplier(hundredths / 100) === hundredths
      )
    }),
    { numRuns: 5_000 },
  )
  t.pass()
})

t.test('without optional fields it is spin number one, for seven days', async t => {
  t.same(check({}), {
    multiplierHundredths: 250,
    kind: 'spin',
    spinNumber: 1,
    expiresAtMs: NOW_MS + 7 * DAY_MS,
    externalId: null,
    comment: null,
  })
})

t.test('every field that was sent is taken over', async t => {
  const sent = { kind: 'bonus', spin_number: 7, external_id: 'x-1', comment: 'for Ann, вітаємо' }
  t.same(check({ ...sent, multiplier: 100, expires_at: '2026-05-02T12:00:00+02:00' }), {
    multiplierHundredths: 10_000,
    kind: 'bonus',
    spinNumber: 7,
    expiresAtMs: Date.parse('2026-05-02T10:00:00Z'),
    externalId: 'x-1',
    comment: 'for Ann, вітаємо',
  })
})

const OK: [string, Fields][] = [
  ['the maximum win', { multiplier: '5000.00' }],
  ['the smallest multiplier', { multiplier: 0.01 }],
  ['kind spin', { kind: 'spin' }],
  ['kind bonus', { kind: 'bonus' }],
  ['spin number 1', { spin_number: 1 }],
  ['spin number 100000', { spin_number: 100_000 }],
  ['an expiry of an hour', { expires_at: printInstant(NOW_MS + HOUR_MS) }],
  ['an expiry of 90 days', { expires_at: printInstant(NOW_MS + 90 * DAY_MS) }],
  ['an external id of 128 characters', { external_id: 'x'.repeat(128) }],
  ['an empty comment', { comment: '' }],
  ['a comment of 500 characters', { comment: 'x'.repeat(500) }],
  ['a comment of 500 characters, two units each', { comment: '\u{1F642}'.repeat(500) }],
]

t.test('values on a bound are accepted', async t => {
  for (const [name, fields] of OK) t.type(check(fields), 'object', name)
})

const REFUSED: [code: keyof typeof OPERATOR_ERRORS, values: Fields[]][] = [
  [
    'INVALID_REQUEST',
    ['', 'x'.repeat(129), 'a\nb', 7, undefined].map(player_id => ({ player_id })),
  ],
  ['INVALID_REQUEST', [{ symbol: null }, { symbol: undefined }, { bet: '1' }]],
  [
    'INVALID_MULTIPLIER',
    [0, '0', -1, 2.505, '12345678', null, undefined].map(multiplier => ({ multiplier })),
  ],
  [
    'MULTIPLIER_ABOVE_MAX_WIN',
    [5_000.01, '5000.01', '9999999.99'].map(multiplier => ({ multiplier })),
  ],
  ['INVALID_KIND', ['', 'Spin', 'feature', null, 1, ['spin']].map(kind => ({ kind }))],
  [
    'INVALID_SPIN_NUMBER',
    [0, 100_001, -1, 1.5, '1', null, true, Number.NaN].map(spin_number => ({ spin_number })),
  ],
  [
    'INVALID_EXPIRY',
    [
      printInstant(NOW_MS + HOUR_MS - 1),
      printInstant(NOW_MS + 90 * DAY_MS + 1),
      '2026-05-03T12:00:00',
      '2026-02-30T12:00:00Z',
      null,
      0,
    ].map(expires_at => ({ expires_at })),
  ],
  [
    'INVALID_REQUEST',
    [
      ...['', 'x'.repeat(129), 'a b', 7, null].map(external_id => ({ external_id })),
      ...['x'.repeat(501), 'a\0', '\ud83d', 7, null].map(comment => ({ comment })),
    ],
  ],
]

t.test('values past a bound, or of another type, are refused with their code', async t => {
  for (const [code, values] of REFUSED) {
    t.equal(OPERATOR_ERRORS[code].status, 400)
    for (const fields of values) {
      const [[field, value]] = Object.entries(fields) as [[string, unknown]]
      t.equal(check(fields), code, `${field}: ${String(value).slice(0, 40)}`)
    }
  }
})

t.test('a text with wrong characters is named', async t => {
  for (const field of ['external_id', 'comment']) {
    const read = readSchedule({ ...GOOD, [field]: 'a\0' }, () => GAME, NOW_MS)
    t.strictSame(read, refuseField(field))
  }
})

t.test('a bonus needs a game with a feature; a spin does not', async t => {
  const plain = { ...GAME, hasFeature: false }
  t.equal(check({ kind: 'bonus' }, plain), 'GAME_HAS_NO_BONUS')
  t.type(check({ kind: 'spin' }, plain), 'object')
})

t.test('of several wrong fields the first of the table gives the code', async t => {
  const plain = { ...GAME, hasFeature: false }
  const wrong = { multiplier: 0, kind: 'x', spin_number: 0, expires_at: 'x', external_id: '' }
  const fixed = { multiplier: 6_000, kind: 'bonus', spin_number: 1, expires_at: undefined }
  t.equal(check(wrong), 'INVALID_MULTIPLIER')
  t.equal(check({ ...wrong, multiplier: 6_000 }), 'MULTIPLIER_ABOVE_MAX_WIN')
  t.equal(check({ ...wrong, multiplier: 6 }), 'INVALID_KIND')
  t.equal(check({ ...wrong, multiplier: 6, kind: 'bonus' }, plain), 'GAME_HAS_NO_BONUS')
  t.equal(check({ ...wrong, multiplier: 6, kind: 'bonus' }), 'INVALID_SPIN_NUMBER')
  t.equal(check({ ...wrong, ...fixed, multiplier: 6, expires_at: 'x' }), 'INVALID_EXPIRY')
  const late = printInstant(NOW_MS + 91 * DAY_MS)
  t.equal(check({ ...wrong, ...fixed, multiplier: 6, expires_at: late }), 'INVALID_EXPIRY')
  t.equal(check({ ...wrong, ...fixed, multiplier: 6 }), 'INVALID_REQUEST')
})

t.test('the record has the fields of the specification and no other', async t => {
  t.strictSame(presentTarget(pendingTarget()), {
    outcome_id: TERMS.targetOutcomeId,
    external_id: null,
    player_id: 'ann',
    symbol: 'lucky-lanterns',
    provider: 'provider_a',
    kind: 'spin',
    multiplier: '2.5',
    spin_number: 1,
    paid_spins_since: 0,
    status: 'pending',
    variants: [],
    comment: null,
    created_at: '2026-05-01T12:00:00.000Z',
    expires_at: '2026-05-08T12:00:00.000Z',
    applied_at: null,
    round_id: null,
  })
  const ready = readyTarget({ kind: 'bonus', externalId: 'x', comment: 'c' }, ['base', 'buy'])
  const [applied] = countSpin([ready], { modeKind: 'buy', modeId: 'buy' }, 'r1', NOW_MS + 5)
  t.match(presentTarget(applied!), {
    external_id: 'x',
    comment: 'c',
    kind: 'bonus',
    paid_spins_since: 1,
    status: 'applied',
    variants: ['base', 'buy'],
    applied_at: '2026-05-01T12:00:00.005Z',
    round_id: 'r1',
  })
})

t.test('the record shows a target as expired from its expiry on', async t => {
  t.equal(presentTarget(targetAt(pendingTarget(), EXPIRES_MS)).status, 'expired')
  t.equal(presentTarget(targetAt(pendingTarget(), EXPIRES_MS - 1)).status, 'pending')
})
