// What all games of a provider share: the language codes of its client and its usual bets. Must
// never depend on a game, nor list a language that a client cannot show.

import type { BetLadder, GameDefinition, ProviderId } from './contract.ts'

/** Standard code -> the client's own code; all games of a provider use its client's codes. */
export const CLIENT_LANGUAGES: Readonly<Record<ProviderId, GameDefinition['languages']>> = {
  provider_a: {
    en: 'EN',
    ru: 'RU',
    uk: 'UK',
    'pt-BR': 'PT',
    'es-419': 'ES',
    'zh-Hans': 'ZH',
    de: 'DE',
    tr: 'TR',
  },
  provider_b: {
    en: 'en_US',
    ru: 'ru_RU',
    uk: 'uk_UA',
    'pt-BR': 'pt_BR',
    'es-419': 'es_MX',
    'zh-Hans': 'zh_CN',
    de: 'de_DE',
    tr: 'tr_TR',
  },
  provider_c: {
    en: 'en',
    ru: 'ru',
    uk: 'uk',
    'pt-BR': 'pt',
    'es-419': 'es',
    'zh-Hans': 'zh',
    de: 'de',
    tr: 'tr',
  },
}

export const PROVIDER_A_BETS: BetLadder = {
  kind: 'denomination',
  denominationsMinor: {
    UAH: [10, 20, 50, 100, 200, 500],
    USD: [1, 2, 5, 10, 20, 50],
    EUR: [1, 2, 5, 10, 20, 50],
    RUB: [20, 50, 100, 200, 500, 1_000],
  },
  credits: [20, 40, 100],
}

export const PROVIDER_C_BETS: BetLadder = {
  kind: 'level',
  baseStakeMinor: { UAH: 500, USD: 20, EUR: 20, RUB: 1_000 },
  levels: [1, 2, 3, 4, 5, 8, 10, 15, 20, 50, 100, 200],
}
