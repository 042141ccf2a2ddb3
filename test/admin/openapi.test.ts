// The document of the admin API is current and complete. That a node serves it is in overview.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { printAdminOpenApi } from '../../src/admin/openapi.ts'
import { ADMIN_ROUTES } from '../../src/admin/routes.ts'
import { sampleOf } from '../../src/admin/sample.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { pluck } from '../support/results.ts'

t.test('docs/admin-openapi.json matches the routes', async t => {
  const committed = readFileSync(path.join(PROJECT_ROOT, 'docs', 'admin-openapi.json'), 'utf8')
  t.equal(committed, printAdminOpenApi(ADMIN_ROUTES), 'npm run write:api writes it again')
  const { paths } = JSON.parse(committed) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = Object.values(paths).flatMap(verbs => Object.values(verbs))
  const ids = pluck(operations, 'operationId')
  t.equal(new Set(ids).size, ids.length, 'every operation has its own id')
})

t.test('every body and answer of the document has an example, valid by its schema', async t => {
  let checked = 0
  for (const { method, path: at, body, answer } of ADMIN_ROUTES) {
    for (const schema of [body, answer]) {
      if (schema === null) continue
      const fault = Compile(schema).Errors(sampleOf(schema))[0]
      t.equal(fault, undefined, `${method} ${at} ${fault?.instancePath} ${fault?.message}`)
      checked += 1
    }
  }
  t.ok(checked > 80)
})
