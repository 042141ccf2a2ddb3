// The types for operators are those of the present document.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { API_TYPES, printApiTypes } from '../../scripts/print-api-types.ts'

t.test('src/sdk/api-types.ts is generated from docs/openapi.json', async t => {
  t.equal(readFileSync(API_TYPES, 'utf8'), await printApiTypes(), 'run: npm run write:api')
})
