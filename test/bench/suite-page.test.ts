// The pages show the newest result of the suite as it was measured.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { readNewestResult, writeIntoPage } from '../../bench/suite/page.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'

const page = (name: string) => readFileSync(path.join(PROJECT_ROOT, name), 'utf8')
const newest = readNewestResult(path.join(PROJECT_ROOT, 'bench', 'results'))

t.test('docs/bench.md shows the newest result', async t => {
  const shown = page('docs/bench.md')
  t.ok(newest, 'there is a result')
  t.equal(writeIntoPage(shown, newest!), shown, 'run "npm run write:bench"')
})

t.test('a page without marks is left alone', async t => {
  t.equal(writeIntoPage('a page', newest!), null)
})
