// freespins_create at every bound of every field, and the record of a grant.

import t from 'tap'
import { cancelGrant, grantAt, takeSpin } from '../../src/core/grant.ts'
import { printInstant } from '../../src/core/iso-time.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { OPERATOR_ERRORS, refuseField } from '../../src/operator/errors.ts'
import { resolveExpiry } from '../../src/operator/expiry.ts'
import { presentGrant } from '../../src/operator/free-spins/record.ts'
import { LIFETIME_MAX_MS, readCreation } from '../../src/operator/free-spins/rules.ts'
import { CREATED_MS, EXPIRES_MS, newGrant } from '../support/grant-samples.ts'

const NOW_MS = CREATED_MS
const GOOD = {
  partner: 'casino',
  api_key: 'x',
  method: 'freespins_create',
  player_id: 'ann',
  currency: 'EUR',
  symbol: 'lucky-lanterns',
  count: 10,
  bet: '2.00',
}

type Fields = Readonly<Record<string, unknown>>

/**
 * A field that is undefined is not sent. Returns the parsed request, its expiry as of now; or the
 * code.
 */
function check(fields: Fields) {
  const sent = Object.entries({ ...GOOD, ...fields }).filter(([, value]) => value !== undefined)
  const creation = readCreation(Object.fromEntries(sent), findGame)
  if (!creation.ok) return creation.code
  const expiry = resolveExpiry(creation.value.expiresAtMs, NOW_MS, LIFETIME_MAX_MS)
  if (!expiry.ok) return expiry.code
  const { total, betMinor, externalId, metaJson } = creation.value
  return { total, betMinor, expiresAtMs: expiry.value, externalId, metaJson }
}

t.test('without optional fields a grant lasts seven days', async t => {
  t.same(check({}), {
    total: 10,
    betMinor: 200n,
    expiresAtMs: NOW_MS + 7 * DAY_MS,
    externalId: null,
    metaJson: null,
  })
})

t.test('every field that was sent is taken over', async t => {
  const sent = {
    expires_at: '2026-05-02T12:00:00+02:00',
    external_id: 'x-1',
    meta: { a: [1, null] },
  }
  t.same(check({ ...sent, bet: '0.4' }), {
    total: 10,
    betMinor: 40n,
    expiresAtMs: Date.parse('2026-05-02T10:00:00Z'),
    externalId: 'x-1',
    metaJson: '{"a":[1,null]}',
  })
})

/** A meta whose JSON has exactly so many bytes; "é" has two. */
const metaOf = (bytes: number, letter = 'x') => ({ a: letter.repeat(bytes - '{"a":""}'.length) })
const deep = (levels: number) => JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)

const OK: [string, Fields][] = [
  ['count 1', { count: 1 }],
  ['count 1000', { count: 1_000 }],
  ['an expiry of an hour', { expires_at: printInstant(NOW_MS + HOUR_MS) }],
  ['an expiry of 30 days', { expires_at: printInstant(NOW_MS + 30 * DAY_MS) }],
  ['an external id of 128 characters', { external_id: 'x'.repeat(128) }],
  ['an external id of 128 characters, two units each', { external_id: '🎰'.repeat(128) }],
  ['a player of 1 character', { player_id: '!' }],
  ['a player of 128 characters', { player_id: '~'.repeat(128) }],
  ['an empty meta', { meta: {} }],
  ['a meta of 4096 bytes', { meta: metaOf(4_096) }],
  ['a meta of 4095 bytes, two each', { meta: { a: 'é'.repeat(2_043) } }],
  ['a deep meta', { meta: deep(2_000) }],
]

t.test('values on a bound are accepted', async t => {
  for (const [name, fields] of OK) t.type(check(fields), 'object', name)
})

