// The glossary for translators has the texts of the client, and every plural has the categories of
// its language.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import type { Texts } from '../../web/play/texts/en.ts'
import { loadTexts } from '../../web/play/texts/files.ts'
import { fill, fillIn } from '../../web/play/texts/fill.ts'

const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'translating.md'), 'utf8')
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| '))
  .map(line => line.split('|').map(cell => cell.trim()))

/** Where a long word may break. */
const SOFT_HYPHEN = '\u00ad'

t.test('the glossary has the texts of every language', async t => {
  const [head, ...terms] = rows
  t.strictSame(head!.filter(cell => LANGUAGES.includes(cell as Language)).sort(), [
    ...[...LANGUAGES].sort(),
  ])
  t.ok(terms.length > 20)
  for (const language of LANGUAGES) {
    const texts = await loadTexts(language)
    const column = head!.indexOf(language)
    for (const term of terms) {
      const name = term[1]!.replaceAll('`', '') as keyof Texts
      const text = String(texts[name]).replaceAll(SOFT_HYPHEN, '')
      t.equal(term[column], text, `${name} in ${language}`)
    }
  }
})

const PLURAL = /\{\w+, plural,((?:\s*\w+\s*\{[^{}]*\})+)\s*\}/g

t.test('a plural has every category that whole numbers have in its language', async t => {
  let seen = 0
  for (const language of LANGUAGES) {
    const rules = new Intl.PluralRules(language)
    const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
    for (const text of Object.values(await loadTexts(language))) {
      if (typeof text !== 'string') continue
      for (const [whole, forms] of text.matchAll(PLURAL)) {
        const given = new Set([...forms!.matchAll(/(\w+)\s*\{/g)].map(([, category]) => category!))
        for (const category of needed) t.ok(given.has(category), `${language}: ${whole}`)
        seen += 1
      }
    }
  }
  t.ok(seen > 20, `${seen} plurals`)
})

t.test('a text is filled with the plural and the number form of its language', async t => {
  const say = (language: Language, text: string, count: number) => {
    fillIn(language)
    return fill(text, { count })
  }
  const english = (await loadTexts('en')).waysNow
  t.equal(say('en', english, 1), '1 way')
  t.equal(say('en', english, 117_649), '117,649 ways')
  const ukrainian = (await loadTexts('uk')).waysNow
  t.strictSame(
    [1, 2, 5, 21, 243].map(count => say('uk', ukrainian, count)),
    ['1 спосіб', '2 способи', '5 способів', '21 спосіб', '243 способи'],
  )
  t.equal(say('de', '{count} × {unknown}', 1_000), '1.000 × {unknown}')
  fillIn('en')
})
