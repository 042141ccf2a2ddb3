// Played by npm run prove: it builds the site, which takes many seconds of a core.
//
// The documentation site: every page is on it, no link leads nowhere, it is small enough for the
// packed folder, and a browser shows, searches and turns its pages under the policy of a node.

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { registerDocs } from '../../src/edge/docs.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { PAGES_DIR } from '../../src/server/build.ts'
import { findSerious } from '../support/axe.ts'
import { launchBrowser, picture } from '../support/browser.ts'
import { startEdge } from '../support/edge-server.ts'

const BYTES_MAX = 3_000_000
/** The generator's search button shows its keys beside its name. */
const KNOWN = /^label-content-name-mismatch: \.DocSearch /

const site = path.join(t.testdir({}), 'site')
const script = path.join(PROJECT_ROOT, 'scripts', 'docs-site', 'build.mjs')
execFileSync(process.execPath, [script, site], { cwd: PROJECT_ROOT, stdio: 'pipe' })

const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(entry => path.relative(site, path.join(entry.parentPath, entry.name)))
const pages = files.filter(name => name.endsWith('.html'))
const read = (name: string) => readFileSync(path.join(site, name), 'utf8')

t.test('every page of docs/ is on it', async t => {
  const documents = readdirSync(path.join(PROJECT_ROOT, 'docs'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter(name => name.endsWith('.md'))
    .map(name => name.replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html'))
  t.ok(documents.length > 90)
  t.strictSame(
    documents.filter(name => !pages.includes(name)),
    [],
  )
})

/** File of the site -> the names in it that links lead to. */
const anchors = new Map<string, Set<string>>()
function anchorsOf(file: string): Set<string> {
  const known = anchors.get(file)
  if (known !== undefined) return known
  const found = new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))
  anchors.set(file, found)
  return found
}

/** Null: the link leads to something. */
function faultOf(page: string, link: string): string | null {
  const url = new URL(link, `http://site/docs/${page}`)
  if (url.host !== 'site') return null
  if (!url.pathname.startsWith('/docs/')) return 'outside of the site'
  const name = url.pathname.slice('/docs/'.length).replace(/(^|\/)$/, '$1index.html')
  if (!existsSync(path.join(site, name))) return 'no such file'
  const anchor = decodeURIComponent(url.hash.slice(1))
  if (anchor === '' || !name.endsWith('.html')) return null
  return anchorsOf(name).has(anchor) ? null : 'no such heading'
}

t.test('no link leads nowhere', async t => {
  let links = 0
  for (const page of pages) {
    for (const [, link] of read(page).matchAll(/<[a-z][^<>]* (?:href|src)="([^"]*)"/g)) {
      links += 1
      const fault = faultOf(page, link!.replaceAll('&amp;', '&'))
      t.equal(fault, null, `${page}: ${link} ${fault}`)
    }
  }
  t.ok(links > 5_000)
  t.equal(faultOf('index.html', './none.html'), 'no such file')
  t.equal(faultOf('index.html', './operator-api.html#none'), 'no such heading')
})

t.test('pages have neither inline scripts nor inline styles', async t => {
  for (const page of pages) {
    const text = read(page)
    // Not by `notMatch`, which would print the page.
    t.notOk(/<script(?![^>]*\ssrc=)/.test(text), page)
    t.notOk(/<[a-z][^<>]* (style|on[a-z]+)="|<style/.test(text), page)
  }
})

t.test('it takes less than 3 MB of the packed folder', async t => {
  const packed = files.filter(name => !files.includes(`${name}.br`))
  const bytes = packed.reduce((sum, name) => sum + statSync(path.join(site, name)).size, 0)
  t.ok(bytes < BYTES_MAX, `${bytes} bytes`)
  t.comment(`${pages.length} pages, ${(bytes / 1e6).toFixed(2)} MB`)
})

t.test('packages and example wallets are beside it, as they are', async t => {
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))
  const names = ['operator', 'wallet-kit'].map(name => `reelhouse-${name}-${version}.tgz`)
  t.strictSame(readdirSync(path.join(site, 'packages')).sort(), names)
  for (const name of ['Wallet.java', 'wallet.mjs', 'wallet.php', 'wallet.py']) {
    const source = path.join(PROJECT_ROOT, 'examples', 'wallets', name)
    t.equal(read(path.join('examples', name)), readFileSync(source, 'utf8'), name)
  }
  for (const page of ['quick-start', 'wallet-guide', 'operator-sdk']) {
    const text = readFileSync(path.join(PROJECT_ROOT, 'docs', `${page}.md`), 'utf8')
    for (const [, named] of text.matchAll(/\/docs\/packages\/([\w.-]+\.tgz)/g)) {
      t.ok(names.includes(named!), `${page} names ${named}`)
    }
  }
})

