// The page of the operator API shows the texts of the OpenAPI document, and each link leads to a
// part of it.

import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { printOpenApi } from '../../src/operator/openapi.ts'

const script = pathToFileURL(path.join(PROJECT_ROOT, 'scripts', 'api-page.mjs')).href
const { printApiPage } = (await import(script)) as { printApiPage(api: object): string }

interface Method {
  name: string
  summary: string
  errors: readonly string[]
}

const api = JSON.parse(printOpenApi())
const page = printApiPage(api)
const text = page
  .replace(/<[^>]*>/g, '')
  .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
const plain = (markdown: string) => markdown.replaceAll('`', '').replaceAll('\n\n', '\n')

t.test('every method has a heading, followed by its summary and its codes', async t => {
  const operations = Object.values<{ post: { 'x-methods'?: Method[] } }>(api.paths)
  const methods = operations.flatMap(({ post }) => post?.['x-methods'] ?? [])
  t.ok(methods.length > 10)
  for (const { name, summary, errors } of methods) {
    const [, after] = page.split(`>${name}</h4>`)
    const [own] = after!.split('<h4')
    t.match(own, summary, name)
    for (const code of errors) t.match(own, `<code>${code}</code>`, `${name} ${code}`)
  }
})

t.test('every description of the document is on it', async t => {
  const found: string[] = []
  JSON.stringify(api, (key, value) => {
    if (['description', 'summary', 'meaning'].includes(key)) found.push(value)
    return value
  })
  t.ok(found.length > 400)
  const missing = found.filter(description => !text.includes(plain(description)))
  t.strictSame(missing, [api.servers[0].description])
})

t.test('every link leads to a part of it', async t => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  t.strictSame(ids, [...new Set(ids)], 'no id is given twice')
  for (const [, to] of page.matchAll(/href="#([^"]+)"/g)) t.ok(ids.includes(to), to!)
})
