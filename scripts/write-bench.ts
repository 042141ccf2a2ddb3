// `npm run write:bench`: writes the newest result of the suite into the pages that show it.

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readNewestResult, writeIntoPage } from '../bench/suite/page.ts'
import { PROJECT_ROOT } from '../src/environment.ts'

const PAGES = ['docs/bench.md', 'README.md']

const result = readNewestResult(path.join(PROJECT_ROOT, 'bench', 'results'))
if (result === null) throw new Error('bench/results holds no result: run "npm run bench" first')
for (const page of PAGES) {
  const file = path.join(PROJECT_ROOT, page)
  const written = writeIntoPage(readFileSync(file, 'utf8'), result)
  if (written !== null) writeFileSync(file, written)
}
