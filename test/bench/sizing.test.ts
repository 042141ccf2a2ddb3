// The sizes in the documentation are those of the present figures.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { printSizing, sizeOf, USUAL } from '../../bench/sizing.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'

const linesOf = (values: typeof USUAL) =>
  new Map(sizeOf(values).map(({ what, value }) => [what, value]))

t.test('docs/operations.md shows what "bench sizing" prints', async t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'operations.md'), 'utf8')
  t.ok(page.includes(printSizing(USUAL)), 'paste the output of "npm run bench -- sizing" there')
})

t.test('a part that costs half as much is needed half as often', async t => {
  const [expensive, cheap] = [linesOf({ ...USUAL, redis: 120 }), linesOf({ ...USUAL, redis: 60 })]
  t.equal(expensive.get('Redis masters'), 10)
  t.equal(cheap.get('Redis masters'), 5)
})

t.test('the scarcest of processors, log and disk decides the number of databases', async t => {
  const databases = (values: Partial<typeof USUAL>) =>
    linesOf({ ...USUAL, ...values }).get('databases')
  t.equal(databases({ days: 0.001 }), linesOf(USUAL).get('databases by log'))
  t.equal(databases({ days: 0.001, wal: 1 }), linesOf(USUAL).get('databases by processors'))
  t.equal(databases({}), linesOf(USUAL).get('databases by disk'))
})

t.test('a rate that a front end cannot carry with two lanes takes more processes', async t => {
  const lines = linesOf({ ...USUAL, front: 1_000 })
  t.equal(lines.get('processes'), Math.ceil((50_000 * 1_000) / 1e6 / USUAL.use))
})
