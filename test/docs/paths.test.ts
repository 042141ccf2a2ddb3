// Every file named in a document exists, every link leads to a page and a heading, and every fenced
// block ends.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { FENCE, headingsOf, outsideFences } from '../support/markdown.ts'

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(path.join(PROJECT_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.posix.join('docs', ...name.split(path.sep))),
]
const SOURCE = /`((?:src|lua|sql|test|web|workers|scripts|bench|examples)\/[\w/.-]+)`/g
const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!)

t.test('every file and folder that a page names exists', async t => {
  for (const page of PAGES) {
    for (const name of matches(read(page), SOURCE)) {
      t.ok(existsSync(path.join(PROJECT_ROOT, name)), `${page}: ${name}`)
    }
  }
})

t.test('every link of a page leads to a file, and to a heading of it', async t => {
  for (const page of PAGES) {
    for (const [, link, heading] of outsideFences(read(page)).matchAll(LINK)) {
      const target = link === '' ? page : path.posix.join(path.posix.dirname(page), link!)
      t.ok(existsSync(path.join(PROJECT_ROOT, target)), `${page}: ${link}`)
      if (heading === undefined || !target.endsWith('.md')) continue
      t.ok(headingsOf(read(target)).includes(heading), `${page}: ${link}#${heading}`)
    }
  }
})

t.test('every fenced block of a page ends', async t => {
  for (const page of PAGES) {
    t.equal(openFence(read(page)), null, page)
  }
})

t.test('an open block is found, whatever follows it', async t => {
  t.equal(openFence('```ts\na\n```\n'), null)
  t.equal(openFence('````\n```\n````\n'), null, 'a longer fence holds a shorter one')
  t.equal(openFence('text\n```\na\n'), 2)
  t.equal(openFence('```text\na\n\n```text\nb\n```\n'), 1, 'a block that begins in a block')
})

function read(page: string): string {
  return readFileSync(path.join(PROJECT_ROOT, page), 'utf8')
}

/**
 * The line of a block that never ends, or that contains the beginning of another one; else null.
 */
function openFence(text: string): number | null {
  let open: { fence: string; line: number } | null = null
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence, info] = FENCE.exec(line) ?? []
    if (fence === undefined) continue
    if (open === null) open = { fence, line: at + 1 }
    else if (!fence.startsWith(open.fence)) continue
    else if (info!.trim() !== '') return open.line
    else open = null
  }
  return open?.line ?? null
}
