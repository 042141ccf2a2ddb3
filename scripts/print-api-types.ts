// Makes src/sdk/api-types.ts from docs/openapi.json: the schemas, each also under its own name, and
// the public codes. Leaves out paths and operations, for which the client has functions.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { PROJECT_ROOT } from '../src/environment.ts'

export const API_TYPES = path.join(PROJECT_ROOT, 'src', 'sdk', 'api-types.ts')

const HEAD = `// SPDX-License-Identifier: Apache-2.0
// The operator API's requests, answers and codes as types. Generated from
// docs/openapi.json by openapi-typescript (\`npm run write:api\`): not edited by hand.

`

export async function printApiTypes(): Promise<string> {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8')
  const { openapi, info, components, 'x-errors': errors } = JSON.parse(text)
  const ErrorCode = { type: 'string', enum: Object.keys(errors) }
  const schemas = { ...components.schemas, ErrorCode }
  const types = await openapiTS(
    { openapi, info, paths: {}, components: { schemas } },
    {
      // A field with a default value may still be left out of a request.
      defaultNonNullable: false,
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
    },
  )
  return HEAD + astToString(types)
}
