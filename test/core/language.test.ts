// How a launch names a language.

import t from 'tap'
import { findLanguage, LANGUAGES } from '../../src/core/language.ts'

const OFFERED = ['en', 'pt-BR', 'zh-Hans', 'es-419']

t.test('case does not matter and an underscore stands for a hyphen', async t => {
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

t.test('a language that is malformed, unknown or not offered is none', async t => {
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
