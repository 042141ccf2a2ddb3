// Lines of code and comments end at 100 columns; the formatter breaks code, but neither comments
// nor long texts.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const COLUMNS = 100
const ROOMS = ['src', 'web', 'test', 'bench', 'scripts', 'workers', 'examples', 'lua']
const CODE = /\.(ts|tsx|mjs|lua)$/
/** Data: texts by language, drawings, melodies; types that a program writes. */
const DATA = [
  /(^|\/)texts\/|-?texts?(-[a-z]+)?\.ts$/,
  /^web\/play\/(art|themes|sound\/scores)\/|\/icons?\.tsx?$/,
  /^src\/sdk\/api-types\.ts$/,
]
/** A table for a terminal, styles or a page's program in a template. */
const IN_TEMPLATES = new Set([
  'src/cli/node/serve.ts',
  'src/cli/mathematics/distribution-plot.ts',
  'src/admin/rounds/dispute-pack.ts',
  'src/admin/rounds/dispute-steps.ts',
  'web/play/replay/replay.ts',
])
const BROWSER_TEST = /^test\/browser\//
/** A line that is one literal. */
const LITERAL = /^\s*(?:[\w'-]+: )?(\/.*\/[a-z]*|'[^']*'|`[^`]*`)[,;)]*$/

const files = execFileSync('git', ['ls-files', ...ROOMS], { cwd: PROJECT_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(file => CODE.test(file) && !DATA.some(data => data.test(file)))
  .filter(file => !IN_TEMPLATES.has(file) && !BROWSER_TEST.test(file))

t.test('no line is longer than 100 columns', async t => {
  t.ok(files.length > 1_000)
  const long = files.flatMap(file =>
    readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isLong(line) ? [`${file}:${at + 1}`] : [])),
  )
  t.strictSame(long, [])
})

function isLong(line: string): boolean {
  return Array.from(line).length > COLUMNS && !LITERAL.test(line)
}
