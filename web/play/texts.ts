// Owns the client's words: what there is to say, in every language of the platform. Plain strings
// with {slots}; it must never hold markup or an amount.

import type { Language } from '../../src/core/language.ts'
import type { PlayErrorCode } from '../../src/wire/play.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es419 } from './texts/es-419.ts'
import { ptBR } from './texts/pt-br.ts'
import { ru } from './texts/ru.ts'
import { tr } from './texts/tr.ts'
import { uk } from './texts/uk.ts'
import { zhHans } from './texts/zh-hans.ts'

export interface Texts {
  testUnits: string
  testNotice: string
  balance: string
  win: string
  stake: string
  spin: string
  skip: string
  turbo: string
  close: string
  cancel: string
  reload: string
  less: string
  more: string
  denomination: string
  credits: string
  coin: string
  level: string
  lines: string
  ante: string
  anteNote: string
  anteStacksNote: string
  buy: string
  buyAsk: string
  buyYes: string
  modeBase: string
  connecting: string
  reconnecting: string
  waitingForBet: string
  waitingForWin: string
  refused: string
  noToken: string
  lobby: string
  freeSpin: string
  freeSpins: string
  freeSpinsGift: string
  freeSpinsPaid: string
  freeSpinsBet: string
  freeSpinsLeft: string
  freeSpinsLocked: string
  freeSpinsEnded: string
  freeSpinsEarly: string
  freeSpinsStart: string
  spinsLeft: string
  spinsPlayed: string
  wonSoFar: string
  validUntil: string
  goOn: string
  freeGames: string
  freeGamesWon: string
  freeGamesMore: string
  freeGamesTimes: string
  freeGameOf: string
  freeGamesEnded: string
  specialSymbol: string
  allWins: string
  respins: string
  respinsLeft: string
  totalWin: string
  bigWin: string
  megaWin: string
  epicWin: string
  waysCaption: string
  clusterCaption: string
  maxWinReached: string
  gamble: string
  gambleAsk: string
  gambleSteps: string
  gambleWon: string
  gambleLost: string
  red: string
  black: string
  hearts: string
  diamonds: string
  clubs: string
  spades: string
  collect: string
  choose: string
  chooseFreeGames: string
  freeGamesOption: string
  paytable: string
  symbols: string
  paysAnywhere: string
  paysOnLines: string
  paysByWays: string
  paysByClusters: string
  wild: string
  scatter: string
  wildScatter: string
  cash: string
  multiplier: string
  cashWorth: string
  features: string
  modes: string
  price: string
  maxWin: string
  maxWinNote: string
  boardFallback: string
  /** What a mechanic is, by the catalogue's names; one without words is not explained. */
  mechanics: Readonly<Partial<Record<string, string>>>
  errors: Readonly<Record<PlayErrorCode, string>>
}

const ALL: Readonly<Record<Language, Texts>> = {
  en,
  ru,
  uk,
  'pt-BR': ptBR,
  'es-419': es419,
  'zh-Hans': zhHans,
  de,
  tr,
}

export function textsOf(language: Language): Texts {
  return ALL[language]
}

/** Fills {slots} of a text. */
export function fill(text: string, slots: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(slots[name] ?? whole))
}

/** "big-fish" as "Big fish", for ids that have no text of their own. */
export function spellId(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
