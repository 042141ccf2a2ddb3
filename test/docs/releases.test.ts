// docs/releases.md names the present versions, the changelog has a date for every release, and what
// is under Apache-2.0 names that licence.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
const DOCUMENTS = ['openapi.json', 'asyncapi.json', 'admin-openapi.json']
const { version } = JSON.parse(read('package.json'))

t.test('the table has the versions of the platform and of each document', async t => {
  const rows = read('docs/releases.md').split('\n')
  const versionIn = (mark: string) =>
    rows
      .find(row => row.startsWith('| ') && row.includes(mark))
      ?.split('|')[3]
      ?.trim()
  t.equal(versionIn('`package.json`'), version)
  for (const name of DOCUMENTS) {
    t.equal(versionIn(`[${name}]`), JSON.parse(read(`docs/${name}`)).info.version, name)
  }
})

t.test('every release has a date, the newest first, and the last one is the present', async t => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](.*)$/gm)].slice(1)
  t.equal(headings[0]?.[1], version)
  const dates = headings.map(([, , date]) => date)
  for (const date of dates) t.match(date, /^ - 20[0-9]{2}-[01][0-9]-[0-3][0-9]$/)
  t.strictSame(dates, [...dates].sort().reverse())
})

t.test('the documents of interfaces are under Apache-2.0', async t => {
  for (const name of DOCUMENTS) {
    t.equal(JSON.parse(read(`docs/${name}`)).info.license.name, 'Apache-2.0', name)
  }
  t.match(read('docs/embedding.schema.json'), /"\$comment": "SPDX-License-Identifier: Apache-2.0"/)
})

/** A file that can't say it itself: JSON, pages, requests of a collection. */
const SAYS_NOTHING = /\.(json|md|bru)$/

t.test('every file of the SDK, the kit and the examples is under Apache-2.0', async t => {
  const folders = ['src/sdk', 'src/wallet-kit', 'src/cli/wallet-kit.ts', 'examples']
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: PROJECT_ROOT })
  const files = listed.toString().trim().split('\n')
  t.ok(files.length > 20)
  for (const file of files.filter(name => !SAYS_NOTHING.test(name))) {
    t.match(read(file).slice(0, 120), /SPDX-License-Identifier: Apache-2\.0/, file)
  }
  t.match(read('LICENSE'), /src\/sdk, src\/wallet-kit and examples/)
  t.match(read('LICENSE-APACHE'), /Version 2\.0, January 2004/)
})
