// Owns the demo operator's lobby: it lists the games and opens one by asking the operator's server
// for a launch link. It must never see an api key or keep a link.

import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { parseMoney } from '../../src/core/money.ts'
import { DAY_MS } from '../../src/core/time.ts'
import type { LobbyGame, LobbyList } from '../../src/wire/lobby.ts'
import { printMoney } from '../amounts.ts'
import { make, part } from '../dom.ts'
import { isLanguage, LANGUAGE_NAMES, pickLanguage } from '../languages.ts'
import { keep, recall } from '../storage.ts'
import { drawCard, drawHero, drawStar } from './card.ts'
import {
  type Choice,
  chooseGames,
  FEATURES,
  heroOf,
  ORDERS,
  type Order,
  OWN_CATEGORIES,
  type Visits,
} from './choice.ts'
import { guestName } from './guest-name.ts'
import type { LobbyTexts } from './texts/en.ts'
import { explain, textsOf } from './texts.ts'

const LANGUAGE_KEY = 'lobby:language'
const CURRENCY_KEY = 'lobby:currency'
const PLAYED_KEY = 'lobby:played'
const FAVOURITES_KEY = 'lobby:favourites'

const currencySelect = part<HTMLSelectElement>('currency')
const languageSelect = part<HTMLSelectElement>('language')
const searchField = part<HTMLInputElement>('search')
const filters = {
  provider: part<HTMLSelectElement>('provider'),
  order: part<HTMLSelectElement>('order'),
}
let language: Language = startLanguage()
let lobby: LobbyList | null = null
/** One of `FEATURES` or `OWN_CATEGORIES`; empty: any. */
let category = ''

fillLanguages()
translate()
languageSelect.onchange = () => {
  if (isLanguage(languageSelect.value)) language = languageSelect.value
  keep(LANGUAGE_KEY, language)
  translate()
  show()
}
currencySelect.onchange = () => {
  keep(CURRENCY_KEY, currencySelect.value)
  showBalance()
}
searchField.oninput = showGames
for (const filter of Object.values(filters)) filter.onchange = showGames
part<HTMLFormElement>('filters').onsubmit = event => event.preventDefault()
part('show-all').onclick = () => {
  searchField.value = ''
  filters.provider.value = ''
  choose('')
  searchField.focus()
}
// A page restored from the browser's cache shows outdated balances.
addEventListener('pageshow', event => {
  if (event.persisted) void load()
})
void load()

