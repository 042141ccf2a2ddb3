// The types an operator takes are those of today's document.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { API_TYPES, printApiTypes } from '../../scripts/print-api-types.ts'

t.test('src/sdk/api-types.ts is what docs/openapi.json says today', async t => {
  const committed = readFileSync(API_TYPES, 'utf8')
  t.equal(committed, printApiTypes(), 'run: node dist/test/sdk/write-api-types.js')
})
