// Words that docs/glossary.md replaced do not come back, in code, scripts or documents. Patterns
// name one meaning each; ordinary English stays allowed.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

interface Retired {
  pattern: RegExp
  say: string
}

const RETIRED: readonly Retired[] = [
  { pattern: /\bworlds?\b/i, say: 'deps, or model' },
  { pattern: /\bhot[ -]?state\b/i, say: 'player state' },
  { pattern: /\bisOurs\b|\bsole (driver|one|writer)\b/, say: 'exclusive, last writer' },
  { pattern: /\bfence[sd]?\b|\bfencing\b/i, say: 'version guard, sequence guard' },
  { pattern: /\bspinners?\b/i, say: 'spin engine' },
  { pattern: /\bweightings?\b/i, say: 'reel set' },
  {
    pattern: /\b(cold|stale) (player|state|copy|replica|window|entitlements|target)/i,
    say: 'outdated, not loaded',
  },
  {
    pattern: /\bPlayerTerms\b|\btermsRevision\b|\b(older|changed|player's) terms\b/i,
    say: 'entitlements',
  },
  {
    pattern: /\bround-mark\b|\b(cancel|reveal|lost|rebuilt)'?s? mark\b|\btakes? the mark\b/i,
    say: 'reveal decision',
  },
  { pattern: /\b(the|in) (same|other) words\b/i, say: 'body, fields' },
]

/** A stored form or another meaning, with the reason. */
const ALLOWED: readonly { file: string; text: RegExp; reason: string }[] = [
  { file: 'src/core/target-found.ts', text: /weighting/, reason: 'JSON of a column' },
  {
    file: 'src/games/targets/target-index-file.ts',
    text: /weighting/,
    reason: 'JSON of index files',
  },
  { file: 'src/ledger/rounds/round-columns.ts', text: /'weighting'/, reason: 'a column' },
  { file: 'docs/glossary.md', text: /weighting/, reason: 'says that the stored name stays' },
  { file: 'src/embedded/postgres.ts', text: /isOurs/, reason: 'a program that this one started' },
]

const FOLDERS = ['src', 'lua', 'workers', 'docs']
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']

function filesToRead(): string[] {
  const inFolders = FOLDERS.flatMap(folder =>
    readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(ts|lua|md)$/.test(name))
      .map(name => path.posix.join(folder, ...name.split(path.sep))),
  )
  return [...inFolders, ...PAGES]
}

function isAllowed(file: string, line: string): boolean {
  return ALLOWED.some(allowed => allowed.file === file && allowed.text.test(line))
}

function findRetired(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      RETIRED.filter(({ pattern }) => pattern.test(line) && !isAllowed(file, line)).map(
        ({ say }) => `${file}:${at + 1} say ${say}: ${line.trim()}`,
      ),
    )
}

t.test('no file uses a retired word', async t => {
  const files = filesToRead()
  t.ok(files.length > 300)
  const found = files.flatMap(file =>
    findRetired(file, readFileSync(path.join(PROJECT_ROOT, file), 'utf8')),
  )
  t.strictSame(found, [])
})

t.test('a retired word is found in any file, in its allowed place only there', async t => {
  t.equal(findRetired('src/round/drive.ts', '// The world of a lane.').length, 1)
  t.equal(findRetired('docs/games.md', 'three weightings').length, 1)
  t.equal(findRetired('src/core/target-found.ts', '  readonly weighting: ReelSet').length, 0)
  t.equal(findRetired('docs/games.md', 'terms of the sum; a weight; words of 32 bits').length, 0)
})

t.test('every exception is still needed', async t => {
  for (const { file, text, reason } of ALLOWED) {
    t.match(readFileSync(path.join(PROJECT_ROOT, file), 'utf8'), text, reason)
  }
})
