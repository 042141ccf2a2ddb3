// `npm run contact-sheet`: pictures of every game in every window and state of play, side by side,
// for people to look at. Plays on a separate node with separate stores, and must never touch the
// data of an `up`.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Browser } from 'playwright-core'
import { createCommand, defineCommand, printLine, say } from '../src/cli/command-line.ts'
import { GAME_IDS, readGame, withProgress } from '../src/cli/mathematics/options.ts'
import { DEFAULT_DATA_DIR } from '../src/cli/node/store-access.ts'
import { listOf, oneOf } from '../src/cli/option-values.ts'
import { LANGUAGES } from '../src/core/language.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import type { Size } from '../test/browser/person.ts'
import { launchBrowser, launchWithCard } from '../test/support/browser.ts'
import { createOperator } from '../test/support/operator-calls.ts'
import { openSetup } from '../test/support/operator-setup.ts'
import { type Photographer, photographGame, type Row, STATES } from './contact-sheet/photograph.ts'
import { requireBrowser } from './test-programs.ts'
import { withTestStores } from './test-stores.ts'

const SIZES =
  '390x844,390x664,375x667,360x640,320x568,844x390,1280x800,1440x900,1920x1080,3840x2160'

export const command = defineCommand(
  createCommand(
    'npm run contact-sheet --',
    `Photographs the game client on a separate node and writes one sheet a game: a row a state of
    play (${STATES.join(', ')}), a column a window. Wins and features are target outcomes, so that
    every run shows the same. Each picture is kept beside the sheet, too. Needs Chromium.`,
  )
    .option('--games <list>', `of ${GAME_IDS} (default: all)`, readGames)
    .option('--sizes <list>', 'windows, as 390x844,844x390', readSizes, readSizes(SIZES))
    .option('--states <list>', 'rows, as idle,big win (default: all)', listOf(STATES))
    .option('--language <language>', LANGUAGES.join(', '), oneOf(LANGUAGES), 'en')
    .option(
      '--renderer <name>',
      'canvas: as without a graphics card; webgl: as with one, emulated in software',
      oneOf(['canvas', 'webgl']),
      'canvas',
    )
    .option('--out <folder>', 'where the sheets go', path.join(DEFAULT_DATA_DIR, 'contact-sheet')),
  async ({ games = GAMES.map(({ id }) => id), states = STATES, out, ...given }) => {
    process.env.REELHOUSE_TEST_CHROMIUM ??= await requireBrowser()
    let faults = 0
    await withTestStores(say, async env => {
      Object.assign(process.env, env)
      await withProgress('pictures', async onProgress => {
        const all = games.length * states.length * given.sizes.length
        let done = 0
        const onPicture = () => onProgress(++done, all)
        faults = await photographAll({ ...given, games, states, out, onPicture })
      })
    })
    for (const id of games) printLine(path.join(out, `${id}.jpg`))
    return faults === 0 ? 0 : 1
  },
)

interface Order extends Pick<Photographer, 'states' | 'sizes' | 'renderer' | 'onPicture'> {
  games: readonly string[]
  language: string
  out: string
}

/** @returns how many states could not be photographed */
async function photographAll(order: Order): Promise<number> {
  const { games, sizes, language, renderer, out } = order
  let faults = 0
  const ends: (() => Promise<unknown>)[] = []
  const setup = await openSetup({ teardown: end => ends.unshift(end) })
  let browser: Browser | null = null
  try {
    const node = await setup.startNode()
    const operator = createOperator(setup, node)
    browser = await (renderer === 'webgl' ? launchWithCard() : launchBrowser())
    for (const id of games) {
      const launch = async (player_id: string) =>
        (await setup.launch(node, { player_id, symbol: id, lang: language })).link
      const rows = await photographGame({
        browser,
        operator,
        launch,
        game: readGame(id),
        ...order,
        onFault(state, error) {
          faults++
          say(`${id}, ${state}: ${error instanceof Error ? error.message : error}`)
        },
      })
      keepPictures(path.join(out, id), rows, sizes)
      writeFileSync(path.join(out, `${id}.jpg`), await drawSheet(browser, id, rows, sizes))
    }
    return faults
  } finally {
    await browser?.close()
    for (const end of ends) await end()
  }
}

function keepPictures(folder: string, rows: readonly Row[], sizes: readonly Size[]): void {
  mkdirSync(folder, { recursive: true })
  for (const { state, pictures } of rows) {
    pictures.forEach((picture, index) => {
      const name = `${state.replaceAll(' ', '-')}-${sizes[index]!.join('x')}.jpg`
      if (picture !== null) writeFileSync(path.join(folder, name), picture)
    })
  }
}

function readGames(text: string): string[] {
  return text.split(',').map(id => readGame(id).id)
}

function readSizes(text: string): Size[] {
  return text.split(',').map(size => {
    const [, width, height] = /^([0-9]{3,4})x([0-9]{3,4})$/.exec(size) ?? []
    if (width !== undefined && height !== undefined) return [Number(width), Number(height)]
    throw new InvalidArgumentError('Windows are written like 390x844,844x390.')
  })
}

/** The longer side of a picture on the sheet, in CSS pixels, for upright and wide ones. */
const LONGEST_PX = 560
const JPEG_QUALITY = 84

/** Pictures in rows by state and columns by window, as one JPEG. */
async function drawSheet(
  browser: Browser,
  title: string,
  rows: readonly Row[],
  sizes: readonly Size[],
): Promise<Buffer> {
  const widths = sizes.map(([width, height]) =>
    Math.round((LONGEST_PX * width) / Math.max(width, height)),
  )
  const columns = `110px ${widths.map(width => `${width}px`).join(' ')}`
  const head = ['', ...sizes.map(size => size.join(' × '))].map(text => `<b>${text}</b>`)
  const cells = rows.flatMap(({ state, pictures }) => [
    `<h2>${state}</h2>`,
    ...pictures.map(picture => (picture === null ? '<i></i>' : `<img src="${dataUrl(picture)}">`)),
  ])
  const page = await browser.newPage({
    viewport: { width: widths.reduce((sum, width) => sum + width + 10, 140), height: 600 },
  })
  try {
    await page.setContent(
      `<style>
        body { margin: 12px; background: #1c1c22; color: #fff; font: 600 15px sans-serif }
        main { display: grid; grid-template-columns: ${columns}; gap: 10px; align-items: start }
        img { width: 100%; display: block } h2 { font-size: 17px }
      </style><h1>${title}</h1><main>${[...head, ...cells].join('')}</main>`,
      { waitUntil: 'load' },
    )
    return await page.screenshot({ fullPage: true, type: 'jpeg', quality: JPEG_QUALITY })
  } finally {
    await page.close()
  }
}

function dataUrl(picture: Buffer): string {
  return `data:image/jpeg;base64,${picture.toString('base64')}`
}
