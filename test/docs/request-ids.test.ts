// How long request ids are remembered: one number in every document, and nothing deletes them
// earlier.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { DAY_MS } from '../../src/core/time.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { ARCHIVE_AFTER_MS } from '../../src/ledger/archive/months.ts'
import { REQUESTS_REMEMBERED_MS, SESSION_LIFETIME_MS } from '../../src/limits.ts'

const DAYS = REQUESTS_REMEMBERED_MS / DAY_MS
const PAGES = [
  'game-protocol.md',
  'guarantees.md',
  'reliability.md',
  'operations.md',
  'glossary.md',
  'decisions/round-is-one-row.md',
  'asyncapi.json',
]
const readPage = (name: string) => readFileSync(path.join(PROJECT_ROOT, 'docs', name), 'utf8')

t.test('documents agree on how long request ids are remembered', async t => {
  for (const page of PAGES) {
    const said = readPage(page)
      .split(/[.|](?:\s|$)|"/)
      .filter(sentence => /request\s?ids?|`requestId`/i.test(sentence))
      .flatMap(sentence => [...sentence.matchAll(/(\d+) days/g)].map(([, days]) => Number(days)))
    t.ok(said.length > 0, `${page} has it`)
    t.strictSame([...new Set(said)], [DAYS], page)
  }
})

t.test('no document promises more', async t => {
  const protocol = readPage('game-protocol.md')
  t.notMatch(protocol, /as long as you like/)
  t.notMatch(protocol, /never used again/)
})

t.test(
  'rounds stay longer than their request ids are remembered, and sessions end sooner',
  async t => {
    t.ok(ARCHIVE_AFTER_MS >= REQUESTS_REMEMBERED_MS)
    t.ok(SESSION_LIFETIME_MS < REQUESTS_REMEMBERED_MS)
  },
)
