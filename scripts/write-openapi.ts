// Writes docs/openapi.json anew: node dist/test/wire/write-openapi.js

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'
import { printOpenApi } from '../src/wire/openapi.ts'

writeFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), printOpenApi())
