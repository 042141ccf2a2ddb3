// A release names the commit that it was built at, or its sources where there is no git.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { findShared } from '../support/shared-node.ts'

const script = path.join(PROJECT_ROOT, 'scripts', 'release.mjs')
const { nameRelease } = await import(pathToFileURL(script).href)
const SOURCES = { 'package.json': '{"name":"reelhouse","version":"1.2.3"}', 'a.ts': 'one' }
const FILES = Object.keys(SOURCES)

t.test('in a checkout: its commit, and whether a file differed from it', async t => {
  const root = t.testdir(SOURCES)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--no-gpg-sign', '-m', 'one')
  const commit = git('rev-parse', 'HEAD').slice(0, 12)
  t.equal(nameRelease(root, FILES, ''), `reelhouse-1.2.3+g${commit}`)
  writeFileSync(path.join(root, 'a.ts'), 'two')
  t.equal(nameRelease(root, FILES, ''), `reelhouse-1.2.3+g${commit}.changed`)
})

t.test('without git: the commit that the builder gives, else the hash of the sources', async t => {
  const root = t.testdir(SOURCES)
  const given = '0f3c2a91b7de4c5d6e7f8091a2b3c4d5e6f70819'
  t.equal(nameRelease(root, FILES, given), 'reelhouse-1.2.3+g0f3c2a91b7de')
  const named = nameRelease(root, FILES, 'main; rm')
  t.match(named, /^reelhouse-1\.2\.3\+b[0-9a-f]{12}$/)
  t.equal(nameRelease(root, FILES, ''), named)
  writeFileSync(path.join(root, 'a.ts'), 'two')
  t.not(nameRelease(root, FILES, ''), named)
})

t.test('a node says in /health of which build it is', async t => {
  const { node } = await findShared(t)
  const { releaseId } = (await (await fetch(`${node.baseUrl}/health`)).json()) as {
    releaseId: string
  }
  const built = readFileSync(path.join(PROJECT_ROOT, 'dist', 'release'), 'utf8').trim()
  t.equal(releaseId, built)
  t.match(releaseId, /^reelhouse-[0-9]+\.[0-9]+\.[0-9]+\+[gb][0-9a-f]{12}(\.changed)?$/)
})
