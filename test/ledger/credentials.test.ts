// Keys in memory are valid by the ledger's epoch: each call is checked against an epoch that was
// read after it arrived.

import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import t from 'tap'
import { createCredentialsReader } from '../../src/ledger/projects/credentials.ts'
import { rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { addProject } from '../support/ledger-projects.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk } from '../support/results.ts'

const { pool } = await openStores(t)
const masterKey = randomBytes(32)
const project = await addProject(pool, masterKey, 'casino')

/** The same database; its answers are held until released. */
function holdAnswers() {
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const asked: string[] = []
  const slow = {
    async query(question: { text: string }) {
      asked.push(question.text)
      const answer = await pool.query(question)
      await held
      return answer
    },
  }
  return { slow: slow as unknown as Pool, asked, letGo }
}

t.test('a call that arrives while the epoch is read is checked by a later reading', async t => {
  const { slow, asked, letGo } = holdAnswers()
  const reader = createCredentialsReader(slow)
  const before = reader.find('casino')
  while (asked.length === 0) await pool.query('SELECT 1')
  const rotated = expectOk(await rotateKey(pool, masterKey, project))
  const after = reader.find('casino')
  letGo()
  await before
  t.equal((await after)!.revision, rotated.project.revision)
})

t.test('calls that come while the epoch is read share the next reading', async t => {
  const { slow, asked, letGo } = holdAnswers()
  const reader = createCredentialsReader(slow)
  const first = reader.find('casino')
  while (asked.length === 0) await pool.query('SELECT 1')
  const others = Array.from({ length: 50 }, () => reader.find('casino'))
  letGo()
  const found = await Promise.all([first, ...others, reader.find('nobody')])
  t.equal(found.pop(), null, 'an unknown project has no key')
  t.equal(new Set(found).size, 1)
  t.equal(asked.filter(text => text === 'SELECT epoch FROM credentials_epoch').length, 2)
})
