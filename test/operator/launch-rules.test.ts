// The parsing of a launch without a store: every field it depends on, the order of the refusals,
// and the chosen language.

import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { readLaunch } from '../../src/operator/launch/rules.ts'

const GOOD = {
  partner: 'casino',
  api_key: 'x',
  provider: 'own',
  player_id: 'ann',
  currency: 'EUR',
  symbol: 'lucky-lanterns',
  gametype: 'demo',
}

type Fields = Readonly<Record<string, unknown>>

/** A field that is undefined is not sent. */
function read(fields: Fields, defaultLanguage = 'uk') {
  const sent = Object.entries({ ...GOOD, ...fields }).filter(([, value]) => value !== undefined)
  return readLaunch(Object.fromEntries(sent), { defaultLanguage })
}

function codeOf(fields: Fields, defaultLanguage?: string): string | null {
  const launch = read(fields, defaultLanguage)
  return launch.ok ? null : launch.code
}

function languageOf(lang: string | undefined, defaultLanguage: string): string | null {
  const launch = read({ lang }, defaultLanguage)
  return launch.ok ? (launch.value.askedLanguage ?? launch.value.defaultLanguage) : launch.code
}

t.test('a launch without optional fields has the default language, on desktop', async t => {
  t.strictSame(read({}), {
    ok: true,
    value: {
      game: findGame('lucky-lanterns'),
      playerId: 'ann',
      currency: 'EUR',
      askedLanguage: null,
      defaultLanguage: 'uk',
      clientPlatform: 'desktop',
    },
  })
  t.match(read({ client_platform: 'mobile', region: 'NONE', lang: 'DE' }), {
    value: { clientPlatform: 'mobile', askedLanguage: 'de' },
  })
})

t.test('the requested language is used or the launch is refused, without a substitute', async t => {
  t.equal(languageOf('pt_br', 'en'), 'pt-BR')
  t.equal(languageOf('fr', 'en'), 'UNSUPPORTED_LANGUAGE')
  for (const none of ['', 'english!']) t.equal(languageOf(none, 'en'), 'UNSUPPORTED_LANGUAGE')
  t.equal(languageOf(undefined, 'tr'), 'tr')
  t.equal(languageOf(undefined, 'fr'), 'en', 'the game lacks the default of the project')
})

t.test('a player id holds at most 128 characters that Postgres can store', async t => {
  for (const player_id of ['x'.repeat(128), '\u{1F642}'.repeat(128), 'Ann B.']) {
    t.equal(codeOf({ player_id }), null)
  }
  for (const player_id of ['', 'é'.repeat(129), 'a\0', '\ud83d', 7, null, undefined]) {
    t.equal(codeOf({ player_id }), 'INVALID_REQUEST', `${player_id}`)
  }
})

t.test('each refusal has its code and comes before the later ones', async t => {
  const wrong = { player_id: 'a\0', freespins: 1, gametype: 'real', symbol: 'none', lang: 'fr' }
  t.equal(codeOf({ ...wrong, lobby: 1 }), 'INVALID_REQUEST')
  t.equal(codeOf(wrong), 'INVALID_REQUEST')
  t.equal(codeOf({ ...wrong, player_id: 'ann' }), 'PROMO_UNSUPPORTED')
  const unpromoted = { ...wrong, player_id: 'ann', freespins: undefined }
  t.equal(codeOf(unpromoted), 'REAL_MODE_DISABLED')
  t.equal(codeOf({ ...unpromoted, gametype: 'demo' }), 'UNSUPPORTED_GAME')
  const found = { ...unpromoted, gametype: 'demo', symbol: GOOD.symbol }
  t.equal(codeOf(found), 'UNSUPPORTED_LANGUAGE')
  t.equal(codeOf({ ...found, lang: undefined }), null)
})

t.test('the retired field is refused with any value', async t => {
  for (const freespins of [null, 0, false, '', {}]) {
    t.equal(codeOf({ freespins }), 'PROMO_UNSUPPORTED')
  }
})
