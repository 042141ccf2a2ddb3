// What the page of the operator API adds to the descriptions of the OpenAPI document.

import t from 'tap'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { type ApiDocument, addMethodsAndErrors } from '../../web/docs/document.ts'

const api = JSON.parse(printOpenApi()) as ApiDocument
const shown = addMethodsAndErrors(api)
const operations = Object.entries(api.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path, verb, operation })),
)

t.test('every method has a heading with its summary and its codes', async t => {
  const methods = operations.flatMap(({ path, verb, operation }) =>
    (operation['x-methods'] ?? []).map(method => ({ path, verb, method })),
  )
  t.ok(methods.length > 10)
  for (const { path, verb, method } of methods) {
    const { description } = shown.paths[path]![verb]!
    const [, part] = description.split(`### ${method.name}\n`)
    t.match(part, method.summary, method.name)
    const [own] = part!.split('\n### ')
    for (const code of method.errors) t.match(own, `\`${code}\``, `${method.name} ${code}`)
  }
})

t.test('the introduction ends with every code, its status and its meaning', async t => {
  const [introduction, table] = shown.info.description.split('\n\n# Errors\n')
  t.equal(introduction, api.info.description)
  for (const [code, { status, meaning }] of Object.entries(api['x-errors'])) {
    t.match(table, `| \`${code}\` | ${status} | ${meaning} |`)
  }
})

t.test('the rest is the document unchanged', async t => {
  t.strictSame({ ...shown, info: api.info, paths: api.paths }, api)
  for (const { path, verb, operation } of operations) {
    t.strictSame({ ...shown.paths[path]![verb]!, description: operation.description }, operation)
  }
})
