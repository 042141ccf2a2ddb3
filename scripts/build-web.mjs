// The web build: bundles the pages under web/ into <outDir>/pages, and the admin panel's separately
// into <outDir>/admin-pages, with hashed, precompressed assets. It must never read or write
// anything else.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { build } from 'esbuild'
import { printApiPage } from './api-page.mjs'
import { artPacks } from './art-packs.mjs'
import { dressForGame } from './game-page.mjs'
import { describeFiles, joinParts, loadedWith } from './join-parts.mjs'
import { laterParts, listLaterParts, pixiParts } from './later-parts.mjs'
import { FONT_PACKAGES, pageFonts } from './page-fonts.mjs'

/**
 * What is served together, with its own assets: no file of the panel is among the public ones.
 * `pages`: folders of web/ with an index.html -> where the page is written in the site.
 */
const SITES = [
  {
    folder: 'pages',
    assetsUrl: '/assets',
    pages: { play: 'play', lobby: 'lobby', docs: 'docs' },
    hasGames: true,
  },
  { folder: 'admin-pages', assetsUrl: '/admin/assets', pages: { admin: '.' }, hasGames: false },
]
/** A game's picture, by its id. */
const PICTURE = /^web\/lobby\/art\/(.+)\.svg$/
/** A game's name in drawn letters. A game with a logo gets a separate page. */
const LOGO = /^web\/play\/logos\/(.+)\.svg$/
/**
 * What a game's page always loads after its first script, so it is known when the page is served:
 * the table, and the theme of the game.
 */
const TABLE = /^web\/play\/main\.ts$/
const THEME = /^web\/play\/themes\/([^/]+)\/theme\.ts$/
/** Every page loads it, in any language. */
const FONT = /^text-latin-[A-Z0-9]+\.woff2$/
/** Where the page of the operator API has its text, and what that is made of. */
const API_PLACE = '<!-- scripts/api-page.mjs -->'
const API_DOCUMENT = path.join('docs', 'openapi.json')
/** The place of the package that a file belongs to. */
const PACKAGE = /^.*node_modules\/(@[^/]+\/)?[^/]+/
/** Below this size a compressed copy saves less than the headers that name it. */
const COMPRESS_FROM_BYTES = 1024
/** Compressing it again would make it larger. */
const IS_COMPRESSED = /\.woff2$/
/** What Rollup joins. */
const CODE = /\.js(\.map)?$/
/** A reference to a source beside the page: `src="./main.ts"`, `href="./style.css"`. */
const REFERENCE = /\b(src|href)="(\.\.?\/[^"]+)"/g

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Builds all sites. Layout: `<outDir>/<site>/assets/*` (immutable, hashed names),
 * `<outDir>/<site>/<page>/index.html`, `<outDir>/pages/play/<game>/index.html` for games with a
 * logo, `<outDir>/pages/docs/openapi.json`, `<outDir>/pages/pictures.json` (game id -> address of
 * its picture). The result replaces an earlier one only once it is complete. Returns the sources
 * from which it was made, and the places of the packages whose code or fonts the pages contain.
 */
export async function buildWeb({ root, outDir }) {
  const inputs = [API_DOCUMENT]
  for (const site of SITES) inputs.push(...(await buildSite(root, outDir, site)))
  const packages = inputs.flatMap(name => PACKAGE.exec(name)?.[0] ?? [])
  const fonts = FONT_PACKAGES.map(name => `node_modules/${name}`)
  return {
    madeOf: [...new Set(inputs)].filter(name => !name.startsWith('node_modules/')),
    packages: [...new Set([...packages, ...fonts])].sort(),
  }
}