async function load(): Promise<void> {
  try {
    const response = await fetch('/lobby/games', { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`status ${response.status}`)
    lobby = (await response.json()) as LobbyList
  } catch {
    document.body.dataset.state = 'error'
    return notice('UNREACHABLE')
  }
  fillCurrencies(lobby.currencies)
  document.body.dataset.state = 'ready'
  show()
}

function show(): void {
  if (lobby === null) return
  const texts = textsOf(language)
  part('player').textContent = `${texts.guest} ${guestName(lobby.player)}`
  fillFilters(lobby, texts)
  showHero()
  showGames()
  showBalance()
}

function showHero(): void {
  if (lobby === null) return
  const texts = textsOf(language)
  const visits = readVisits()
  const game = heroOf(lobby.games, visits, Math.floor(Date.now() / DAY_MS))
  part('hero').hidden = game === undefined
  if (game === undefined) return
  const isLatest = visits.playedAt[game.id] !== undefined
  const shown = { texts, language, isLatest }
  part('hero').replaceChildren(drawHero(game, shown, card => void launch(game, card)))
}

function showGames(): void {
  if (lobby === null) return
  const texts = textsOf(language)
  const visits = readVisits()
  const games = chooseGames(lobby.games, readChoice(), visits)
  const latest = latestOf(visits.playedAt)
  const cards = games.map(game => {
    const shown = { texts, language, isLatest: game.id === latest }
    return make(
      'li',
      {},
      drawCard(game, shown, card => void launch(game, card)),
      favouriteKey(game, visits.favourites.includes(game.id)),
    )
  })
  part('games').replaceChildren(...cards)
  part('none').hidden = games.length > 0
  showCategories(lobby, visits)
}

function favouriteKey({ id, name }: LobbyGame, isFavourite: boolean): HTMLElement {
  const label = textsOf(language).favourite.replace('{game}', name)
  const key = make('button', { class: 'favourite', label, test: `favourite-${id}` })
  key.append(drawStar())
  key.setAttribute('aria-pressed', String(isFavourite))
  key.addEventListener('click', () => {
    const others = readFavourites().filter(each => each !== id)
    const isAdded = key.getAttribute('aria-pressed') !== 'true'
    keep(FAVOURITES_KEY, JSON.stringify(isAdded ? [...others, id] : others))
    key.setAttribute('aria-pressed', String(isAdded))
    // A game that is a favourite no more leaves their list.
    if (category === 'favourites') showGames()
    else if (lobby !== null) showCategories(lobby, readVisits())
  })
  return key
}

/** A category without a game is left out, unless it is chosen. */
function showCategories({ games }: LobbyList, visits: Visits): void {
  const texts = textsOf(language)
  const all = ['', ...OWN_CATEGORIES, ...FEATURES]
  const any = { ...readChoice(), search: '', provider: '' }
  const keys = all.flatMap(each => {
    const count = chooseGames(games, { ...any, category: each }, visits).length
    if (count === 0 && each !== category) return []
    const names = { '': texts.any, favourites: texts.favourites, played: texts.lastPlayed }
    const text = names[each as keyof typeof names] ?? texts.mechanics[each] ?? each
    const test = `category-${each === '' ? 'any' : each}`
    const key = make('button', { class: 'category', text, test, onClick: () => choose(each) })
    key.setAttribute('aria-pressed', String(each === category))
    return [key]
  })
  part('categories').replaceChildren(...keys)
}

/** The pressed key is drawn anew, and keeps the focus. */
function choose(wanted: string): void {
  category = wanted
  showGames()
  part('categories').querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
}

function readChoice(): Choice {
  const { provider, order } = filters
  return {
    search: searchField.value,
    provider: provider.value,
    category,
    order: order.value as Order,
  }
}

function latestOf(playedAt: Visits['playedAt']): string | undefined {
  return Object.entries(playedAt).sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** Asks for a link and follows it in this tab. */
async function launch(game: LobbyGame, card: HTMLButtonElement): Promise<void> {
  part('notice').hidden = true
  card.setAttribute('aria-busy', 'true')
  const touch = matchMedia('(pointer: coarse)').matches
  const order = {
    game: game.id,
    currency: currencySelect.value,
    lang: language,
    client_platform: touch ? 'mobile' : 'desktop',
  }
  const answer = await ask(order)
  card.removeAttribute('aria-busy')
  if (!('link' in answer)) return notice(answer.message)
  rememberPlayed(game.id, Date.now())
  location.assign(answer.link)
}

async function ask(order: object): Promise<{ link: string } | { message: string }> {
  try {
    const response = await fetch('/lobby/launch', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(order),
    })
    const answer = (await response.json()) as { link?: unknown; message?: unknown }
    if (typeof answer.link === 'string') return { link: answer.link }
    return { message: typeof answer.message === 'string' ? answer.message : 'REQUEST_FAILED' }
  } catch {
    return { message: 'UNREACHABLE' }
  }
}

function notice(code: string): void {
  const box = part('notice')
  box.textContent = explain(textsOf(language), code)
  box.dataset.code = code
  box.hidden = false
  box.scrollIntoView({ block: 'nearest' })
}

function showBalance(): void {
  const amount = lobby?.balances?.[currencySelect.value]
  const minor = amount === undefined ? null : parseMoney(amount)
  part('balance-box').hidden = lobby === null
  const text = minor === null ? '' : printMoney(minor, currencySelect.value, language)
  part('balance').textContent = text
}

function translate(): void {
  const texts = textsOf(language)
  document.documentElement.lang = language
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = texts[element.dataset.text as keyof LobbyTexts]
    if (typeof text === 'string') element.textContent = text
  }
  part('categories').setAttribute('aria-label', texts.categories)
  document.title = `Reelhouse · ${texts.title}`
}

/** The selection is kept: labels change with the language, values do not. */
function fillFilters({ games }: LobbyList, texts: LobbyTexts): void {
  const providers = [...new Set(games.map(({ provider }) => provider))]
  const any = new Option(texts.any, '')
  fill(filters.provider, [any, ...providers.map(id => new Option(providerName(id), id))])
  fill(
    filters.order,
    ORDERS.map(order => new Option(texts.orders[order], order)),
  )
}

function fill(select: HTMLSelectElement, options: readonly HTMLOptionElement[]): void {
  const { value } = select
  select.replaceChildren(...options)
  if (options.some(option => option.value === value)) select.value = value
}

/** `provider_a` is shown as Provider A. */
function providerName(id: string): string {
  const [, letter] = id.split('_')
  return letter === undefined ? id : `Provider ${letter.toUpperCase()}`
}

function fillLanguages(): void {
  const options = LANGUAGES.map(code => new Option(LANGUAGE_NAMES[code], code))
  languageSelect.replaceChildren(...options)
  languageSelect.value = language
}

function fillCurrencies(currencies: readonly string[]): void {
  const wanted = currencySelect.value || recall(CURRENCY_KEY) || 'EUR'
  currencySelect.replaceChildren(...currencies.map(code => new Option(code, code)))
  currencySelect.value = currencies.includes(wanted) ? wanted : (currencies[0] ?? '')
}

function startLanguage(): Language {
  const kept = recall(LANGUAGE_KEY)
  return kept !== null && isLanguage(kept) ? kept : pickLanguage(navigator.languages)
}

function rememberPlayed(gameId: string, atMs: number): void {
  keep(PLAYED_KEY, JSON.stringify({ ...rememberedPlayed(), [gameId]: atMs }))
}

function readVisits(): Visits {
  return { playedAt: rememberedPlayed(), favourites: readFavourites() }
}

/** Ids of games; bounded by the number of games. */
function readFavourites(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(FAVOURITES_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** Game id -> when it was last opened, milliseconds since 1970. */
function rememberedPlayed(): Readonly<Record<string, number>> {
  try {
    const kept: unknown = JSON.parse(recall(PLAYED_KEY) ?? '{}')
    const times = Object.entries(kept ?? {}).filter(([, at]) => typeof at === 'number')
    return Object.fromEntries(times) as Record<string, number>
  } catch {
    return {}
  }
}
