// docs/guarantees.md and the tests agree: each row names tests or an honest "not yet", and each
// file that it names exists.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const TESTS = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'guarantees.md'), 'utf8')
const rows = page.split('\n').filter(line => /^\| [0-9]+ \|/.test(line))

t.test('the page has a row for each of the 22 guarantees', async t => {
  t.strictSame(
    rows.map(row => Number(row.split('|')[1])),
    Array.from({ length: 22 }, (_, n) => n + 1),
  )
})

t.test('every row names tests, or says "not yet"', async t => {
  for (const row of rows) {
    t.ok(/`test\/[^`]+\.test\.ts`/.test(row) || row.includes('*not yet*'), row.slice(0, 60))
  }
})

t.test('every file that the page names exists', async t => {
  const files = page.match(/\b(?:src|sql|lua|test)\/[\w/.-]+\.(?:ts|sql|lua)/g) ?? []
  t.ok(files.length > 40)
  for (const file of new Set(files)) t.ok(existsSync(path.join(PROJECT_ROOT, file)), file)
})

t.test('every guarantee has tests that carry its number', async t => {
  const texts = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.js'))
    .map(name => readFileSync(path.join(TESTS, name), 'utf8'))
  for (let number = 1; number <= 22; number++) {
    const named = texts.filter(text => text.includes(`guarantee ${number}: `))
    t.ok(named.length > 0, `guarantee ${number}`)
  }
})