t.test('the licences of the packages in it are with it', async t => {
  const licences = read('licences.txt')
  for (const name of ['vue', 'vitepress', 'minisearch', 'mark.js']) {
    t.match(licences, new RegExp(`^${name}$`, 'm'))
  }
})

const node = await startEdge(t, app => registerDocs(app, path.join(PAGES_DIR, 'docs'), site))
const browser = await launchBrowser()
t.teardown(() => browser.close())

for (const colorScheme of ['light', 'dark'] as const) {
  t.test(`a browser reads and searches it under the policy, ${colorScheme}`, async t => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme,
    })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', line => {
      if (['error', 'warning'].includes(line.type())) faults.push(line.text())
    })
    page.on('request', request => {
      const { protocol, origin } = new URL(request.url())
      if (protocol !== 'data:' && origin !== node) faults.push(`elsewhere: ${request.url()}`)
    })

    await page.goto(`${node}/docs/`)
    await page.locator('h1', { hasText: 'where to start' }).waitFor()
    t.equal(
      await page.evaluate('document.documentElement.classList.contains("dark")'),
      colorScheme === 'dark',
    )
    await picture(page, `docs-site-${colorScheme}`)
    await openFromMenu(page, 'Quick start')
    // The colours of code and the columns of figures come from classes.
    const colours = await page.evaluate<number>(
      `new Set([...document.querySelectorAll('.vp-code span span')]
        .map(span => getComputedStyle(span).color)).size`,
    )
    t.ok(colours > 3, `${colours} colours of code`)
    await picture(page, `docs-site-code-${colorScheme}`)
    await openFromMenu(page, 'Performance')
    const sides = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td')].map(cell => getComputedStyle(cell).textAlign)`,
    )
    t.ok(sides.includes('right'))

    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('TRANSACTION_CANCELLED')
    await page.locator('.result', { hasText: 'bet' }).first().waitFor()
    await picture(page, `docs-site-search-${colorScheme}`)
    await page.keyboard.press('Enter')
    await page.locator('.VPLocalSearchBox').waitFor({ state: 'detached' })
    t.not(new URL(page.url()).pathname, '/docs/performance.html')
    const serious = await findSerious(page)
    t.strictSame(
      serious.filter(fault => !KNOWN.test(fault)),
      [],
      'axe finds nothing serious',
    )
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('decision_deadline_minutes')
    await page.locator('.result[href*="/docs/api/"]').first().click()
    await page.locator('h1', { hasText: 'API reference' }).waitFor()
    t.equal(new URL(page.url()).pathname, '/docs/api/', 'the search has the fields of the API')
    await picture(page, `docs-site-api-${colorScheme}`)
    const toApi = page.locator('.VPNavBarMenuLink', { hasText: 'API reference' })
    t.equal(await toApi.getAttribute('href'), '/docs/api/')
    t.strictSame(faults, [])
    await context.close()
  })
}

async function openFromMenu(page: Page, title: string): Promise<void> {
  const link = page.locator('.VPSidebar a', { hasText: new RegExp(`^${title}$`) })
  await link.click()
  await page.locator('h1', { hasText: title }).waitFor()
}
