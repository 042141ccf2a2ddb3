// Secrets in files: NAME_FILE replaces NAME, and a problem names the variable alone.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { readConfig } from '../../src/server/settings/config.ts'
import { readSecretFiles, SECRET_SETTINGS } from '../../src/server/settings/secret-files.ts'

const SECRET = '0123456789abcdef'.repeat(4)
const folder = t.testdir()

function write(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

t.test('every secret may be in a file; one line end behind it is left out', async t => {
  const files = Object.fromEntries(
    SECRET_SETTINGS.map(name => [`${name}_FILE`, write(name, `secret of ${name}\n`)]),
  )
  const { env, problems } = readSecretFiles({ ...files, PORT: '8080' })
  t.strictSame(problems, [])
  const read = Object.fromEntries(SECRET_SETTINGS.map(name => [name, `secret of ${name}`]))
  t.strictSame(env, { ...read, PORT: '8080' })
  const ofWindows = readSecretFiles({ MASTER_KEY_FILE: write('windows', `${SECRET}\r\n`) })
  t.equal(ofWindows.env.MASTER_KEY, SECRET)
  const twoLines = readSecretFiles({ MASTER_KEY_FILE: write('two', 'a\n\n') })
  t.equal(twoLines.env.MASTER_KEY, 'a\n', 'no more than one: the setting then refuses the rest')
})

t.test('what is wrong with a file is said without what it holds', async t => {
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const wrong: [file: string, problem: RegExp][] = [
    [path.join(folder, 'none'), /^MASTER_KEY_FILE: the file can't be read \(ENOENT\)\.$/],
    [folder, /^MASTER_KEY_FILE: it names no file\.$/],
    [pipe, /^MASTER_KEY_FILE: it names no file\.$/],
    [write('empty', '\n'), /^MASTER_KEY_FILE: the file is empty\.$/],
    [write('large', SECRET.repeat(1_025)), /^MASTER_KEY_FILE: the file is larger than 65536 bytes/],
  ]
  for (const [file, problem] of wrong) {
    const read = readSecretFiles({ MASTER_KEY_FILE: file })
    t.match(read.problems, [problem])
    t.notMatch(JSON.stringify(read), SECRET)
  }
  const both = readSecretFiles({ MASTER_KEY: SECRET, MASTER_KEY_FILE: write('other', 'other') })
  t.strictSame(both.problems, ['MASTER_KEY_FILE: it and MASTER_KEY are set: give one of them.'])
})

t.test('a misspelt name of a file is found like that of a setting', async t => {
  const read = readConfig({ MASTER_KEY_FIEL: 'x' })
  t.ok(!read.ok && read.problems.some(text => text.includes('did you mean MASTER_KEY_FILE?')))
})
