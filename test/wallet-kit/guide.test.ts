// docs/wallet-guide.md describes the checks and faults of the kit in the kit's own sentences, all
// of them, in order.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { CHECKS } from '../../src/wallet-kit/check-run.ts'
import { REFUSED_FOR_GOOD } from '../../src/wallet-kit/checks-final-refusals.ts'
import { SIGNATURES } from '../../src/wallet-kit/checks-signatures.ts'
import { FAULTS } from '../../src/wallet-kit/faults.ts'
import {
  UKRAINIAN_CHECKS,
  UKRAINIAN_GROUPS,
} from '../../web/admin/pages/projects/wallet-check-texts-uk.ts'
import { headingsOf } from '../support/markdown.ts'

const readPage = (page: string) => readFileSync(path.join(PROJECT_ROOT, page), 'utf8')
const guide = readPage('docs/wallet-guide.md')

/** The rows of a section's tables that begin with a name. */
function rowsOf(heading: string): string[] {
  const [, section = ''] = guide.split(`## ${heading}\n`)
  return section
    .split('\n## ')[0]!
    .split('\n')
    .filter(line => /^\| `[a-z0-9-]+`/.test(line))
}

t.test('each check of the kit has its row', async t => {
  const rows = [...CHECKS, ...SIGNATURES, ...REFUSED_FOR_GOOD].map(
    ({ name, title, fix, isAdvice }) => {
      const mark = isAdvice === true ? ' (advice)' : ''
      return `| \`${name}\`${mark} | ${title} | ${fix} |`
    },
  )
  const found = rowsOf('Checking your wallet').filter(row => row.split('|').length === 5)
  t.strictSame(found, rows)
})

t.test('each check that the panel makes has its Ukrainian text', async t => {
  const checks = [...CHECKS, ...SIGNATURES]
  t.strictSame(
    Object.keys(UKRAINIAN_CHECKS),
    checks.map(({ name }) => name),
  )
  const groups = new Set(checks.map(({ group }) => group))
  t.strictSame(Object.keys(UKRAINIAN_GROUPS), [...groups])
})

t.test('each fault of the mock wallet has its row', async t => {
  const rows = Object.entries(FAULTS).map(
    ([name, { about, outcome }]) => `| \`${name}\` | ${about} | ${outcome} |`,
  )
  t.strictSame(rowsOf('A wallet to try the platform with'), rows)
})

t.test('a check depends only on earlier ones, and names are unique', async t => {
  const names = CHECKS.map(({ name }) => name)
  t.equal(new Set(names).size, names.length)
  CHECKS.forEach(({ name, after = [] }, number) => {
    const earlier = names.slice(0, number)
    for (const base of [after].flat()) t.ok(earlier.includes(base), `${name} after ${base}`)
  })
})

t.test('each check cites a heading of a page that operators have', async t => {
  for (const { name, contract } of [...CHECKS, ...SIGNATURES]) {
    const [, page = '', heading] = /^(docs\/[a-z-]+\.md)#([a-z_-]+): /.exec(contract) ?? []
    const headings = page === '' ? [] : headingsOf(readPage(page))
    t.ok(headings.includes(heading!), `${name}: ${contract}`)
  }
})
