// A schedule and a grant are refused by the first wrong field, whatever follows: the fields of the
// caller and the game, and an expiry that is not a text or not a time.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { readCreation } from '../../src/operator/free-spins/rules.ts'
import { readSchedule, type TargetGame } from '../../src/operator/target-outcomes/rules.ts'

const GAME: TargetGame = {
  ...{ id: 'game', provider: 'provider_a', targetOutcomes: true },
  ...{ maxWinBets: 5_000, hasFeature: true },
}
const CALLER = { partner: 'casino', api_key: 'x', player_id: 'ann' }
const SCHEDULE = { ...CALLER, method: 'outcome_schedule', symbol: 'game', multiplier: '2.5' }
const GRANT = {
  ...{ ...CALLER, method: 'freespins_create', symbol: 'lucky-lanterns' },
  ...{ currency: 'EUR', count: 10, bet: '2.00' },
}

type Fields = Readonly<Record<string, unknown>>

const schedule = (fields: Fields, game: TargetGame | undefined = GAME) =>
  readSchedule({ ...SCHEDULE, ...fields }, id => (id === 'game' ? game : undefined), 0)
const grant = (fields: Fields, find = findGame) => readCreation({ ...GRANT, ...fields }, find)
const refused = (code: string) => ({ ok: false, code })

t.test('a field of the caller or the game is checked before the win', async t => {
  for (const name of ['partner', 'api_key', 'method', 'player_id', 'symbol']) {
    t.strictSame(schedule({ [name]: 7, multiplier: 0 }), refused('INVALID_REQUEST'), name)
  }
  t.strictSame(schedule({ lobby: 1, multiplier: 0 }), refused('INVALID_REQUEST'))
  t.strictSame(schedule({ player_id: 'a\n', symbol: 'none' }), refused('INVALID_REQUEST'))
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
