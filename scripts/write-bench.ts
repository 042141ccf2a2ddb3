// `npm run write:bench`: writes the newest result of the suite into docs/bench.md.

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readNewestResult, writeIntoPage } from '../bench/suite/page.ts'
import { PROJECT_ROOT } from '../src/environment.ts'

const PAGE = path.join(PROJECT_ROOT, 'docs', 'bench.md')

const result = readNewestResult(path.join(PROJECT_ROOT, 'bench', 'results'))
if (result === null) throw new Error('bench/results holds no result: run "npm run bench" first')
const written = writeIntoPage(readFileSync(PAGE, 'utf8'), result)
if (written !== null) writeFileSync(PAGE, written)
