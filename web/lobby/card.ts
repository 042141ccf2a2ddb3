// Owns how a game is shown in the lobby: its card and the large one, with picture, name, features.
// It must never launch a game; it reports the click.

import type { Language } from '../../src/core/language.ts'
import type { LobbyGame } from '../../src/wire/lobby.ts'
import { printCount, printDecimal } from '../amounts.ts'
import { draw, icon, make } from '../dom.ts'
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
import { hashOf } from './guest-name.ts'
import type { LobbyTexts } from './texts/en.ts'

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
  const card = make('button', { class: 'game', test: `game-${game.id}` })
  card.dataset.game = game.id
  card.disabled = !isOffered
  card.addEventListener('click', () => {
    if (card.getAttribute('aria-busy') !== 'true') onPress(card)
  })
  const about = make(
    'span',
    { class: 'about' },
    make('span', { class: 'name', text: game.name }),
    chips(game, texts),
    figures(game, shown),
    make('span', { class: 'play', text: isOffered ? texts.play : texts.otherLanguage }),
  )
  card.append(picture(game), about)
  if (isLatest) card.append(make('span', { class: 'latest', text: texts.lastPlayed }))
  return card
}

/** The large card above the others. */
export function drawHero(
  game: LobbyGame,
  shown: ShownIn,
  onPress: (card: HTMLButtonElement) => void,
): HTMLButtonElement {
  const { texts, isLatest } = shown
  const card = drawCard(game, { ...shown, isLatest: false }, onPress)
  card.classList.add('hero-game')
  card.dataset.test = 'hero-game'
  const why = isLatest ? texts.lastPlayed : texts.today
  card.querySelector('.about')?.prepend(make('span', { class: 'why', text: why }))
  return card
}

const STAR =
  'M12 3.200l2.700 5.600 6.100.8-4.500 4.200 1.100 6.100L12 17l-5.400 2.900 1.100-6.100L3.200 9.600l6.100-.8z'

export function drawStar(): SVGSVGElement {
  return icon(STAR, 'star')
}

function chips(game: LobbyGame, { mechanics: names }: LobbyTexts): HTMLElement {
  const texts = mainMechanics(game).map(each => names[each] ?? each.replaceAll('-', ' '))
  return make(
    'span',
    { class: 'chips' },
    ...texts.map(text => make('span', { class: 'chip', text })),
  )
}

/** How wins are formed, then the bonuses; mechanics that nearly every game has are left out. */
function mainMechanics({ mechanics }: LobbyGame): readonly string[] {
  return mechanics.filter(each => each !== 'wilds' && each !== 'retrigger').slice(0, CHIPS)
}

function figures(game: LobbyGame, { texts, language }: ShownIn): HTMLElement {
  const rtp = printDecimal(game.rtpPercent.toFixed(2), language)
  const maxWin = texts.maxWin.replace('{bets}', printCount(game.maxWinBets, language))
  return make(
    'span',
    { class: 'figures' },
    make('span', { class: 'figure', text: `${texts.rtp} ${rtp}\u00a0%` }),
    volatility(game, texts),
    make('span', { class: 'figure', text: maxWin }),
  )
}

function volatility(game: LobbyGame, texts: LobbyTexts): HTMLElement {
  const level = volatilityLevel(game)
  const text = `${texts.volatility}: ${texts.volatilities[game.volatility]} `
  const bars = Array.from({ length: VOLATILITY_LEVELS }, (_, index) =>
    make('span', { class: index < level ? 'on' : 'off' }),
  )
  const meter = make('span', { class: 'meter' }, ...bars)
  meter.ariaHidden = 'true'
  return make('span', { class: 'figure', text }, meter)
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
  const text = draw('text', {
    x: 200,
    y: 173,
    'text-anchor': 'middle',
    'font-family': 'Reelhouse Text, sans-serif',
    'font-size': 64,
    'font-weight': 900,
    fill: '#fff6dc',
  })
  text.textContent = initials
  const ring = { cx: 200, cy: 150, r: 92, fill: 'none', stroke: '#ffd24a', 'stroke-width': 7 }
  return draw(
    'svg',
    { viewBox: '0 0 400 300', class: 'art', 'aria-hidden': 'true' },
    draw('rect', { width: 400, height: 300, fill: `hsl(${hue} 62% 24%)` }),
    draw('circle', { cx: 200, cy: 150, r: 190, fill: `hsl(${hue} 70% 34%)` }),
    draw('circle', { cx: 200, cy: 150, r: 104, fill: `hsl(${hue} 76% 46%)` }),
    draw('circle', ring),
    text,
  )
}
