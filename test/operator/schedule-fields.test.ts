// A schedule and a grant are refused by the first wrong field, whatever follows: the fields of the
// caller and the game, and an expiry that is not a text or not a time; an owner's by the same
// rules.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { refuseField } from '../../src/operator/errors.ts'
import { checkGrant, readCreation } from '../../src/operator/free-spins/rules.ts'
import {
  checkSchedule,
  readSchedule,
  type TargetGame,
} from '../../src/operator/target-outcomes/rules.ts'

const GAME: TargetGame = {
  id: 'game',
  provider: 'provider_a',
  targetOutcomes: true,
  maxWinBets: 5_000,
  hasFeature: true,
}
const CALLER = { partner: 'casino', api_key: 'x', player_id: 'ann' }
const SCHEDULE = { ...CALLER, method: 'outcome_schedule', symbol: 'game', multiplier: '2.5' }
const GRANT = {
  ...CALLER,
  method: 'freespins_create',
  symbol: 'lucky-lanterns',
  currency: 'EUR',
  count: 10,
  bet: '2.00',
}

type Fields = Readonly<Record<string, unknown>>

const schedule = (fields: Fields, game: TargetGame | undefined = GAME) =>
  readSchedule({ ...SCHEDULE, ...fields }, id => (id === 'game' ? game : undefined), 0)
const grant = (fields: Fields, find = findGame) => readCreation({ ...GRANT, ...fields }, find)
const refused = (code: string) => ({ ok: false, code })

t.test('a field of the caller or the game is checked before the win', async t => {
  for (const name of ['partner', 'api_key', 'method', 'player_id', 'symbol']) {
    t.strictSame(schedule({ [name]: 7, multiplier: 0 }), refuseField(name), name)
  }
  t.strictSame(schedule({ lobby: 1, multiplier: 0 }), refuseField('lobby'))
  t.strictSame(schedule({ player_id: 'a\n', symbol: 'none' }), refuseField('player_id'))
  t.strictSame(schedule({ symbol: 'none', multiplier: 0 }), refused('GAME_NOT_FOUND'))
})

t.test('a game without target outcomes or free spins is refused', async t => {
  const without = schedule({ multiplier: 0 }, { ...GAME, targetOutcomes: false })
  t.strictSame(without, refused('FORCED_OUTCOMES_UNSUPPORTED'))
  const plain = { ...findGame('lucky-lanterns')!, freeSpins: false }
  t.strictSame(
    grant({ bet: '9' }, () => plain),
    refused('FREE_SPINS_UNSUPPORTED'),
  )
})

t.test('an expiry must be a text with a time', async t => {
  for (const expires_at of ['tomorrow', ['2026-05-02T12:00:00Z'], null, 0]) {
    t.strictSame(schedule({ expires_at }), refused('INVALID_EXPIRY'), `${expires_at}`)
    t.strictSame(grant({ expires_at }), refused('INVALID_EXPIRY'), `${expires_at}`)
  }
})

t.test('an owner’s grant obeys the bounds of an operator’s', async t => {
  const given = { playerId: 'ann', gameId: 'lucky-lanterns', currency: 'EUR', total: 1 } as const
  const wanted = { ...given, betMinor: 200n, expiresAt: undefined, externalId: undefined }
  const check = (fields: object) => checkGrant({ ...wanted, ...fields }, findGame)
  t.match(check({}), { ok: true, value: { total: 1, betMinor: 200n, expiresAtMs: null } })
  t.match(check({ total: 1_000 }), { ok: true })
  t.strictSame(check({ playerId: 'a b', total: 0 }), refuseField('player_id'))
  for (const total of [0, -1, 1_001]) {
    t.strictSame(check({ total, gameId: 'none' }), refused('INVALID_COUNT'), `${total}`)
  }
  t.strictSame(check({ gameId: 'none', betMinor: 1n }), refused('GAME_NOT_FOUND'))
  t.strictSame(check({ betMinor: -200n }), refused('INVALID_FREE_SPIN_BET'))
  t.strictSame(check({ externalId: '' }), refuseField('external_id'))
  t.strictSame(check({ expiresAt: 'soon' }), refused('INVALID_EXPIRY'))
})

t.test('an owner’s target outcome obeys the bounds of an operator’s', async t => {
  const given = { playerId: 'ann', gameId: 'game', multiplier: '2.5', kind: 'spin' } as const
  const wanted = { ...given, spinNumber: 1, expiresAt: undefined, comment: null }
  const check = (fields: object, game: TargetGame = GAME) =>
    checkSchedule({ ...wanted, ...fields }, id => (id === 'game' ? game : undefined))
  const { playerId, kind, spinNumber } = wanted
  const read = { ok: true, value: { playerId, game: GAME, kind, spinNumber } }
  t.match(check({}), {
    ...read,
    value: { ...read.value, multiplierHundredths: 250, comment: null },
  })
  t.match(check({ spinNumber: 100_000, kind: 'bonus', comment: 'c' }), { ok: true })
  t.strictSame(check({ playerId: 'a\n' }), refuseField('player_id'))
  t.strictSame(check({ gameId: 'none' }), refused('GAME_NOT_FOUND'))
  t.strictSame(check({ multiplier: '0' }), refused('INVALID_MULTIPLIER'))
  t.strictSame(check({ multiplier: '5000.01' }), refused('MULTIPLIER_ABOVE_MAX_WIN'))
  const plain = { ...GAME, hasFeature: false }
  t.strictSame(check({ kind: 'bonus', spinNumber: 0 }, plain), refused('GAME_HAS_NO_BONUS'))
  t.match(check({}, plain), { ok: true })
  for (const wrong of [0, -1, 100_001]) {
    t.strictSame(check({ spinNumber: wrong }), refused('INVALID_SPIN_NUMBER'), `${wrong}`)
  }
  t.strictSame(check({ expiresAt: 'soon' }), refused('INVALID_EXPIRY'))
  t.strictSame(check({ comment: 'c'.repeat(501) }), refuseField('comment'))
})
