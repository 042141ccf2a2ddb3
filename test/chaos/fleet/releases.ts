// The releases that a fleet runs: this checkout, packed as for an installation, and the release
// before it, built from its commit. Runs their commands; must never build inside this checkout.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { SetupProblem } from '../../../src/embedded/setup-problem.ts'
import { PROJECT_ROOT } from '../../../src/environment.ts'
import type { NodeProgram } from '../nodes.ts'

const run = promisify(execFile)
/** Built releases stay: a build takes half a minute. */
const CACHE = path.join(PROJECT_ROOT, '.data', 'releases')
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024
/** A move of a place copies forty tables, a second each on a busy machine. */
const COMMAND_DEADLINE_MS = 300_000

export interface Release {
  /** For people: "this checkout", or its commit. */
  name: string
  program: NodeProgram
  /** `reelhouse <args>`; its standard output. */
  command(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>
}

/** This checkout, in a folder of the run. */
export async function packThisCheckout(folder: string): Promise<Release> {
  const target = path.join(folder, 'release')
  await run(process.execPath, ['scripts/pack.mjs', target], { cwd: PROJECT_ROOT })
  return releaseAt(target, 'this checkout')
}

/** Of commits that change `sql`; the wanted one is among the newest few. */
const COMMITS_READ = 50

/**
 * The newest tag before this commit; without tags the newest commit to whose migrations this one
 * only adds later ones, so that the schemas of the two differ.
 */
export async function findPreviousCommit(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => null)
  if (tag !== null) return tag
  const changed = await git('log', `-${COMMITS_READ}`, '--format=%H', '--', 'sql').catch(() => '')
  const now = await listMigrations('HEAD').catch(() => [])
  for (const commit of changed.split('\n')) {
    const before = await listMigrations(commit).catch(() => now)
    const isEarlier =
      before.length > 0 &&
      before.length < now.length &&
      before.every((file, at) => file === now[at])
    if (isEarlier) return commit
  }
  throw new SetupProblem('There is no tag or commit before this one: give --previous <commit>.')
}

/** In their order, with the hashes of their contents. */
async function listMigrations(commit: string): Promise<string[]> {
  const files = await git('ls-tree', '--format=%(path) %(objectname)', commit, 'sql/')
  return files.split('\n').filter(file => /^sql\/\d/.test(file))
}

/** Builds the release of a commit, unless that was done before. */
export async function buildRelease(commit: string, say: (line: string) => void): Promise<Release> {
  const sha = await git('rev-parse', '--verify', `${commit}^{commit}`).catch(() => {
    throw new SetupProblem(
      `There is no commit ${commit} in this checkout: give --previous another.`,
    )
  })
  const [major] = process.versions.node.split('.')
  const target = path.join(CACHE, `${sha.slice(0, 12)}-node${major}`)
  if (!existsSync(target)) {
    say(`Building the release of ${sha.slice(0, 12)} ...`)
    await build(sha, target)
  }
  return releaseAt(target, sha.slice(0, 12))
}

async function build(sha: string, target: string): Promise<void> {
  const tree = `${target}.${process.pid}`
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })
  const archive = `${tree}.tar`
  try {
    await git('archive', '--output', archive, sha)
    await run('tar', ['-xf', archive, '-C', tree])
    await installPackages(tree)
    await run(process.execPath, ['scripts/build.mjs'], { cwd: tree })
    await run(process.execPath, ['scripts/pack.mjs', `${tree}.packed`], { cwd: tree })
    renameSync(`${tree}.packed`, target)
  } finally {
    for (const file of [tree, archive]) rmSync(file, { recursive: true, force: true })
  }
}

/** Those of this checkout, if it has the same lock file. */
async function installPackages(tree: string): Promise<void> {
  const lockOf = (folder: string) => readFileSync(path.join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(tree) === lockOf(PROJECT_ROOT)) {
    // As links to the same files: a link to the folder would show the packages at another place.
    await run('cp', ['-al', path.join(PROJECT_ROOT, 'node_modules'), tree])
    return
  }
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: tree }).catch(
    (error: Error) => {
      throw new SetupProblem(`The packages of the previous release are missing: ${error.message}`)
    },
  )
}

function releaseAt(folder: string, name: string): Release {
  const file = path.join(folder, 'reelhouse.mjs')
  return {
    name,
    program: { args: [file, 'serve', '--json'], ready: /^\{"ready":true/m },
    async command(args, env) {
      const options = { maxBuffer: OUTPUT_MAX_BYTES, timeout: COMMAND_DEADLINE_MS }
      const all = { PATH: process.env.PATH ?? '', ...env }
      const { stdout } = await run(process.execPath, [file, ...args], { ...options, env: all })
      return stdout
    },
  }
}

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: PROJECT_ROOT, maxBuffer: OUTPUT_MAX_BYTES })
  return stdout.trim()
}
