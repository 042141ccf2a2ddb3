// Owns the demo operator's lobby: it lists the games and opens one by asking the operator's server
// for a launch link. It must never see an api key or keep a link.

import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { parseMoney } from '../../src/core/money.ts'
import { printMoney } from '../amounts.ts'
import { isLanguage, LANGUAGE_NAMES, pickLanguage } from '../languages.ts'
import { drawCard } from './card.ts'
import type { LobbyGame } from './game.ts'
import { explain, type LobbyTexts, textsOf } from './texts.ts'

interface Lobby {
  games: readonly LobbyGame[]
  currencies: readonly string[]
  player: string
  balances: Readonly<Record<string, string>> | null
}

const LANGUAGE_KEY = 'lobby:language'
const CURRENCY_KEY = 'lobby:currency'

const currencySelect = part<HTMLSelectElement>('currency')
const languageSelect = part<HTMLSelectElement>('language')
let language: Language = startLanguage()
let lobby: Lobby | null = null

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
// A page taken back from the browser's cache shows balances of the past.
addEventListener('pageshow', event => {
  if (event.persisted) void load()
})
void load()

async function load(): Promise<void> {
  try {
    const response = await fetch('/lobby/games', { headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`status ${response.status}`)
    lobby = (await response.json()) as Lobby
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
  part('player').textContent = lobby.player
  const cards = lobby.games.map(game => {
    const offered = game.languages.includes(language)
    const item = document.createElement('li')
    item.append(drawCard(game, texts, offered, card => void launch(game, card)))
    return item
  })
  part('games').replaceChildren(...cards)
  showBalance()
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
  if ('link' in answer) location.assign(answer.link)
  else notice(answer.message)
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
  part('purse').hidden = lobby === null
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

function part<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T
}

/** Storage may be closed to the page; the choice then lasts as long as the page. */
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
