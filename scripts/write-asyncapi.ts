// Writes docs/asyncapi.json anew: node dist/test/wire/write-asyncapi.js

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'
import { printAsyncApi } from '../src/wire/asyncapi.ts'

writeFileSync(path.join(PROJECT_ROOT, 'docs', 'asyncapi.json'), printAsyncApi())
