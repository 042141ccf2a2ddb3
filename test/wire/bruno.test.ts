// The collection for Bruno is made from the OpenAPI document: it has every request of it, and no
// key.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { BRUNO, printBruno } from '../../scripts/print-bruno.ts'
import { printOpenApi } from '../../src/operator/openapi.ts'
import type { Json } from './references.ts'

const document: Json = JSON.parse(printOpenApi())
const made = printBruno(document)

t.test('examples/bruno matches the document', async t => {
  const files = readdirSync(BRUNO, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.relative(BRUNO, path.join(entry.parentPath, entry.name)))
  t.strictSame(files.sort(), [...made.keys()].sort(), 'run: npm run write:api')
  for (const [name, text] of made) {
    t.equal(readFileSync(path.join(BRUNO, name), 'utf8'), text, `${name}: npm run write:api`)
  }
})

t.test('every method and callback of the document is a request', async t => {
  const requests = [...made.keys()].map(name => path.basename(name, '.bru'))
  for (const [at, { get, post }] of Object.entries<Json>(document.paths)) {
    const names = get === undefined ? post['x-methods'] : [{ name: get.operationId }]
    for (const { name } of names) t.ok(requests.includes(name), `${at} ${name}`)
  }
  for (const name of Object.keys(document.webhooks)) {
    t.ok(
      requests.some(each => each === name || each.startsWith(`wallet_${name}_`)),
      `callback ${name}`,
    )
  }
})

t.test('keys are variables', async t => {
  const bodies = [...made.values()].filter(text => text.includes('body:json'))
  t.ok(bodies.length > 20)
  for (const text of bodies) t.match(text, /"api_key": "\{\{apiKey\}\}"/)
})
