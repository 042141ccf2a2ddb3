// Writes the files that are made from the schemas: docs/openapi.json, docs/admin-openapi.json,
// docs/asyncapi.json, docs/embedding.schema.json, the types of the SDK, the collection in
// examples/bruno, the tables of settings in docs/projects.md, and that of roles in docs/admin.md
// (npm run write:api). Tests compare each of them with its source.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { printActions } from '../src/admin/access/actions.ts'
import { printAdminOpenApi } from '../src/admin/openapi.ts'
import { ADMIN_ROUTES } from '../src/admin/routes.ts'
import { PROJECT_ROOT } from '../src/environment.ts'
import { printOpenApi } from '../src/operator/openapi.ts'
import { printAsyncApi } from '../src/wire/asyncapi.ts'
import { printEmbeddingSchema } from '../src/wire/embedding.ts'
import { API_TYPES, printApiTypes } from './print-api-types.ts'
import { BRUNO, printBruno } from './print-bruno.ts'
import { writeSettings } from './settings-tables.ts'

const docs = path.join(PROJECT_ROOT, 'docs')
writeFileSync(path.join(docs, 'openapi.json'), printOpenApi())
writeFileSync(path.join(docs, 'admin-openapi.json'), printAdminOpenApi(ADMIN_ROUTES))
const panelPage = path.join(docs, 'admin.md')
writeFileSync(
  panelPage,
  readFileSync(panelPage, 'utf8').replace(
    /(<!-- actions:.*-->\n)[\s\S]*?(<!-- \/actions -->)/,
    (_, begin: string, end: string) => `${begin}\n${printActions()}\n\n${end}`,
  ),
)
const protocolPage = readFileSync(path.join(docs, 'game-protocol.md'), 'utf8')
writeFileSync(path.join(docs, 'asyncapi.json'), printAsyncApi(protocolPage))
writeFileSync(path.join(docs, 'embedding.schema.json'), printEmbeddingSchema())
const projects = path.join(docs, 'projects.md')
writeFileSync(projects, writeSettings(readFileSync(projects, 'utf8')))
writeFileSync(API_TYPES, await printApiTypes())

rmSync(BRUNO, { recursive: true, force: true })
for (const [name, text] of printBruno(JSON.parse(printOpenApi()))) {
  const file = path.join(BRUNO, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
