// Owns a game's card in the lobby: its picture, its name, its features. It must never launch a
// game; it reports the click.

import type { Language } from '../../src/core/language.ts'
import type { LobbyGame } from '../../src/wire/lobby.ts'
import { printCount, printDecimal } from '../amounts.ts'
import cherryClassic from './art/cherry-classic.svg'
import crystalCluster from './art/crystal-cluster.svg'
import fortySuns from './art/forty-suns.svg'
import luckyLanterns from './art/lucky-lanterns.svg'
import riverOfWays from './art/river-of-ways.svg'
import scarabCodex from './art/scarab-codex.svg'
import sugarCascade from './art/sugar-cascade.svg'
import thunderReels from './art/thunder-reels.svg'
import vaultKeeper from './art/vault-keeper.svg'
import { volatilityLevel } from './choice.ts'
import { hashOf } from './hash.ts'
import type { LobbyTexts } from './texts/shape.ts'

const ART: Readonly<Record<string, string>> = {
  'lucky-lanterns': luckyLanterns,
  'river-of-ways': riverOfWays,
  'vault-keeper': vaultKeeper,
  'cherry-classic': cherryClassic,
  'scarab-codex': scarabCodex,
  'forty-suns': fortySuns,
  'sugar-cascade': sugarCascade,
  'crystal-cluster': crystalCluster,
  'thunder-reels': thunderReels,
}

export interface ShownIn {
  texts: LobbyTexts
  language: Language
  /** The game that was opened last. */
  isLatest: boolean
}

/** Number of mechanics on a card; the game's paytable explains the rest. */
const CHIPS = 3
const VOLATILITY_LEVELS = 4

export function drawCard(
  game: LobbyGame,
  shown: ShownIn,
  onPress: (card: HTMLButtonElement) => void,
): HTMLButtonElement {
  const { texts, language, isLatest } = shown
  const isOffered = game.languages.includes(language)
  const card = document.createElement('button')
  card.type = 'button'
  card.className = 'game'
  card.dataset.game = game.id
  card.dataset.test = `game-${game.id}`
  card.disabled = !isOffered
  card.addEventListener('click', () => {
    if (card.getAttribute('aria-busy') !== 'true') onPress(card)
  })
  const about = element('span', 'about')
  about.append(
    element('span', 'name', game.name),
    chips(game, texts),
    figures(game, shown),
    element('span', 'play', isOffered ? texts.play : texts.otherLanguage),
  )
  card.append(picture(game), about)
  if (isLatest) card.append(element('span', 'latest', texts.lastPlayed))
  return card
}

function chips(game: LobbyGame, texts: LobbyTexts): HTMLElement {
  const row = element('span', 'chips')
  row.append(
    ...tellFirst(game.mechanics).map(mechanic =>
      element('span', 'chip', texts.mechanics[mechanic] ?? mechanic.replaceAll('-', ' ')),
    ),
  )
  return row
}

/** How wins are formed, then the bonuses; mechanics that nearly every game has are left out. */
function tellFirst(mechanics: readonly string[]): readonly string[] {
  return mechanics.filter(each => each !== 'wilds' && each !== 'retrigger').slice(0, CHIPS)
}

function figures(game: LobbyGame, { texts, language }: ShownIn): HTMLElement {
  const row = element('span', 'figures')
  const rtp = printDecimal(game.rtpPercent.toFixed(2), language)
  const maxWin = texts.maxWin.replace('{bets}', printCount(game.maxWinBets, language))
  row.append(
    element('span', 'figure', `${texts.rtp} ${rtp}\u00a0%`),
    volatility(game, texts),
    element('span', 'figure', maxWin),
  )
  return row
}

function volatility(game: LobbyGame, texts: LobbyTexts): HTMLElement {
  const level = volatilityLevel(game)
  const figure = element(
    'span',
    'figure',
    `${texts.volatility}: ${texts.volatilities[game.volatility]} `,
  )
  const meter = element('span', 'meter')
  meter.ariaHidden = 'true'
  for (let at = 1; at <= VOLATILITY_LEVELS; at++) {
    meter.append(element('span', at <= level ? 'on' : 'off'))
  }
  figure.append(meter)
  return figure
}

function picture(game: LobbyGame): Element {
  const source = ART[game.id]
  if (source === undefined) return emblem(game)
  const image = document.createElement('img')
  image.className = 'art'
  image.src = source
  image.alt = ''
  image.width = 400
  image.height = 300
  return image
}

/** A game without a picture shows its initials on a colour derived from its id. */
function emblem(game: LobbyGame): SVGSVGElement {
  const hue = hashOf(game.id) % 360
  const initials = game.name
    .split(/\s+/)
    .map(word => word.charAt(0))
    .join('')
    .slice(0, 3)
  const svg = shape('svg', { viewBox: '0 0 400 300', class: 'art', 'aria-hidden': 'true' })
  svg.append(
    shape('rect', { width: '400', height: '300', fill: `hsl(${hue} 62% 24%)` }),
    shape('circle', { cx: '200', cy: '150', r: '190', fill: `hsl(${hue} 70% 34%)` }),
    shape('circle', { cx: '200', cy: '150', r: '104', fill: `hsl(${hue} 76% 46%)` }),
    shape('circle', {
      cx: '200',
      cy: '150',
      r: '92',
      fill: 'none',
      stroke: '#ffd24a',
      'stroke-width': '7',
    }),
  )
  const text = shape('text', {
    x: '200',
    y: '173',
    'text-anchor': 'middle',
    'font-family': 'Reelhouse Text, sans-serif',
    'font-size': '64',
    'font-weight': '900',
    fill: '#fff6dc',
  })
  text.textContent = initials
  svg.append(text)
  return svg
}

function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

function element(tag: 'span', className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
