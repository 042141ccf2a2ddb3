// The recipes of docs/how-to-change.md: all are there and short, every file of a step exists,
// and every step names what fails when it is forgotten.

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const RECIPES = [
  'A game',
  'A new version of a game',
  'A report column',
  'A wallet method',
  'A setting of a project',
  'A rule of expiry',
  'A Redis script',
  'A metric',
  'A language',
  'An operator method',
  'A panel page',
  'A page of the documentation',
]
const STEPS_MAX = 12
const STEP = /^\d+\. `([^`]+)` : [\s\S]+? →\s+`([^`]+)`$/

const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'how-to-change.md'), 'utf8')
const stepsOf = (recipe: string) =>
  page
    .split(/^## /m)
    .find(part => part.startsWith(`${recipe}\n`))
    ?.split(/\n(?=\d+\. )/)
    .slice(1)
    .map(step => step.trim()) ?? []

for (const recipe of RECIPES) {
  t.test(recipe, async t => {
    const steps = stepsOf(recipe)
    t.ok(steps.length > 1 && steps.length <= STEPS_MAX, `${steps.length} steps`)
    for (const step of steps) {
      const [, file = '', check = ''] = STEP.exec(step) ?? []
      t.ok(existsSync(path.join(PROJECT_ROOT, file)) && file !== '', `${step}: the file`)
      const isNamed = ['types', 'itself'].includes(check)
      const isCheck = isNamed || /^test\/.*\.test\.ts$/.test(check)
      t.ok(isCheck, `${step}: what fails`)
      if (!isNamed) t.ok(existsSync(path.join(PROJECT_ROOT, check)), check)
    }
  })
}
