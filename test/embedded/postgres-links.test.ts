// The libraries of the embedded Postgres are found through links that its package lists and no
// script creates.

import { readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { makeLinks } from '../../src/embedded/postgres-programs.ts'

const LISTED = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
]

t.test('every listed link is made, and existing ones stay', async t => {
  const folder = t.testdir({
    native: { 'pg-symlinks.json': JSON.stringify(LISTED), lib: { 'libpq.so.5.18': '' } },
  })
  const lib = path.join(folder, 'native', 'lib')
  symlinkSync('elsewhere', path.join(lib, 'libpq.so'))
  makeLinks(folder)
  makeLinks(folder)
  t.equal(readlinkSync(path.join(lib, 'libpq.so.5')), 'libpq.so.5.18')
  t.equal(readlinkSync(path.join(lib, 'libpq.so')), 'elsewhere')
})

t.test('a package without a list needs no links', async t => {
  const folder = t.testdir({ native: {} })
  t.doesNotThrow(() => makeLinks(folder))
})

t.test('a folder that cannot be written to is named', async t => {
  const folder = t.testdir({ native: { 'pg-symlinks.json': JSON.stringify(LISTED) } })
  writeFileSync(path.join(folder, 'native', 'lib'), 'a file where the folder should be')
  t.throws(() => makeLinks(folder), { code: 'ENOTDIR' })
})
