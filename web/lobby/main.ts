// Owns the demo operator's lobby: it lists the games and opens one by asking the operator's server
// for a launch link. It must never see an api key or keep a link.

import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { parseMoney } from '../../src/core/money.ts'
import type { LobbyGame, LobbyList } from '../../src/wire/lobby.ts'
import { printMoney } from '../amounts.ts'
import { part } from '../dom.ts'
import { isLanguage, LANGUAGE_NAMES, pickLanguage } from '../languages.ts'
import { keep, recall } from '../storage.ts'
import { drawCard } from './card.ts'
import { type Choice, chooseGames, FEATURES, ORDERS, type Order } from './choice.ts'
import { guestName } from './guest-name.ts'
import type { LobbyTexts } from './texts/en.ts'
import { explain, textsOf } from './texts.ts'

const LANGUAGE_KEY = 'lobby:language'
const CURRENCY_KEY = 'lobby:currency'
const PLAYED_KEY = 'lobby:played'

const currencySelect = part<HTMLSelectElement>('currency')
const languageSelect = part<HTMLSelectElement>('language')
const searchField = part<HTMLInputElement>('search')
const filters = {
  provider: part<HTMLSelectElement>('provider'),
  feature: part<HTMLSelectElement>('feature'),
  order: part<HTMLSelectElement>('order'),
}
let language: Language = startLanguage()
let lobby: LobbyList | null = null

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
  filters.feature.value = ''
  showGames()
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
  showGames()
  showBalance()
}

function showGames(): void {
  if (lobby === null) return
  const texts = textsOf(language)
  const playedAt = rememberedPlayed()
  const games = chooseGames(lobby.games, readChoice(), playedAt)
  const latest = latestOf(playedAt)
  const cards = games.map(game => {
    const item = document.createElement('li')
    const shown = { texts, language, isLatest: game.id === latest }
    item.append(drawCard(game, shown, card => void launch(game, card)))
    return item
  })
  part('games').replaceChildren(...cards)
  part('none').hidden = games.length > 0
}

function readChoice(): Choice {
  const { provider, feature, order } = filters
  return {
    search: searchField.value,
    provider: provider.value,
    feature: feature.value,
    order: order.value as Order,
  }
}

function latestOf(playedAt: Readonly<Record<string, number>>): string | undefined {
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
  document.title = `Reelhouse · ${texts.title}`
}

/** The selection is kept: labels change with the language, values do not. */
function fillFilters({ games }: LobbyList, texts: LobbyTexts): void {
  const providers = [...new Set(games.map(({ provider }) => provider))]
  const features = FEATURES.filter(each => games.some(({ mechanics }) => mechanics.includes(each)))
  const any = new Option(texts.any, '')
  fill(filters.provider, [any, ...providers.map(id => new Option(providerName(id), id))])
  const wanted = features.map(id => new Option(texts.mechanics[id] ?? id, id))
  fill(filters.feature, [new Option(texts.any, ''), ...wanted])
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
