// `npm run docs`: builds the documentation site from docs/ into dist/docs-site, with compressed
// copies, the packages for operators and the example wallets: static files, for a node at /docs/ or
// for any server under that path. Needs no network. Must never leave half a site.

import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { packPackages } from '../packages.mjs'
import { withSetupLock } from '../setup-lock.mjs'
import { stageSite } from './stage.mjs'

const ROOT = path.resolve(import.meta.dirname, '..', '..')
const SITE = path.join('dist', 'docs-site')
/** Inside the checkout, where the pages find the packages that they are built with. */
const STAGED = path.join(ROOT, 'dist', 'docs-source')
const GENERATOR = path.join(ROOT, 'node_modules', 'vitepress')

const WALLETS = path.join(ROOT, 'examples', 'wallets')
/** A node holds them in memory. They have about 0.3 MB. */
const DOWNLOADS_MAX_BYTES = 1_000_000

const TEXT = /\.(html|js|css|json|svg|txt)$/
/** Below this size a compressed copy saves less than the headers that name it. */
const COMPRESS_FROM_BYTES = 1024
/** Level 11 takes ten times as long for files that are 6 % smaller. */
const LEVEL = 9

const brotli = promisify(zlib.brotliCompress)

/** @param target a folder that is replaced */
async function buildSite(target) {
  const { build } = await import('vitepress')
  const fresh = `${target}.${process.pid}.new`
  fs.rmSync(STAGED, { recursive: true, force: true })
  try {
    stageSite(ROOT, STAGED)
    await build(STAGED, { outDir: fresh })
    await writeDownloads(fresh)
    await compressAll(fresh)
    fs.rmSync(target, { recursive: true, force: true })
    fs.renameSync(fresh, target)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
    fs.rmSync(STAGED, { recursive: true, force: true })
  }
}

/** What an operator's engineer takes from a node instead of a checkout, as it is. */
async function writeDownloads(site) {
  const packages = path.join(site, 'packages')
  fs.mkdirSync(packages)
  await packPackages(packages)
  const examples = path.join(site, 'examples')
  fs.mkdirSync(examples)
  for (const name of fs.readdirSync(WALLETS).filter(each => /^wallet\./i.test(each))) {
    fs.copyFileSync(path.join(WALLETS, name), path.join(examples, name))
  }
  const files = [packages, examples].flatMap(folder =>
    fs.readdirSync(folder).map(name => path.join(folder, name)),
  )
  const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0)
  if (bytes > DOWNLOADS_MAX_BYTES) throw new Error(`the downloads of the site have ${bytes} bytes`)
}

async function compressAll(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile() && TEXT.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compress))
}

async function compress(file) {
  const content = fs.readFileSync(file)
  if (content.length < COMPRESS_FROM_BYTES) return
  const params = {
    [zlib.constants.BROTLI_PARAM_QUALITY]: LEVEL,
    [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  fs.writeFileSync(`${file}.br`, await brotli(content, { params }))
}

const args = process.argv.slice(2)
const target = path.resolve(args.find(each => !each.startsWith('--')) ?? path.join(ROOT, SITE))
if (fs.existsSync(GENERATOR)) {
  // Two at once would take each other's files away.
  await withSetupLock(path.join(ROOT, 'dist'), () => buildSite(target))
  process.stderr.write(`The documentation site is in ${path.relative('', target)}.\n`)
} else {
  const isOptional = args.includes('--if-installed')
  process.stderr.write(
    `${isOptional ? 'Not built' : "It can't be built"}: the documentation site. It is made by a ` +
      'package of development: npm ci installs it.\n',
  )
  process.exitCode = isOptional ? 0 : 1
}
