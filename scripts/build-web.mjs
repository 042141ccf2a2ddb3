// Owns the web build: bundles the pages under web/ into <outDir>/pages, and the admin panel's apart from them
// into <outDir>/admin-pages, with hashed, precompressed assets. It must never read or write anything else.

import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { build } from 'esbuild'
import { redocBundle } from './redoc-bundle.mjs'

/**
 * What is served together, with its own assets: nothing of the panel lies among the public ones.
 * `pages`: folders of web/ with an index.html of their own -> where in the site that page is written.
 */
const SITES = [
  {
    folder: 'pages',
    assetsUrl: '/assets',
    pages: { play: 'play', lobby: 'lobby', docs: 'docs' },
    hasPictures: true,
  },
  {
    folder: 'admin-pages',
    assetsUrl: '/admin/assets',
    pages: { admin: '.' },
    hasPictures: false,
  },
]
/** A game's picture, by its id. */
const PICTURE = /^web\/lobby\/art\/(.+)\.svg$/
/** Below this size a compressed copy saves less than the headers that name it. */
const COMPRESS_FROM_BYTES = 1024
/** A reference to a source beside the page: `src="./main.ts"`, `href="./style.css"`. */
const REFERENCE = /\b(src|href)="(\.\.?\/[^"]+)"/g

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * Builds all sites. Layout: `<outDir>/<site>/assets/*` (immutable, hashed names), `<outDir>/<site>/<page>/index.html`,
 * `<outDir>/pages/pictures.json` (game id -> address of its picture).
 * The result replaces an earlier one only once it is complete. Answers the sources it was made of.
 */
export async function buildWeb({ root, outDir }) {
  const inputs = []
  for (const site of SITES) inputs.push(...(await buildSite(root, outDir, site)))
  return { madeOf: [...new Set(inputs)].filter(name => !name.startsWith('node_modules/')) }
}

async function buildSite(root, outDir, site) {
  const target = path.join(outDir, site.folder)
  const fresh = path.join(outDir, `${site.folder}.${process.pid}.new`)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(path.join(fresh, 'assets'), { recursive: true })
  try {
    const { inputs, outputs } = await bundlePages(root, path.join(fresh, 'assets'), site)
    const bundle = indexOutputs(root, outputs, site)
    if (site.hasPictures) {
      await writeFile(
        path.join(fresh, 'pictures.json'),
        JSON.stringify(indexPictures(outputs, site)),
      )
    }
    for (const page of Object.keys(site.pages)) await writePage({ root, fresh, site, page, bundle })
    await compressAll(fresh, target)
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
    return Object.keys(inputs)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** Bundles what the pages refer to; answers the read and written files, as esbuild describes them. */
async function bundlePages(root, assets, site) {
  const sources = await bundledSources(root, site)
  const result = await build({
    entryPoints: sources.map(({ page, file }) => ({ in: file, out: page })),
    absWorkingDir: root,
    outdir: assets,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    sourcemap: 'external',
    metafile: true,
    logLevel: 'warning',
    legalComments: 'none',
    publicPath: site.assetsUrl,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.svg': 'file' },
    plugins: [redocBundle],
  })
  return result.metafile
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

/** Source file -> { url, preloads }. */
function indexOutputs(root, outputs, site) {
  const bySource = new Map()
  for (const [file, output] of Object.entries(outputs)) {
    if (output.entryPoint === undefined || file.endsWith('.map')) continue
    const preloads = output.imports
      .filter(({ kind, external }) => kind === 'import-statement' && !external)
      .map(({ path: imported }) => assetUrl(site, imported))
    bySource.set(path.resolve(root, output.entryPoint), { url: assetUrl(site, file), preloads })
  }
  return bySource
}

function indexPictures(outputs, site) {
  const pictures = Object.entries(outputs).flatMap(([file, { inputs }]) => {
    const [source, ...others] = Object.keys(inputs)
    const id = others.length === 0 ? PICTURE.exec(source ?? '')?.[1] : undefined
    return id === undefined || !file.endsWith('.svg') ? [] : [[id, assetUrl(site, file)]]
  })
  return Object.fromEntries(pictures)
}

function assetUrl({ assetsUrl }, file) {
  return `${assetsUrl}/${path.basename(file)}`
}

/** Writes one page with its references turned into hashed, absolute addresses. */
async function writePage({ root, fresh, site, page, bundle }) {
  const folder = path.join(root, 'web', page)
  let html = await readFile(path.join(folder, 'index.html'), 'utf8')
  const preloads = new Set()
  for (const [whole, attribute, reference] of [...html.matchAll(REFERENCE)]) {
    const source = path.join(folder, reference)
    const bundled = bundle.get(source)
    for (const url of bundled?.preloads ?? []) preloads.add(url)
    const url = bundled?.url ?? (await copyHashed(source, path.join(fresh, 'assets'), site))
    html = html.replace(whole, `${attribute}="${url}"`)
  }
  const links = [...preloads].map(url => `  <link rel="modulepreload" href="${url}">\n`)
  html = html.replace('</head>', `${links.join('')}</head>`)
  const target = path.join(fresh, site.pages[page])
  await mkdir(target, { recursive: true })
  await writeFile(path.join(target, 'index.html'), html)
}

async function copyHashed(source, assets, site) {
  const content = await readFile(source)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const { name, ext } = path.parse(source)
  const file = `${name}-${hash.toUpperCase()}${ext}`
  await writeFile(path.join(assets, file), content)
  return assetUrl(site, file)
}

/** `earlier`: the last build; what did not change since is not compressed again (4 s for all pages). */
async function compressAll(folder, earlier) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(file => compress(file, path.join(earlier, path.relative(folder, file)))),
  )
}

/**
 * Writes `file.br` and `file.gz`. Source maps are large and rarely asked for: a quick pass will
 * do.
 */
async function compress(file, earlier) {
  const content = await readFile(file)
  if (content.length < COMPRESS_FROM_BYTES) return
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
