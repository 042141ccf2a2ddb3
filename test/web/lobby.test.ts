// The games that the lobby shows for a choice, their order, and its texts for all of it.

import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { LobbyGame } from '../../src/wire/lobby.ts'
import { type Choice, chooseGames, FEATURES, heroOf } from '../../web/lobby/choice.ts'
import { guestName } from '../../web/lobby/guest-name.ts'
import { textsOf } from '../../web/lobby/texts.ts'

const ANY: Choice = { search: '', provider: '', category: '', order: 'recent' }
const game = (id: string, change: Partial<LobbyGame>): LobbyGame => ({
  id,
  name: id,
  provider: 'provider_a',
  mechanics: [],
  languages: ['en'],
  rtpPercent: 95,
  volatility: 'medium',
  maxWinBets: 1_000,
  ...change,
})
const SHELF = [
  game('ember', { name: 'Émber Fox', mechanics: ['free-games', 'gamble'], rtpPercent: 94.5 }),
  game('brook', { provider: 'provider_b', mechanics: ['cascades'], volatility: 'high' }),
  game('arbor', { mechanics: ['free-games'], maxWinBets: 5_000, rtpPercent: 96.12 }),
]
const choose = (change: Partial<Choice>, playedAt = {}, favourites: string[] = []) =>
  chooseGames(SHELF, { ...ANY, ...change }, { playedAt, favourites }).map(({ id }) => id)

t.test('a search needs every word, in any case and without accents', async t => {
  t.strictSame(choose({ search: ' fox EMBER' }), ['ember'])
  t.strictSame(choose({ search: 'fox brook' }), [])
  t.strictSame(choose({}), ['ember', 'brook', 'arbor'], 'all without one')
})

t.test('filters show games that match both', async t => {
  t.strictSame(choose({ provider: 'provider_a' }), ['ember', 'arbor'])
  t.strictSame(choose({ category: 'free-games', provider: 'provider_b' }), [])
  t.strictSame(choose({ category: 'gamble' }), ['ember'])
})

t.test('the last played game comes first; other orders follow their names', async t => {
  t.strictSame(choose({}, { arbor: 2, brook: 1 }), ['arbor', 'brook', 'ember'])
  t.strictSame(choose({ order: 'name' }), ['arbor', 'brook', 'ember'].sort(byName))
  t.strictSame(choose({ order: 'rtp' }), ['arbor', 'brook', 'ember'])
  t.strictSame(choose({ order: 'volatility' }), ['ember', 'arbor', 'brook'])
  t.strictSame(choose({ order: 'maxWin' }), ['arbor', 'ember', 'brook'])
})

t.test('favourites and played games are categories', async t => {
  t.strictSame(choose({ category: 'favourites' }, {}, ['arbor', 'gone']), ['arbor'])
  t.strictSame(choose({ category: 'played' }, { brook: 1, arbor: 2 }), ['arbor', 'brook'])
})

t.test('the large picture is of the game played last, else of another one each day', async t => {
  t.equal(heroOf(SHELF, { playedAt: { brook: 1, arbor: 2 } }, 0)?.id, 'arbor')
  const days = [0, 1, 2, 3].map(day => heroOf(SHELF, { playedAt: {} }, day)?.id)
  t.strictSame(days, ['ember', 'brook', 'arbor', 'ember'])
  t.equal(heroOf([], { playedAt: {} }, 5), undefined)
})

function byName(one: string, other: string): number {
  const name = (id: string) => SHELF.find(each => each.id === id)!.name
  return name(one) < name(other) ? -1 : 1
}

t.test('every mechanic and filter has a text in every language', async t => {
  const mechanics = new Set([...GAMES.flatMap(each => each.mechanics), ...FEATURES])
  for (const language of LANGUAGES) {
    const texts = textsOf(language)
    for (const each of mechanics) t.ok(texts.mechanics[each], `${each} in ${language}`)
    t.match(texts.maxWin, '{bets}', language)
  }
})

t.test('a guest keeps one name, and it reveals nothing of the id', async t => {
  const id = 'guest-7b0c1c7e-0b7c-4d7c-9a53-0d3a7c0b6f11'
  t.equal(guestName(id), guestName(id))
  t.match(guestName(id), /^[A-Z][a-z]+ [0-9]{1,3}$/)
  const names = new Set(Array.from({ length: 200 }, (_, at) => guestName(`guest-${at}`)))
  t.ok(names.size > 150, `${names.size} names for 200 guests`)
})
