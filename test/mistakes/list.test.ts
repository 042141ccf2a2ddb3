// The lists of mistakes stay up to date with the code: each text occurs exactly once, and the named
// tests exist.

import { existsSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { plantMistake, readMistakes, SIMULATOR } from '../support/mistakes.ts'

const mistakes = readMistakes()

t.test('every mistake has one place in the code, and changes it', async t => {
  t.ok(mistakes.length >= 460)
  t.equal(new Set(mistakes.map(({ name }) => name)).size, mistakes.length, 'unique names')
  for (const mistake of mistakes) {
    t.doesNotThrow(() => plantMistake(mistake), mistake.name)
    t.not(mistake.right, mistake.wrong)
  }
})

t.test('every mistake names what finds it', async t => {
  t.ok(mistakes.filter(({ foundBy }) => foundBy[0] === SIMULATOR).length >= 20)
  for (const { name, foundBy } of mistakes) {
    const isTested = foundBy.every(by => existsSync(path.join(PROJECT_ROOT, by)))
    const isOther = /^(the simulator|the (exact )?mathematics of [a-z-]+)$/.test(`${foundBy}`)
    t.ok(isTested || isOther, `${name}: ${foundBy}`)
  }
})
