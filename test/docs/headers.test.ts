// A header named in a document is one that the platform reads or sends, by the same name.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const HEADER = /\bX-[A-Za-z]+(?:-[A-Za-z]+)*\b/g
/** Named because the platform does not read them, each with its document. */
const IGNORED = new Map([
  ['x-forwarded-host', 'docs/hardening.md: it is ignored'],
  ['x-real-ip', 'docs/operator-api.md: it is ignored'],
])

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name))
    .map(name => path.posix.join(folder, ...name.split(path.sep)))
const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')

t.test('every header that a document names is in the code', async t => {
  const code = filesOf('src', /\.ts$/).map(file => read(file).toLowerCase())
  const pages = ['README.md', 'SECURITY.md', ...filesOf('docs', /\.(md|json)$/)]
  const named = new Map<string, string>()
  for (const page of pages) {
    for (const [header] of read(page).matchAll(HEADER)) named.set(header.toLowerCase(), page)
  }
  t.ok(named.has('x-reelhouse-signature') && named.has('x-request-id'))
  for (const [header, page] of named) {
    if (IGNORED.has(header)) continue
    t.ok(
      code.some(text => text.includes(header)),
      `${page}: ${header}`,
    )
  }
})