const REFUSED: [code: keyof typeof OPERATOR_ERRORS, values: Fields[]][] = [
  ['GAME_NOT_FOUND', ['no-such-game', '', 'constructor', 'a\0'].map(symbol => ({ symbol }))],
  [
    'INVALID_COUNT',
    [0, 1_001, -1, 1.5, '10', Number.NaN, null, undefined, true, [1], 1e21].map(count => ({
      count,
    })),
  ],
  [
    'INVALID_FREE_SPIN_BET',
    [2, '2.001', '02', '-2', '1.99', '0', '', 'two', null, undefined, ['2'], '2,0', '1e2'].map(
      bet => ({ bet }),
    ),
  ],
  [
    'INVALID_EXPIRY',
    [
      printInstant(NOW_MS + HOUR_MS - 1),
      printInstant(NOW_MS + 30 * DAY_MS + 1),
      printInstant(NOW_MS - DAY_MS),
      '2026-05-03T12:00:00',
      '2026-05-03',
      'tomorrow',
      '',
      NOW_MS + DAY_MS,
      null,
    ].map(expires_at => ({ expires_at })),
  ],
  [
    'INVALID_REQUEST',
    [
      ...['', 'a b', 'é', 'a\0b', '~'.repeat(129), 7, null].map(player_id => ({ player_id })),
      ...['GBP', 'eur', '', null, 7].map(currency => ({ currency })),
      ...[7, null, ['x']].map(symbol => ({ symbol })),
      { freespins: 1 },
      { count: 0, unknown_field: 1 },
      ...['', 'x'.repeat(129), 'a b', 'a\0b', '\ud800', 7, null].map(external_id => ({
        external_id,
      })),
      ...[metaOf(4_097), { a: 'é'.repeat(2_045) }, [], 'text', 1, true, null].map(meta => ({
        meta,
      })),
      { meta: deep(30_000) },
    ],
  ],
]

t.test('values past a bound, or of another type, are refused with their code', async t => {
  for (const [code, values] of REFUSED) {
    t.equal(OPERATOR_ERRORS[code].status, code === 'GAME_NOT_FOUND' ? 404 : 400)
    for (const fields of values) {
      t.equal(check(fields), code, `${Object.keys(fields)}: ${Object.values(fields)}`.slice(0, 60))
    }
  }
})

t.test('a refused meta is named', async t => {
  for (const meta of [metaOf(4_097), deep(30_000)]) {
    t.strictSame(readCreation({ ...GOOD, meta }, findGame), refuseField('meta'))
  }
})

t.test('the form of every field is checked before its meaning', async t => {
  const formless = { count: 0, bet: 'x', expires_at: 1, external_id: '' }
  const wrong = { ...formless, symbol: 'no-such-game', meta: metaOf(4_097) }
  t.equal(check(wrong), 'INVALID_COUNT')
  t.equal(check({ ...wrong, count: 1 }), 'INVALID_FREE_SPIN_BET')
  t.equal(check({ ...wrong, count: 1, bet: '9' }), 'INVALID_EXPIRY')
  t.equal(check({ ...wrong, count: 1, bet: '9', expires_at: 'x' }), 'INVALID_REQUEST')
  const formed = { ...wrong, count: 1, bet: '9', expires_at: 'x', external_id: 'a b' }
  t.equal(check(formed), 'GAME_NOT_FOUND')
})

t.test('of several invalid values the first of the rules gives the code', async t => {
  const wrong = { symbol: 'none', bet: '9', external_id: 'a b', expires_at: 'x' }
  t.equal(check(wrong), 'GAME_NOT_FOUND')
  t.equal(check({ ...wrong, symbol: GOOD.symbol }), 'INVALID_FREE_SPIN_BET')
  t.equal(check({ ...wrong, symbol: GOOD.symbol, bet: '2' }), 'INVALID_REQUEST')
  t.equal(check({ expires_at: 'x', meta: metaOf(4_097) }), 'INVALID_REQUEST')
  t.equal(check({ expires_at: 'x' }), 'INVALID_EXPIRY')
})

t.test('the record has the fields of the specification and no other', async t => {
  const grant = newGrant()
  t.strictSame(presentGrant(grant), {
    grant_id: grant.grantId,
    external_id: 'promo-7',
    player_id: 'ann',
    currency: 'EUR',
    symbol: 'lucky-lanterns',
    provider: 'provider_a',
    total: 3,
    remaining: 3,
    played: 0,
    bet: '2.00',
    total_win: '0.00',
    status: 'active',
    created_at: '2026-05-01T12:00:00.000Z',
    expires_at: '2026-05-08T12:00:00.000Z',
    finished_at: null,
  })
  const cancelled = cancelGrant(takeSpin(grant, NOW_MS), NOW_MS + 1)
  t.match(presentGrant(cancelled), {
    remaining: 0,
    status: 'cancelled',
    finished_at: '2026-05-01T12:00:00.001Z',
  })
  t.equal(presentGrant(newGrant({ externalId: null })).external_id, null)
})

t.test('the record shows a grant as expired from its expiry on', async t => {
  const late = presentGrant(grantAt(newGrant(), EXPIRES_MS))
  t.match(late, { status: 'expired', remaining: 0, finished_at: '2026-05-08T12:00:00.000Z' })
  t.equal(presentGrant(grantAt(newGrant(), EXPIRES_MS - 1)).status, 'active')
})
