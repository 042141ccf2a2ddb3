// The pages show the results of the suite as they were measured.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { printHistory } from '../../bench/suite/history.ts'
import { readResults, writeIntoPage } from '../../bench/suite/page.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'

const page = (name: string) => readFileSync(path.join(PROJECT_ROOT, name), 'utf8')
const results = readResults(path.join(PROJECT_ROOT, 'bench', 'results'))
const newest = results.at(-1)!

t.test('docs/bench.md shows the newest result', async t => {
  const shown = page('docs/bench.md')
  t.equal(writeIntoPage(shown, newest), shown, 'run "npm run write:bench"')
})

t.test('a page without marks is left alone', async t => {
  t.equal(writeIntoPage('a page', newest), null)
})

t.test('the page of all results shows every one', async t => {
  t.equal(page('bench/results/index.html'), printHistory(results), 'run "npm run write:bench"')
  for (const { commit } of results) t.match(printHistory(results), `<td>${commit}</td>`)
})