async function buildSite(root, outDir, site) {
  const target = path.join(outDir, site.folder)
  const fresh = path.join(outDir, `${site.folder}.${process.pid}.new`)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(path.join(fresh, 'assets'), { recursive: true })
  try {
    const { inputs, files } = await bundlePages(root, outDir, path.join(fresh, 'assets'), site)
    const bundle = indexFiles(root, files, site)
    if (site.hasGames) {
      const pictures = JSON.stringify(indexPictures(files, site))
      await writeFile(path.join(fresh, 'pictures.json'), pictures)
    }
    // Before the pages, which contain the sizes of their files.
    await compressAll(path.join(fresh, 'assets'), path.join(target, 'assets'))
    for (const page of Object.keys(site.pages)) await writePage({ root, fresh, site, page, bundle })
    if (site.hasGames) await writeGamePages({ root, fresh, site, bundle })
    await compressAll(fresh, target)
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
    return Object.keys(inputs)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/**
 * Bundles the files that the pages refer to; returns what was read, and the files written: name ->
 * { source, loads, inputs }.
 */
async function bundlePages(root, outDir, assets, site) {
  const sources = await bundledSources(root, site)
  const { metafile, outputFiles } = await build({
    entryPoints: sources.map(({ page, file }) => ({ in: file, out: page })),
    absWorkingDir: root,
    outdir: assets,
    bundle: true,
    splitting: true,
    format: 'esm',
    charset: 'utf8',
    target: 'es2022',
    minify: true,
    sourcemap: 'external',
    metafile: true,
    write: false,
    logLevel: 'warning',
    legalComments: 'none',
    publicPath: site.assetsUrl,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file', '.woff2': 'file' },
    plugins: [
      pixiParts,
      pageFonts(root, path.join(outDir, 'fonts')),
      artPacks(root, path.join(outDir, 'art')),
      laterParts(root),
    ],
  })
  const files = describeFiles(metafile.outputs)
  const contents = new Map(outputFiles.map(file => [path.basename(file.path), file.contents]))
  const written = new Map()
  for (const [name, content] of contents) {
    if (CODE.test(name)) continue
    await writeFile(path.join(assets, name), content)
    written.set(name, files.get(name))
  }
  const find = isIt => [...files.keys()].filter(name => files.get(name).sources.some(isIt))
  for (const { page, file } of sources) {
    const source = path.relative(root, file)
    if (source.endsWith('.css')) continue
    const [first] = find(each => each === source)
    const soon = page === 'play' ? [TABLE, THEME].flatMap(all => find(each => all.test(each))) : []
    const joined = await joinParts(contents, files, { page, first, soon, folder: assets })
    for (const [name, each] of joined) written.set(name, each)
  }
  return { inputs: metafile.inputs, files: written }
}

async function bundledSources(root, { pages }) {
  const found = []
  for (const page of Object.keys(pages)) {
    const html = await readFile(path.join(root, 'web', page, 'index.html'), 'utf8')
    for (const [, , reference] of html.matchAll(REFERENCE)) {
      if (!/\.(tsx?|css)$/.test(reference)) continue
      found.push({ page, file: path.join(root, 'web', page, reference) })
    }
  }
  return found
}

/**
 * Source file -> { url, preloads }: all files loaded with it, recursively. Fonts are listed by
 * their own names.
 */
function indexFiles(root, files, site) {
  const entries = [...files].flatMap(([name, { sources }]) => {
    const preloads = [...loadedWith(files, name)].map(other => assetUrl(site, other))
    const described = { url: assetUrl(site, name), preloads }
    return sources.map(source => [path.resolve(root, source), described])
  })
  return new Map(entries)
}

function indexPictures(files, site) {
  const pictures = [...files].flatMap(([name, { sources }]) => {
    const id = PICTURE.exec(sources[0] ?? '')?.[1]
    return id === undefined ? [] : [[id, assetUrl(site, name)]]
  })
  return Object.fromEntries(pictures)
}

function assetUrl({ assetsUrl }, file) {
  return `${assetsUrl}/${path.basename(file)}`
}

/** Writes one page with its references replaced by hashed, absolute addresses. */
async function writePage({ root, fresh, site, page, bundle }) {
  const { html, known } = await readPage({ root, fresh, site, page, bundle })
  const links = await printPreloads(fresh, html, known)
  const parts = page === 'play' ? listLaterParts({ root, bundle, known }) : ''
  const folder = path.join(fresh, site.pages[page])
  await writeHtml(folder, html, links + parts)
  if (page === 'docs') await writeFile(path.join(folder, 'openapi.json'), await readApi(root))
}

/**
 * The client's page for each game that has a logo: it shows the logo before a script runs, and
 * loads the game's files at once.
 */
async function writeGamePages({ root, fresh, site, bundle }) {
  const { html, known } = await readPage({ root, fresh, site, page: 'play', bundle })
  const folder = path.join(root, 'web', 'play', 'logos')
  const names = await readdir(folder)
  const gameIds = names.flatMap(name => LOGO.exec(`web/play/logos/${name}`)?.[1] ?? [])
  for (const gameId of gameIds) {
    const name = `${gameId}.svg`
    const soon = ['main.ts', `themes/${gameId}/theme.ts`].map(source =>
      bundle.get(path.join(root, 'web', 'play', source)),
    )
    const urls = new Set([...known, ...soon.flatMap(({ url, preloads }) => [...preloads, url])])
    const links = await printPreloads(fresh, html, urls, fontOf(bundle))
    const [wide, tall] = await Promise.all(
      [path.join(folder, name), path.join(folder, 'stacked', name)].map(async source => ({
        svg: await readFile(source, 'utf8'),
        url: await urlOf({ source, fresh, site, bundle }),
      })),
    )
    const page = dressForGame(html, { gameId, wide, tall })
    // The page does not load music and themes of other games.
    const others = gameIds.filter(id => id !== gameId)
    const isWanted = part => !part.split('/').some(name => others.includes(name))
    const parts = listLaterParts({ root, bundle, known: urls, isWanted })
    await writeHtml(path.join(fresh, site.pages.play, gameId), page, links + parts)
  }
}

async function readPage({ root, fresh, site, page, bundle }) {
  const folder = path.join(root, 'web', page)
  let html = await readFile(path.join(folder, 'index.html'), 'utf8')
  const known = new Set()
  for (const [whole, attribute, reference] of [...html.matchAll(REFERENCE)]) {
    const source = path.join(folder, reference)
    const url = await urlOf({ source, fresh, site, bundle })
    for (const each of [url, ...(bundle.get(source)?.preloads ?? [])]) known.add(each)
    html = html.replace(whole, `${attribute}="${url}"`)
  }
  if (html.includes(API_PLACE)) {
    const api = JSON.parse(await readApi(root))
    html = html.replace(API_PLACE, () => printApiPage(api))
  }
  return { html, known }
}

/** Without the spaces between its parts. */
async function readApi(root) {
  return JSON.stringify(JSON.parse(await readFile(path.join(root, API_DOCUMENT), 'utf8')))
}

function fontOf(bundle) {
  return [...bundle.values()].find(({ url }) => FONT.test(path.basename(url)))?.url
}

async function urlOf({ source, fresh, site, bundle }) {
  return bundle.get(source)?.url ?? (await copyHashed(source, path.join(fresh, 'assets'), site))
}

/**
 * The page's links to what it does not name itself. Every link has its compressed size, for the bar
 * that shows the page's loading progress.
 */
async function printPreloads(fresh, html, urls, font) {
  const links = []
  for (const url of urls) {
    if (html.includes(url)) continue
    links.push(`rel="modulepreload" href="${url}" data-bytes="${await sentBytes(fresh, url)}"`)
  }
  if (font !== undefined) {
    const bytes = await sentBytes(fresh, font)
    links.push(
      `rel="preload" as="font" type="font/woff2" crossorigin href="${font}" data-bytes="${bytes}"`,
    )
  }
  return links.map(link => `  <link ${link}>\n`).join('')
}

async function sentBytes(fresh, url) {
  const file = path.join(fresh, 'assets', path.basename(url))
  const { size } = await stat(`${file}.br`).catch(() => stat(file))
  return size
}

async function writeHtml(folder, html, atEndOfHead) {
  await mkdir(folder, { recursive: true })
  const page = html.replace('</head>', `${atEndOfHead}</head>`)
  await writeFile(path.join(folder, 'index.html'), page)
}

async function copyHashed(source, assets, site) {
  const content = await readFile(source)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const { name, ext } = path.parse(source)
  const file = `${name}-${hash.toUpperCase()}${ext}`
  await writeFile(path.join(assets, file), content)
  return assetUrl(site, file)
}

/** `earlier`: the last build; unchanged files are not compressed again (4 s for all pages). */
async function compressAll(folder, earlier) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(file => compress(file, path.join(earlier, path.relative(folder, file)))),
  )
}

/**
 * Writes `file.br` and `file.gz`. Source maps are large and rarely requested, so they get fast
 * compression.
 */
async function compress(file, earlier) {
  const content = await readFile(file)
  if (content.length < COMPRESS_FROM_BYTES || IS_COMPRESSED.test(file) || existsSync(`${file}.br`))
    return
  if (await copyCompressed(file, earlier, content)) return
  const quick = file.endsWith('.map')
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: quick ? 4 : 11,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const [br, gz] = await Promise.all([
    brotli(content, { params }),
    gzip(content, { level: quick ? 4 : 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** False when the earlier build has no such file, or one with other content. */
async function copyCompressed(file, earlier, content) {
  try {
    if (!content.equals(await readFile(earlier))) return false
    await Promise.all(['.br', '.gz'].map(end => copyFile(earlier + end, file + end)))
    return true
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}
