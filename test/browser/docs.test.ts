// Played by npm run prove: the page is large, and tests of the document state what it says.
//
// The page of the operator API in a browser: it shows the document, reports no error and requests
// nothing from other hosts; its headings are in order, and axe finds nothing serious.

import t from 'tap'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { findSerious } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { openPage } from './person.ts'
import { openOperator } from './setup.ts'

interface Described {
  summary: string
  'x-methods'?: { name: string }[]
}

const { node, browser } = await openOperator(t)

const api = JSON.parse(printOpenApi())
const operations = Object.values<Record<string, Described>>(api.paths).flatMap(Object.values)
const TEXTS: string[] = [
  ...Object.keys(api.paths),
  ...Object.keys(api.webhooks),
  ...Object.keys(api['x-errors']),
  ...operations.flatMap(({ summary, 'x-methods': methods = [] }: Described) => [
    summary,
    ...methods.map(({ name }) => name),
  ]),
]

/** Levels of the headings, in their order. */
const LEVELS = `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(heading =>
  Number(heading.tagName[1]))`

for (const screen of ['desktop', 'phone'] as const) {
  t.test(`/docs/api/ on a ${screen} names every path, method, callback and code`, async t => {
    const { page, faults, close } = await openPage(browser, screen)
    const elsewhere: string[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.protocol !== 'data:' && url.origin !== node.baseUrl) elsewhere.push(url.href)
    })
    await page.goto(`${node.baseUrl}/docs/api/`)
    await page.locator('#tag-Wallet').waitFor()
    await picture(page, `docs-${screen}`)
    const text = await page.evaluate<string>('document.body.innerText')
    for (const each of TEXTS) t.ok(text.includes(each), each)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    t.equal(width, page.viewportSize()!.width, 'nothing is wider than the screen')
    t.strictSame(await findSerious(page), [], 'axe finds nothing serious')
    const levels = await page.evaluate<number[]>(LEVELS)
    t.equal(levels.filter(level => level === 1).length, 1, 'one heading of the first level')
    const skips = levels.filter((level, at) => at > 0 && level > levels[at - 1]! + 1)
    t.strictSame(skips, [], 'no level of headings is skipped')
    t.strictSame(faults, [])
    t.strictSame(elsewhere, [])
    await close()
  })
}
