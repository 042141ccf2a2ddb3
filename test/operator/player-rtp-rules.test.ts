// The actions of /playerRtp.do, parsed without a store: whose level or limit, its new value, and
// the code of each field.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { Project } from '../../src/ledger/projects/projects.ts'
import {
  findPlace,
  readAuto,
  readBetLimit,
  readGet,
  readSet,
} from '../../src/operator/player-rtp/rules.ts'
import type { Read } from '../../src/operator/request.ts'

const PROJECT = { projectId: 'acme' } as Project
const WHOSE = { partner: 'casino', api_key: 'x', player_id: 'ann' }
const gamesOf = (provider: string) =>
  GAMES.filter(game => game.provider === provider).map(({ id }) => id)
const PLACE = {
  projectId: 'acme',
  playerId: 'ann',
  provider: 'provider_a',
  gameIds: gamesOf('provider_a'),
}

type Fields = Readonly<Record<string, unknown>>

const LIMIT = { currency: 'EUR', min_minor: '20', max_minor: '500' }
const ACTIONS: readonly [name: string, read: (body: object) => Read<unknown>, GOOD: Fields][] = [
  ['get', body => readGet(body, PROJECT), { ...WHOSE, action: 'get' }],
  ['set', body => readSet(body, PROJECT), { ...WHOSE, action: 'set', rtp: '94.5' }],
  ['auto', body => readAuto(body, PROJECT), { ...WHOSE, action: 'auto' }],
  ['bet-limit', body => readBetLimit(body, PROJECT), { ...WHOSE, action: 'bet-limit', ...LIMIT }],
]

/** A field that is undefined is not sent. */
function ask(action: string, fields: Fields = {}): Read<unknown> {
  const [, read, good] = ACTIONS.find(([name]) => name === action)!
  const sent = Object.entries({ ...good, ...fields }).filter(([, value]) => value !== undefined)
  return read(Object.fromEntries(sent))
}

function codeOf(action: string, fields: Fields): string | null {
  const asked = ask(action, fields)
  return asked.ok ? null : asked.code
}

t.test('each action has its player, the first provider by default, and its fields', async t => {
  const meant: [string, Fields, object][] = [
    ['get', {}, {}],
    ['set', {}, { levelBps: 9_450, reason: null }],
    ['set', { rtp: 60, reason: 'asked' }, { levelBps: 6_000, reason: 'asked' }],
    ['auto', {}, { levelBps: null, reason: null }],
    ['auto', { reason: '' }, { levelBps: null, reason: '' }],
    ['bet-limit', {}, { currency: 'EUR', bounds: { minMinor: 20n, maxMinor: 500n } }],
    ['bet-limit', { min_minor: null, max_minor: null }, { currency: 'EUR', bounds: null }],
  ]
  for (const [action, fields, more] of meant) {
    t.strictSame(ask(action, fields), { ok: true, value: { ...PLACE, ...more } }, action)
  }
})

t.test('a provider that is named has its games', async t => {
  for (const provider of ['provider_a', 'provider_b', 'provider_c']) {
    const gameIds = gamesOf(provider)
    t.ok(gameIds.length > 0 && gameIds.length < GAMES.length)
    t.match(ask('get', { provider }), { ok: true, value: { provider, gameIds } })
  }
})

t.test('a wrong player, provider or action has its code in every action', async t => {
  for (const [action] of ACTIONS) {
    for (const player_id of ['', 'x'.repeat(129), 'a\0', '\ud83d', 7, null, undefined]) {
      t.equal(codeOf(action, { player_id }), 'INVALID_PLAYER', `${action} ${player_id}`)
    }
    t.equal(codeOf(action, { player_id: '\u{1F642}'.repeat(128) }), null)
    for (const provider of ['provider_d', 'own', 'PROVIDER_A', '', null, 1]) {
      t.equal(codeOf(action, { provider }), 'RTP_PROVIDER_UNSUPPORTED')
    }
    t.equal(codeOf(action, { action: 'none' }), 'INVALID_REQUEST')
    t.equal(codeOf(action, { lobby: 1 }), 'INVALID_REQUEST')
  }
})

t.test('a level is a percentage of at most two decimals from 60 to 100', async t => {
  for (const rtp of ['60', '60.00', 60, 94.5, 100, '100.00', '99.99']) {
    t.equal(codeOf('set', { rtp }), null)
  }
  for (const rtp of [true, null, undefined, '94.555', 94.555, ' 94', '94,5', '9e1', '', [], {}]) {
    t.equal(codeOf('set', { rtp }), 'RTP_LEVEL_INVALID', `${rtp}`)
  }
  for (const rtp of ['59.99', 59.99, 100.01, '100.01', 0, -70, '-60', 1e21, '1000000']) {
    t.equal(codeOf('set', { rtp }), 'RTP_LEVEL_OUT_OF_RANGE', `${rtp}`)
  }
})

t.test('a reason is a text of at most 200 characters', async t => {
  for (const action of ['set', 'auto']) {
    for (const reason of ['', 'x'.repeat(200), '🎰'.repeat(200)]) {
      t.equal(codeOf(action, { reason }), null)
    }
    for (const reason of [7, null, {}, 'x'.repeat(201), '🎰'.repeat(201), 'a\0', '\ud83d']) {
      t.equal(codeOf(action, { reason }), 'INVALID_REASON', `${action} ${reason}`)
    }
  }
})

t.test('a limit is two digit strings in order, or null twice', async t => {
  const currencies = [undefined, null, 'eur', 'GBP', 'EURO', '', 7]
  for (const currency of currencies) t.equal(codeOf('bet-limit', { currency }), 'INVALID_CURRENCY')
  const wrong: Fields[] = [
    { min_minor: '501' },
    { min_minor: null },
    { max_minor: null },
    { min_minor: undefined },
    { max_minor: undefined },
    ...['0', '-1', '01', '1.5', 20].map(min_minor => ({ min_minor })),
    ...['', '1000000000000000', 500].map(max_minor => ({ max_minor })),
  ]
  for (const fields of wrong) t.equal(codeOf('bet-limit', fields), 'INVALID_BET_LIMIT')
  t.equal(codeOf('bet-limit', { min_minor: '500' }), null)
})

t.test('of several mistakes the player’s comes first, then the first field’s', async t => {
  const level = { player_id: 'a\0', rtp: '1', reason: 'a\0' }
  t.equal(codeOf('set', level), 'INVALID_PLAYER')
  t.equal(codeOf('set', { ...level, player_id: 'ann' }), 'RTP_LEVEL_OUT_OF_RANGE')
  t.equal(codeOf('auto', { player_id: 'a\0', reason: 'a\0' }), 'INVALID_PLAYER')
  t.equal(codeOf('bet-limit', { player_id: 'a\0', min_minor: '0' }), 'INVALID_PLAYER')
})

t.test('a player whose id comes without a form is checked alike', async t => {
  const placeOf = (playerId: string) => findPlace({ projectId: 'acme', playerId }, 'provider_a')
  t.strictSame(placeOf('ann'), { ok: true, value: PLACE })
  for (const playerId of ['x'.repeat(129), 'a\0']) {
    t.strictSame(placeOf(playerId), { ok: false, code: 'INVALID_PLAYER' })
  }
})
