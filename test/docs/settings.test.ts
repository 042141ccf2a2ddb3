// A setting is declared once, in the schema in core: the page, the admin API and the panel have
// every setting, and none that the schema lacks.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { writeSettings } from '../../scripts/settings-tables.ts'
import { ProjectValues } from '../../src/admin/projects/schema.ts'
import { SETTINGS } from '../../src/core/settings-schema.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { PROJECT_TEXTS } from '../../web/admin/pages/projects/texts.ts'

const NAMES = Object.keys(SETTINGS.properties)

t.test('the tables of docs/projects.md are those of the schema', async t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'projects.md'), 'utf8')
  t.equal(page, writeSettings(page), 'write them with npm run write:api')
  for (const name of NAMES) t.match(page, new RegExp(`^\\| \`${name}[\`.]`, 'm'))
  t.match(page, '| `spinPaceMs` | in the file | 0 to 60,000 milliseconds. ')
})

t.test('the admin API has the schema of each setting', async t => {
  const { callbackUrl, allowedNetworks, defaultLanguage, ...settings } = ProjectValues.properties
  t.strictSame(settings, SETTINGS.properties)
})

t.test('the panel has a name for each setting, in both languages', async t => {
  for (const { values, notes } of Object.values(PROJECT_TEXTS)) {
    for (const name of NAMES) t.hasOwnProp(values, name)
    for (const name of Object.keys(notes)) t.ok(NAMES.includes(name), name)
  }
})
