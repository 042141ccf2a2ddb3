// Pictures of games: every game has one for each of its symbols, they keep the rules that the build
// applies, symbols stay in their cells, and a broken picture is refused with its name.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { launchBrowser } from '../support/browser.ts'

interface Rules {
  checkPicture(file: string, text: string, kind: string): void
}
interface Packs {
  packArt(
    folder: string,
    cache: string,
  ): { symbols: Record<string, { under?: string; body: string }>; tokens: Record<string, string> }
  packScenery(folder: string, cache: string, file: string): { hold: string; svg: string }[]
  packFigures(folder: string, cache: string): Record<string, string>
  packSign(folder: string, cache: string): string
}

const ART = path.join(PROJECT_ROOT, 'web', 'play', 'art')
const load = (name: string) => import(pathToFileURL(path.join(PROJECT_ROOT, 'scripts', name)).href)
const { checkPicture } = (await load('art-rules.mjs')) as Rules
const { packArt, packFigures, packScenery, packSign } = (await load('art-packs.mjs')) as Packs

/** Half a cell, in units of a symbol's file. */
const HALF_CELL = 50
/** Stacked wilds join into a column: their rails reach into the cells above and below. */
const TALL = new Set(['forty-suns/sun'])

/** Opacity from which a player sees an edge, of 255. */
const SEEN = 110

t.test('every symbol, token and background of a game has a picture', async t => {
  // The cache of the build: only changed pictures are shrunk again.
  const cache = path.join(PROJECT_ROOT, 'dist', 'art')
  for (const { id, symbols } of GAMES) {
    const pack = packArt(path.join(ART, id), cache)
    for (const symbol of symbols) t.ok(pack.symbols[symbol.id], `${id}: ${symbol.id}`)
    for (const form of ['wide', 'upright']) {
      const [middle] = packScenery(path.join(ART, id), cache, `background-${form}`)
      t.equal(middle?.hold, 'middle', `${id}: its ${form} background`)
    }
    const theme = readFileSync(path.join(PROJECT_ROOT, 'web/play/themes', id, 'theme.ts'), 'utf8')
    const tokens = /tokens: \[([^\]]*)\]/.exec(theme)![1]!.matchAll(/'([^']+)'/g)
    for (const [, name] of tokens) {
      t.ok(pack.tokens[name!] ?? pack.symbols[name!], `${id}: ${name} rains`)
    }
  }
})

/** Mechanics that have a scene. */
const FEATURES = ['free-games', 'hold-and-win', 'held-reels']

t.test('a feature has a place for each option in both forms of window, and a sign', async t => {
  const cache = path.join(PROJECT_ROOT, 'dist', 'art')
  for (const { id, mechanics, options } of GAMES) {
    if (!mechanics.some(name => FEATURES.includes(name))) continue
    const [folder, theme] = [ART, path.join(PROJECT_ROOT, 'web/play/themes')].map(each =>
      path.join(each, id),
    )
    for (const form of ['wide', 'upright']) {
      const source = readFileSync(path.join(theme!, `feature-${form}.ts`), 'utf8')
      const files = [...source.matchAll(/'scenery:[a-z-]+\/([a-z-]+)'/g)].map(([, file]) => file!)
      t.equal(files.length, Math.max(1, options.length), `${id}: its places in ${form} windows`)
      for (const option of options) t.match(source, `'${option}':`, `${id}: ${option}`)
      for (const file of files) {
        t.equal(packScenery(folder!, cache, file)[0]?.hold, 'middle', `${id}: ${file}`)
      }
    }
    t.match(packSign(folder!, cache), 'viewBox="0 0 640 480"', `${id}: its sign`)
    const known = { ...packArt(folder!, cache).symbols, ...packFigures(folder!, cache) }
    const look = readFileSync(path.join(theme!, 'feature.ts'), 'utf8')
    const [, heroes = '', crest = ''] = /heroes: \[(.*)\],\s+crest: '(.*)'/.exec(look) ?? []
    for (const name of [...heroes.replaceAll("'", '').split(', '), crest]) {
      t.ok(known[name], `${id}: ${name} stands at its sign`)
    }
  }
})

t.test('symbols stay in their cells', async t => {
  const browser = await launchBrowser()
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  for (const { id, symbols } of GAMES) {
    for (const symbol of symbols) {
      const text = readFileSync(path.join(ART, id, 'symbols', `${symbol.id}.svg`), 'utf8')
      const [width, height] = await page.evaluate(measure, [text, SEEN] as const)
      t.ok(width <= HALF_CELL, `${id}: ${symbol.id} reaches ${width} to a side`)
      if (TALL.has(`${id}/${symbol.id}`)) continue
      t.ok(height <= HALF_CELL, `${id}: ${symbol.id} reaches ${height} up or down`)
    }
  }
})

