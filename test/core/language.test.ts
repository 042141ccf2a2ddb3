// The form of a language in a launch.

import t from 'tap'
import { findLanguage, LANGUAGES } from '../../src/core/language.ts'

const OFFERED = ['en', 'pt-BR', 'zh-Hans', 'es-419']

t.test('case does not matter, and an underscore equals a hyphen', async t => {
  const asked: [string, string][] = [
    ['en', 'en'],
    ['EN', 'en'],
    ['pt-BR', 'pt-BR'],
    ['pt_br', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['zh_hANS', 'zh-Hans'],
    ['es_419', 'es-419'],
  ]
  for (const [text, language] of asked) t.equal(findLanguage(text, OFFERED), language, text)
})

t.test('a malformed or unknown language, or one that is not offered, is null', async t => {
  const others = [
    '',
    ' en',
    'en ',
    'e',
    'english',
    'en-US',
    'pt',
    'zh',
    'de',
    'pt__br',
    '-',
    'en\0',
  ]
  for (const text of others) t.equal(findLanguage(text, OFFERED), null, JSON.stringify(text))
})

t.test('every language of the platform is found by its own code', async t => {
  for (const language of LANGUAGES) t.equal(findLanguage(language, LANGUAGES), language)
  t.equal(findLanguage('en', []), null)
})
