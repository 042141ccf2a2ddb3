// `npm run write:bench`: writes the newest result of the suite into docs/bench.md, and all results
// as one page beside them.

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { printHistory } from '../bench/suite/history.ts'
import { readResults, writeIntoPage } from '../bench/suite/page.ts'
import { PROJECT_ROOT } from '../src/environment.ts'

const PAGE = path.join(PROJECT_ROOT, 'docs', 'bench.md')
const FOLDER = path.join(PROJECT_ROOT, 'bench', 'results')

const results = readResults(FOLDER)
const newest = results.at(-1)
if (newest === undefined)
  throw new Error('bench/results holds no result: run "npm run bench" first')
const written = writeIntoPage(readFileSync(PAGE, 'utf8'), newest)
if (written !== null) writeFileSync(PAGE, written)
writeFileSync(path.join(FOLDER, 'index.html'), printHistory(results))
