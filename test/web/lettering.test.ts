// The bundled fonts: the built style sheet and the font files themselves, against every text of the
// client and the lobby. A missing character would come from a font that the reader has installed.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { CURRENCIES } from '../../src/core/money.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { printMoment, printMoney } from '../../web/amounts.ts'
import { LANGUAGE_NAMES } from '../../web/languages.ts'
import { textsOf } from '../../web/lobby/texts.ts'
import { loadInfoTexts } from '../../web/play/info/texts/files.ts'
import { FAILED } from '../../web/play/page/loading-texts.ts'
import { inSocialWords, socialTextsOf, socialUnitOf } from '../../web/play/profile/social-texts.ts'
import { profileTextsOf } from '../../web/play/profile/texts.ts'
import { textsFor } from '../../web/play/replay/texts.ts'
import { loadTexts } from '../../web/play/texts/files.ts'

const ASSETS = path.join(PROJECT_ROOT, 'dist', 'pages', 'assets')
const reader = pathToFileURL(path.join(PROJECT_ROOT, 'scripts', 'page-fonts.mjs')).href
const { readCharacters } = (await import(reader)) as {
  readCharacters(woff2: Buffer): Promise<ReadonlySet<number>>
}

interface Face {
  family: string
  file: string
  covers(code: number): boolean
  has: ReadonlySet<number>
}

const sheet = readdirSync(ASSETS).find(name => /^play-[^.]+\.css$/.test(name))!
const faces = await readFaces(readFileSync(path.join(ASSETS, sheet), 'utf8'))

async function readFaces(css: string): Promise<Face[]> {
  const faces: Face[] = []
  for (const [rule] of css.matchAll(/@font-face\{[^}]+\}/g)) {
    const family = /font-family:"?([^;"]+)/.exec(rule)![1]!
    const file = /\/assets\/([^"')]+\.woff2)/.exec(rule)![1]!
    const ranges = [...rule.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from, to]) => [
      Number.parseInt(from!, 16),
      Number.parseInt(to ?? from!, 16),
    ])
    const covers = (code: number) => ranges.some(([from, to]) => code >= from! && code <= to!)
    const has = await readCharacters(readFileSync(path.join(ASSETS, file)))
    faces.push({ family, file, covers, has })
  }
  return faces
}

/** Every file of texts that the game client and the lobby have. */
async function textsIn(language: Language): Promise<object[]> {
  const play = await loadTexts(language)
  const profile = profileTextsOf(language)
  return [
    play,
    socialTextsOf(language, play),
    await loadInfoTexts(language),
    await loadInfoTexts(language, true),
    profile,
    inSocialWords(profile, language),
    textsFor(language),
    textsOf(language),
    FAILED[language],
  ]
}

/** All texts of a page in a language, and as style sheets may transform them. */
async function charactersOf(language: Language): Promise<Set<string>> {
  const noon = Date.UTC(2026, 0, 15, 12)
  const months = Array.from({ length: 12 }, (_, month) => noon + month * 30 * 86_400_000)
  const said = [
    ...(await textsIn(language)).map(texts => JSON.stringify(texts)),
    socialUnitOf(language),
    LANGUAGE_NAMES[language],
    ...CURRENCIES.map(currency => printMoney(1_234_567_890n, currency, language)),
    ...months.map(atMs => printMoment(atMs, language)),
    '0123456789.,×+−–…',
  ].join('')
  const all = said + said.toLocaleUpperCase(language) + said.toLocaleLowerCase(language)
  return new Set(
    Array.from(all).filter(letter => !/[\s\u00ad\u200b-\u200f\u202a-\u202f]/.test(letter)),
  )
}

function missing(characters: Iterable<string>, family: string): string[] {
  const own = faces.filter(face => face.family === family)
  return Array.from(characters).filter(letter => {
    const code = letter.codePointAt(0)!
    return !own.some(face => face.covers(code) && face.has.has(code))
  })
}

for (const language of LANGUAGES) {
  t.test(`every character in ${language} is in the bundled text font`, async t => {
    t.strictSame(missing(await charactersOf(language), 'Reelhouse Text'), [])
  })
}

t.test('a Chinese character in any source of the pages is in both fonts', t => {
  const files = ['play', 'lobby'].flatMap(folder =>
    sourcesIn(path.join(PROJECT_ROOT, 'web', folder)),
  )
  const written = files.map(file => readFileSync(file, 'utf8')).join('')
  const han = new Set(written.match(/[\p{Script=Han}\u3000-\u303f\uff01-\uff65]/gu))
  t.ok(han.size > 300, `${han.size} characters`)
  t.strictSame(missing(han, 'Reelhouse Text'), [])
  t.strictSame(missing(han, 'Reelhouse Display'), [])
  t.end()
})

function sourcesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter(name => /\.(ts|html)$/.test(name)).map(name => path.join(folder, name))
}

t.test('a font-face rule names exactly what its file has', async t => {
  for (const { file, covers, has } of faces) {
    const promised = Array.from({ length: 0xffff }, (_, code) => code).filter(covers)
    t.strictSame(
      promised.filter(code => !has.has(code)),
      [],
      file,
    )
  }
})

t.test('titles have every letter of every language', async t => {
  for (const language of LANGUAGES) {
    const letters = Array.from(await charactersOf(language)).filter(letter => /\p{L}/u.test(letter))
    t.strictSame(missing(letters, 'Reelhouse Display'), [], language)
  }
})

t.test('a language requests its own letters only', async t => {
  const filesFor = async (language: Language) => {
    const characters = await charactersOf(language)
    const codes = Array.from(characters, letter => letter.codePointAt(0)!)
    const asked = faces.filter(({ covers }) => codes.some(covers))
    return asked.map(({ file }) => file.replace(/-[A-Z0-9]+\.woff2$/, ''))
  }
  for (const language of ['en', 'de', 'tr', 'pt-BR', 'es-419'] as const) {
    t.notOk(
      (await filesFor(language)).some(file => /cyrillic|han/.test(file)),
      language,
    )
  }
  t.notOk((await filesFor('ru')).includes('han'))
  t.ok((await filesFor('uk')).includes('text-cyrillic'))
  t.ok((await filesFor('zh-Hans')).includes('han'))
})
