// Owns the social wording, in every language: the client's own texts with words of betting replaced
// by words of play. It must never change the notice about test units.

import type { Language } from '../../../src/core/language.ts'
import type { Texts } from '../texts/en.ts'

interface Words {
  /** The unit of amounts, instead of a currency. */
  unit: string
  /** By the form that is replaced; each new word has the gender and the ending of the old one. */
  instead: Readonly<Record<string, string>>
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    unit: 'coins',
    instead: {
      'ante bet': 'extra play',
      bet: 'play',
      bets: 'plays',
      stake: 'play',
      stakes: 'plays',
      gamble: 'double up',
      gambles: 'double-ups',
      cash: 'treasure',
      money: 'coins',
    },
  },
  de: {
    unit: 'Münzen',
    instead: {
      einsatz: 'Spielbetrag',
      einsatzes: 'Spielbetrags',
      einsätze: 'Spielbeträge',
      einsätzen: 'Spielbeträgen',
      einsatzstufe: 'Spielstufe',
      zusatzeinsatz: 'Zusatzbetrag',
      grundeinsatz: 'Grundbetrag',
      gesamteinsatz: 'Gesamtbetrag',
      höchsteinsatz: 'Höchstbetrag',
      wette: 'Spielrunde',
      geld: 'Spielgeld',
      geldsymbol: 'Münzsymbol',
      geldsymbole: 'Münzsymbole',
      geldsymbolen: 'Münzsymbolen',
    },
  },
  'es-419': {
    unit: 'monedas',
    instead: {
      apuesta: 'jugada',
      apuestas: 'jugadas',
      dinero: 'dinero de juego',
      efectivo: 'ficha',
    },
  },
  'pt-BR': {
    unit: 'moedas',
    instead: {
      aposta: 'jogada',
      apostas: 'jogadas',
      dinheiro: 'dinheiro de jogo',
      apostado: 'jogado',
    },
  },
  ru: {
    unit: 'монет',
    instead: {
      ставка: 'фишка',
      ставки: 'фишки',
      ставку: 'фишку',
      ставке: 'фишке',
      ставкой: 'фишкой',
      ставок: 'фишек',
      ставкам: 'фишкам',
      ставками: 'фишками',
      ставках: 'фишках',
      деньги: 'игровые деньги',
    },
  },
  uk: {
    unit: 'монет',
    instead: {
      ставка: 'фішка',
      ставки: 'фішки',
      ставку: 'фішку',
      ставці: 'фішці',
      ставкою: 'фішкою',
      ставок: 'фішок',
      ставкам: 'фішкам',
      ставками: 'фішками',
      ставках: 'фішках',
      гроші: 'ігрові гроші',
    },
  },
  tr: {
    unit: 'jeton',
    instead: {
      bahis: 'tutar',
      bahsi: 'tutarı',
      bahse: 'tutara',
      bahiste: 'tutarda',
      bahsin: 'tutarın',
      bahsiniz: 'tutarınız',
      bahsinizin: 'tutarınızın',
      bahisler: 'tutarlar',
      bahislerin: 'tutarların',
      bahisten: 'tutardan',
      bahsinizi: 'tutarınızı',
      bahsini: 'tutarını',
      bahisleri: 'tutarları',
      para: 'oyun parası',
      paralar: 'oyun paraları',
      'para birimi': 'para birimi',
      'para biriminizde': 'para biriminizde',
    },
  },
  'zh-Hans': {
    unit: '金币',
    instead: { 投注: '游戏额', 加注: '加码', 现金: '金币', 博一把: '翻倍', 来博: '来赢取' },
  },
}

/** They say that no real money is involved. */
const KEPT: ReadonlySet<string> = new Set(['testUnits', 'testNotice'])

export const socialUnitOf = (language: Language): string => WORDS[language].unit

export const socialTextsOf = (language: Language, texts: Texts): Texts =>
  inSocialWords(texts, language)

/** Any tree of the client's texts, without words of betting. */
export function inSocialWords<Tree extends object>(texts: Tree, language: Language): Tree {
  return reworded(texts, rewordingOf(WORDS[language].instead)) as Tree
}

function reworded(value: unknown, reword: (text: string) => string): unknown {
  if (typeof value === 'string') return reword(value)
  if (Array.isArray(value)) return value.map(each => reworded(each, reword))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      KEPT.has(key) ? each : reworded(each, reword),
    ]),
  )
}

/** Whole words, the longest first; Chinese has no spaces between words. */
function rewordingOf(instead: Words['instead']): (text: string) => string {
  const forms = Object.keys(instead).sort((one, other) => other.length - one.length)
  const words = new RegExp(
    `(?<![\\p{Script=Latin}\\p{Script=Cyrillic}{])(?:${forms.join('|')})(?![\\p{Script=Latin}\\p{Script=Cyrillic}}])`,
    'giu',
  )
  return text =>
    text.replace(words, found => {
      const word = instead[found.toLowerCase()] ?? found
      return startsLarge(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word
    })
}

const startsLarge = (word: string) => word.charAt(0) !== word.charAt(0).toLowerCase()