/** Runs in the page: how far the picture reaches from its middle, in units. */
async function measure([text, seen]: readonly [string, number]): Promise<[number, number]> {
  const UNITS = 130
  const SIDE = UNITS * 2
  const page = globalThis as unknown as {
    Image: new () => { src: string; decode(): Promise<void> }
    OffscreenCanvas: new (
      width: number,
      height: number,
    ) => {
      getContext(kind: '2d'): {
        drawImage(image: unknown, x: number, y: number, width: number, height: number): void
        getImageData(x: number, y: number, width: number, height: number): { data: Uint8Array }
      }
    }
  }
  const image = new page.Image()
  const sized = text.replace('<svg ', `<svg width="${SIDE}" height="${SIDE}" `)
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`
  await image.decode()
  const pen = new page.OffscreenCanvas(SIDE, SIDE).getContext('2d')
  pen.drawImage(image, 0, 0, SIDE, SIDE)
  const { data } = pen.getImageData(0, 0, SIDE, SIDE)
  const reach: [number, number] = [0, 0]
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    if (data[pixel * 4 + 3]! < seen) continue
    const [x, y] = [pixel % SIDE, Math.floor(pixel / SIDE)]
    reach[0] = Math.max(reach[0], Math.abs(x + 0.5 - SIDE / 2) / 2 - 0.25)
    reach[1] = Math.max(reach[1], Math.abs(y + 0.5 - SIDE / 2) / 2 - 0.25)
  }
  return reach
}

t.test(
  'a picture that browsers might draw differently, or that leads outside, is refused',
  async t => {
    const BOX = 'xmlns="http://www.w3.org/2000/svg" viewBox="-65 -65 130 130"'
    const whole = (inside: string) => `<svg ${BOX}>${inside}</svg>`
    checkPicture('good.svg', whole('<g id="body"><path d="M0 0H9V9Z" fill="#fff"/></g>'), 'symbol')
    for (const [inside, why] of [
      ['<script>1</script>', /bad\.svg: <script> is not allowed/],
      ['<text>7</text>', /<text> is not allowed/],
      ['<image href="#a"/>', /<image> is not allowed/],
      ['<foreignObject/>', /<foreignObject> is not allowed/],
      ['<filter id="a"/>', /<filter> is not allowed/],
      ['<style>path{fill:url(http://a/b)}</style>', /<style> is not allowed/],
      ['<path d="M0 0" onload="1"/>', /onload is not allowed/],
      ['<use href="https://example.com/a.svg#a"/>', /href leads out of the file/],
      ['<path d="M0 0" fill="url(//example.com/a)"/>', /fill leads out of the file/],
      ['<path d="M0 NaN"/>', /d is not a number/],
      [`<path d="M${'0 '.repeat(40_000)}"/>`, /more than 40000 bytes/],
      ['<g>', /bad\.svg: /],
    ] as const) {
      t.throws(() => checkPicture('bad.svg', whole(inside), 'symbol'), { message: why })
    }
    const small = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'
    t.throws(() => checkPicture('bad.svg', small, 'symbol'), {
      message: /viewBox is "0 0 100 100"/,
    })
    t.throws(() => checkPicture('bad.svg', whole('').replace(BOX, `${BOX} onload="1"`), 'symbol'))
    const scene = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 800"><g id="x"/></svg>'
    t.throws(() => checkPicture('bad.svg', scene, 'wide'), {
      message: /"x" is not one of middle, top/,
    })
    t.throws(() => checkPicture('bad.svg', small, 'sign'), { message: /must be "0 0 640 480"/ })
    t.throws(() => checkPicture('bad.svg', '<!DOCTYPE a [<!ENTITY b "c">]><svg/>', 'symbol'), {
      message: /entities/,
    })
  },
)

t.test('shrinking again gives the same, from the cache or without it', async t => {
  const cache = mkdtempSync(path.join(tmpdir(), 'reelhouse-art-'))
  t.teardown(() => rmSync(cache, { recursive: true }))
  const folder = path.join(ART, 'cherry-classic')
  const first = packArt(folder, cache)
  t.ok(readdirSync(cache).length > 0)
  t.same(packArt(folder, cache), first)
  t.match(first.symbols.lemon!.under, /viewBox="-65 -65 130 130"/)
  t.match(first.symbols.lemon!.body, /width="130"/)
  t.notMatch(first.symbols.seven!.body, /<title>/)
})
