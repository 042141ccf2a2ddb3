// An esbuild plugin for the fonts of the pages: `@import "reelhouse:fonts"` becomes @font-face
// rules for files with only the characters that the pages may show. Must never name a font that the
// build has not made.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { convert } from 'fontverter'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const TEXT = ['Reelhouse Text']
const DISPLAY = ['Reelhouse Display']
const RUBIK = name => ({
  source: `@fontsource-variable/rubik/files/rubik-${name}-wght-normal.woff2`,
  families: TEXT,
  axis: [500, 900],
})
const DELA = name => ({
  source: `@fontsource/dela-gothic-one/files/dela-gothic-one-${name}-400-normal.woff2`,
  families: DISPLAY,
})
const NOTO = '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-800-normal.woff2'
/** The same for every file of a family, because browsers combine only such files into one font. */
const WEIGHTS = { 'Reelhouse Text': '500 900', 'Reelhouse Display': '100 900' }

/**
 * The files, each with the families it belongs to. A browser loads a file once it shows a character
 * that no earlier file of the family has. `axis` keeps a part of a variable font.
 */
const FILES = [
  { name: 'text-latin', ...RUBIK('latin') },
  { name: 'text-latin-more', ...RUBIK('latin-ext') },
  { name: 'text-cyrillic', ...RUBIK('cyrillic') },
  { name: 'text-cyrillic-more', ...RUBIK('cyrillic-ext') },
  { name: 'display-latin', ...DELA('latin') },
  { name: 'display-latin-more', ...DELA('latin-ext') },
  { name: 'display-cyrillic', ...DELA('cyrillic') },
  // One weight for both families, because a second one would be as large again.
  { name: 'han', families: [...TEXT, ...DISPLAY], source: NOTO, from: 0x2e80 },
]
/** The packages of the fonts that pages contain. */
export const FONT_PACKAGES = [
  ...new Set(FILES.map(({ source }) => source.slice(0, source.indexOf('/files/')))),
]
/** Sources whose characters may all appear on a page. */
const WRITTEN_IN = ['web/play', 'web/lobby', 'web/languages.ts', 'web/amounts.ts']
const LANGUAGES = ['en', 'ru', 'uk', 'pt-BR', 'es-419', 'zh-Hans', 'de', 'tr']
const CURRENCIES = ['UAH', 'USD', 'EUR', 'RUB', 'TRY', 'BRL', 'CNY', 'MXN', 'GBP']
/** Names of games, players and operators' links may have any of these. */
const ALWAYS =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') +
  '\u00a0\u202f\u2009«»„“”‘’–—…·×−÷±≥≤°№¿¡§' +
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюяґєіїÄÖÜäöüßÇçĞğİıŞşÁÉÍÓÚÑáéíóúñÃÕãõÂÊÔâêôÀà'

/** @param cache a folder with the files of the last build */
export function pageFonts(root, cache) {
  return {
    name: 'page-fonts',
    setup(build) {
      build.onResolve({ filter: /^reelhouse:fonts$/ }, ({ path: name }) => ({
        path: name,
        namespace: 'page-fonts',
      }))
      build.onLoad({ filter: /.*/, namespace: 'page-fonts' }, async () => ({
        contents: await makeRules(root, cache),
        loader: 'css',
        resolveDir: cache,
      }))
    },
  }
}

async function makeRules(root, cache) {
  mkdirSync(cache, { recursive: true })
  const wanted = collectCharacters(root)
  const covered = new Map([...TEXT, ...DISPLAY].map(family => [family, new Set()]))
  const rules = []
  for (const file of FILES) {
    const source = readFileSync(path.join(root, 'node_modules', file.source))
    const has = await readCharacters(source)
    const codes = [...wanted].filter(
      code => has.has(code) && code >= (file.from ?? 0) && isMissing(code, file, covered),
    )
    if (codes.length === 0) continue
    for (const family of file.families) for (const code of codes) covered.get(family).add(code)
    await makeFile(file, source, codes, path.join(cache, `${file.name}.woff2`))
    rules.push(...file.families.map(family => printRule(family, file, codes)))
  }
  return rules.join('\n')
}

/**
 * The code points that a WOFF2 font can draw. One font at a time: a conversion reuses the memory of
 * the last one.
 */
export async function readCharacters(woff2) {
  return new Set(new Face(new Blob(await convert(woff2, 'sfnt'))).collectUnicodes())
}

function isMissing(code, { families }, covered) {
  return families.some(family => !covered.get(family).has(code))
}

/** In both cases, because style sheets may change the case; Turkish has different letters there. */
function collectCharacters(root) {
  const texts = [ALWAYS, ...WRITTEN_IN.flatMap(at => readSources(path.join(root, at)))]
  for (const language of LANGUAGES) texts.push(...printSamples(language))
  const text = texts.join('')
  const all = ['en', 'tr'].flatMap(locale => [
    text,
    text.toLocaleUpperCase(locale),
    text.toLocaleLowerCase(locale),
  ])
  const codes = new Set(Array.from(all.join(''), letter => letter.codePointAt(0)))
  return new Set([...codes].filter(code => code >= 32).sort((one, other) => one - other))
}

function readSources(at) {
  if (/\.(ts|html)$/.test(at)) return [readFileSync(at, 'utf8')]
  const names = readdirSync(at, { recursive: true }).filter(name => /\.(ts|html)$/.test(name))
  return names.map(name => readFileSync(path.join(at, name), 'utf8'))
}

/** Texts that the browser itself writes: amounts, percentages, dates and times. */
function printSamples(language) {
  const money = CURRENCIES.flatMap(currency =>
    ['narrowSymbol', 'symbol', 'code'].map(currencyDisplay =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay }).format(
        -1234567.89,
      ),
    ),
  )
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(0.5)
  const moments = Array.from({ length: 24 }, (_, hour) => new Date(2026, hour % 12, 1 + hour, hour))
  const forms = [
    { dateStyle: 'long', timeStyle: 'medium' },
    { dateStyle: 'medium', timeStyle: 'short' },
    { day: 'numeric', month: 'short', weekday: 'short', hour: 'numeric', minute: '2-digit' },
  ]
  const dates = forms.flatMap(form => {
    const printed = new Intl.DateTimeFormat(language, form)
    return moments.map(moment => printed.format(moment))
  })
  return [...money, share, ...dates]
}

/** The file of the last build is reused if nothing from which it was made has changed. */
async function makeFile({ axis }, source, codes, target) {
  const made = createHash('sha256')
    .update(source)
    .update(JSON.stringify([codes, axis]))
    .digest('hex')
  const note = `${target}.made-of`
  if (existsSync(target) && existsSync(note) && readFileSync(note, 'utf8') === made) return
  const options =
    axis === undefined ? {} : { variationAxes: { wght: { min: axis[0], max: axis[1] } } }
  const text = codes.map(code => String.fromCodePoint(code)).join('')
  const font = await subsetFont(source, text, { targetFormat: 'woff2', ...options })
  writeFileSync(target, font)
  writeFileSync(note, made)
}

/**
 * The page waits for its font behind the loading screen; a font that comes later still replaces the
 * other one.
 */
function printRule(family, { name }, codes) {
  return (
    `@font-face{font-family:"${family}";src:url("./${name}.woff2") format("woff2");` +
    `font-weight:${WEIGHTS[family]};font-display:swap;unicode-range:${printRanges(codes)}}`
  )
}

function printRanges(codes) {
  const ranges = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === code - 1) last[1] = code
    else ranges.push([code, code])
  }
  const hex = code => code.toString(16)
  return ranges.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(',')
}
