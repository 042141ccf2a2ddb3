// The language codes of each provider's client for the platform's languages. Must never list a
// language that a client cannot show.

import type { GameDefinition, ProviderId } from './contract.ts'

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
