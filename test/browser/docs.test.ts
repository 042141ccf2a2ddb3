// The page of the operator API in a browser: it shows the document, reports no error and asks no other
// host for anything.

import t from 'tap'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { launchBrowser, picture } from '../support/browser.ts'
import { openSetup } from '../support/operator-setup.ts'
import { openPage } from './person.ts'

interface Described {
  summary: string
  'x-methods'?: { name: string }[]
}

const setup = await openSetup(t)
const node = await setup.startNode()
const browser = await launchBrowser()
t.teardown(() => browser.close())

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

for (const screen of ['desktop', 'phone'] as const) {
  t.test(`/docs on a ${screen} names every path, method, callback and code`, async t => {
    const { page, faults, close } = await openPage(browser, screen)
    const elsewhere: string[] = []
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.protocol !== 'data:' && url.origin !== node.baseUrl) elsewhere.push(url.href)
    })
    await page.goto(`${node.baseUrl}/docs`)
    await page.locator('[data-section-id^="tag/Wallet"]').first().waitFor()
    await picture(page, `docs-${screen}`)
    const text = await page.evaluate<string>('document.body.innerText')
    for (const each of TEXTS) t.ok(text.includes(each), each)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    t.equal(width, page.viewportSize()!.width, 'nothing is wider than the screen')
    t.strictSame(faults, [])
    t.strictSame(elsewhere, [])
    await close()
  })
}
