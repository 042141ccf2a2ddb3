// The list of mistakes stays up to date with the code: each text occurs exactly once, and the named
// tests exist.

import { existsSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { makeMistake } from './checkout.ts'
import { MISTAKES } from './list.ts'

t.test('every mistake has one place in the code, and changes it', async t => {
  t.ok(MISTAKES.length >= 400)
  t.equal(new Set(MISTAKES.map(({ name }) => name)).size, MISTAKES.length, 'unique names')
  for (const mistake of MISTAKES) {
    t.doesNotThrow(() => makeMistake(mistake), mistake.name)
    t.not(mistake.right, mistake.wrong)
  }
})

t.test('every mistake names tests that exist', async t => {
  for (const { name, tests } of MISTAKES) {
    t.ok(tests.length > 0, name)
    for (const file of tests) t.ok(existsSync(path.join(PROJECT_ROOT, file)), file)
  }
})
