// Names the release of a build: the version, and the commit or, without git, the content of the
// sources. Runs in the build; must never fail it.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const COMMIT = /^[0-9a-f]{7,64}$/
const DIGITS = 12

/**
 * `reelhouse-0.1.0+g0f3c2a91b7de`: built at that commit; with `.changed` if a file differed from
 * it. `+b…` in place of the commit: the hash of the sources, where there is no git.
 * @param files the sources, relative to `root`
 * @param commit given by the builder of an image, which has no git
 */
export function nameRelease(root, files, commit = process.env.REELHOUSE_COMMIT ?? '') {
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const build = COMMIT.test(commit) ? `g${commit.slice(0, DIGITS)}` : findCommit(root)
  return `${name}-${version}+${build ?? `b${hashOf(root, files)}`}`
}

/** Null without git, and in a folder that is not the top of a checkout. */
function findCommit(root) {
  const git = (...args) =>
    execFileSync('git', ['--no-optional-locks', '-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    if (git('rev-parse', '--show-prefix') !== '') return null
    const commit = git('rev-parse', 'HEAD').slice(0, DIGITS)
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `g${commit}${isChanged ? '.changed' : ''}`
  } catch {
    return null
  }
}

function hashOf(root, files) {
  const hash = createHash('sha256')
  for (const name of [...files].sort()) {
    const file = path.join(root, name)
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, DIGITS)
}
