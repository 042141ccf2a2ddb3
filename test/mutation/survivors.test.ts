// The explained survivors: each names a line that its file still has. A changed line has to be
// judged again.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

interface Survivor {
  file: string
  line: string
  reason: string
}

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')
const survivors = JSON.parse(read('test/mutation/survivors.json')) as Survivor[]

t.test('every explained survivor is a line of its file', async t => {
  t.ok(survivors.length > 0)
  for (const { file, line, reason } of survivors) {
    const lines = read(file).split('\n')
    t.ok(
      lines.some(one => one.trim() === line),
      `${file}: ${line}`,
    )
    t.not(reason.trim(), '')
  }
})
