// Every file that a document names is there, and so is every page it links to.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(path.join(PROJECT_ROOT, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  ...readdirSync(path.join(PROJECT_ROOT, 'docs', 'decisions')).map(
    name => `docs/decisions/${name}`,
  ),
]
const SOURCE = /`((?:src|lua|sql|test|web|workers|scripts|bench|examples)\/[\w/.-]+)`/g
const LINK = /\]\(((?!https?:|#)[^)#]+)(?:#[^)]*)?\)/g

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!)

t.test('every file and folder that a page names is there', async t => {
  for (const page of PAGES) {
    const text = readFileSync(path.join(PROJECT_ROOT, page), 'utf8')
    for (const name of matches(text, SOURCE)) {
      t.ok(existsSync(path.join(PROJECT_ROOT, name)), `${page}: ${name}`)
    }
  }
})

t.test('every link of a page leads to a file', async t => {
  for (const page of PAGES) {
    const text = readFileSync(path.join(PROJECT_ROOT, page), 'utf8')
    for (const link of matches(text, LINK)) {
      const target = path.join(PROJECT_ROOT, path.dirname(page), link)
      t.ok(existsSync(target), `${page}: ${link}`)
    }
  }
})
