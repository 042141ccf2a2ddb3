// The audit log: what is written with which actor, that no record can be changed, and that a forced
// change is detected.

import { createHash, randomBytes } from 'node:crypto'
import t from 'tap'
import { writeAudit } from '../../src/ledger/audit/audit-log.ts'
import { type AuditHead, readAudit, verifyAudit } from '../../src/ledger/audit/audit-reader.ts'
import { changeProject, rotateKey } from '../../src/ledger/projects/project-changes.ts'
import { createProject } from '../../src/ledger/projects/projects.ts'
import { auditWalletNetworks } from '../../src/server/wallet-networks.ts'
import { openStores } from '../support/real-stores.ts'
import { expectOk } from '../support/results.ts'

const { pool } = await openStores(t)
const masterKey = randomBytes(32)
const by = { actor: 'owner:ann', origin: 'command line on desk' }
const options = { allowLoopback: false, by }
const ACME = { projectId: 'acme', callbackUrl: 'https://a.example', allowedNetworks: [] }

async function headNow(): Promise<AuditHead> {
  const verdict = await verifyAudit(pool, null)
  if (verdict.kind !== 'whole')
    throw new Error(JSON.stringify(verdict, (_, value) => String(value)))
  return verdict.head
}

/** Runs SQL that the triggers would refuse, as a user with the owner's rights could. */
async function tamper(sql: string): Promise<void> {
  await pool.query(
    `ALTER TABLE audit DISABLE TRIGGER USER; ${sql}; ALTER TABLE audit ENABLE TRIGGER USER`,
  )
}

t.test('a new database has the migration as its first record', async t => {
  const [first] = await readAudit(pool, { limit: 1 })
  t.match(first, { sequence: 1n, actor: 'platform', action: 'schema.migrated' })
})

t.test('a project’s creation, change and new key are written with before and after', async t => {
  const created = expectOk(await createProject(pool, masterKey, ACME, options)).project
  const edit = { callbackUrl: 'https://b.example', defaultLanguage: 'de' }
  const changed = expectOk(await changeProject(pool, masterKey, created, edit, options)).project
  const rotated = expectOk(await rotateKey(pool, masterKey, changed, by)).project
  const keySha256 = (project: { apiKeySha256: Buffer }) => project.apiKeySha256.toString('hex')
  const records = await readAudit(pool, { limit: 10, subject: 'acme' })
  t.match(records, [
    {
      ...by,
      action: 'key.rotated',
      before: { keySha256: keySha256(changed) },
      after: { keySha256: keySha256(rotated) },
    },
    {
      ...by,
      action: 'project.changed',
      before: { callbackUrl: 'https://a.example', defaultLanguage: 'en' },
      after: edit,
    },
    {
      ...by,
      action: 'project.created',
      before: null,
      after: { callbackUrl: 'https://a.example' },
    },
  ])
  const [, change] = records
  t.strictSame(Object.keys(change!.before as object), ['callbackUrl', 'defaultLanguage'])
  t.strictSame(await readAudit(pool, { limit: 10, action: 'key.rotated' }), [records[0]])
})

t.test('a refused change is not written', async t => {
  const before = await headNow()
  t.match(await createProject(pool, masterKey, ACME, options), { ok: false })
  t.strictSame(await headNow(), before)
})

t.test('simultaneous records make one chain', async t => {
  const entry = { ...by, action: 'key.failed', subject: 'x', before: null } as const
  const { sequence } = await headNow()
  const add = (_: unknown, number: number) =>
    writeAudit(pool, { ...entry, after: { n: number, text: 'ä€,1:' } })
  await Promise.all(Array.from({ length: 20 }, add))
  await pool.query(
    `INSERT INTO audit (actor, origin, action, subject) SELECT 'a', 'b', 'c', n
      FROM generate_series(1, 3) n`,
  )
  t.equal((await headNow()).sequence, sequence + 23n)
})

t.test('a look-up by time works after later records and after the clock was set back', async t => {
  await tamper(
    `INSERT INTO audit SELECT 1000000 + n, '2020-01-01T00:00:00Z'::timestamptz + n * interval
      '1 minute'
         - CASE n WHEN 3001 THEN interval '30 minutes' ELSE interval '0' END,
       'owner:ann', 'a test', 'project.changed', 'old ' || n, NULL, NULL, sha256(''), sha256('')
     FROM generate_series(1, 20000) AS n; ANALYZE audit`,
  )
  const at = (minutes: number) => new Date(Date.UTC(2020, 0, 1, 0, minutes))
  const subjects = async (from: number, to: number) =>
    (await readAudit(pool, { limit: 10, from: at(from), to: at(to) })).map(each => each.subject)
  t.same(await subjects(100, 103), ['old 102', 'old 101', 'old 100'])
  t.same(await subjects(2971, 2972), ['old 3001', 'old 2971'])
  t.same(await subjects(20_001, 20_002), [])
  const explained: string[] = []
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const sql = `EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(sql, values)
      explained.push(...rows.map(row => row['QUERY PLAN']))
      return { rows: [] }
    },
  }
  const wide = { limit: 10, from: at(100), to: at(10_000) }
  await readAudit(explaining as unknown as typeof pool, wide)
  const removed = explained.map(line =>
    Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0),
  )
  t.ok(Math.max(...removed) < 200, explained.join('\n'))
  await tamper('DELETE FROM audit WHERE sequence > 1000000')
})

t.test('private networks of wallets are written when a node starts with other ones', async t => {
  const start = (networks: string[], authority: string | null = null, nodeName = 'node-1') =>
    auditWalletNetworks(pool, { nodeName, walletNetworks: { networks, authority, storeHosts: [] } })
  const written = async () =>
    (await readAudit(pool, { limit: 9, action: 'wallet-networks.changed' })).map(
      ({ subject, before, after }) => ({ subject, before, after }),
    )
  await start([])
  t.strictSame(await written(), [], 'off, and never on')
  await start(['10.20.0.0/16'])
  await start(['10.20.0.0/16'])
  await start(['10.20.0.0/16'], 'PEM')
  await start(['10.20.0.0/16'], null, 'node-2')
  await start([])
  const on = { networks: ['10.20.0.0/16'], authoritySha256: null }
  const verified = { ...on, authoritySha256: createHash('sha256').update('PEM').digest('hex') }
  t.strictSame(await written(), [
    { subject: 'node-1', before: verified, after: { networks: [], authoritySha256: null } },
    { subject: 'node-2', before: null, after: on },
    { subject: 'node-1', before: on, after: verified },
    { subject: 'node-1', before: null, after: on },
  ])
})

t.test('no record can be changed or removed, nor the log emptied', async t => {
  for (const sql of [`UPDATE audit SET actor = 'bob'`, 'DELETE FROM audit', 'TRUNCATE audit']) {
    await t.rejects(pool.query(sql), { message: 'the audit log is append-only' }, sql)
  }
})

t.test('a head seen earlier is still in the chain', async t => {
  const known = await headNow()
  const entry = { ...by, action: 'key.revealed', subject: 'acme' } as const
  await writeAudit(pool, { ...entry, before: null, after: null })
  t.match(await verifyAudit(pool, known), { kind: 'whole' })
  const other = { ...known, sha256: '11'.repeat(32) }
  t.match(await verifyAudit(pool, other), {
    kind: 'broken',
    sequence: known.sequence,
    problem: 'not the known record',
  })
  const later = { sequence: known.sequence + 2n, sha256: known.sha256 }
  t.match(await verifyAudit(pool, later), { kind: 'broken', problem: 'missing' })
})

t.test('a changed record is detected, with or without its hash', async t => {
  const [target] = await readAudit(pool, { limit: 1, action: 'key.rotated' })
  const { sequence } = target!
  const where = `WHERE sequence = ${sequence}`
  await tamper(`UPDATE audit SET actor = 'owner:bob' ${where}`)
  const changed = { kind: 'broken', sequence, problem: 'changed' }
  const hash = `UPDATE audit a SET sha256 = sha256(previous_sha256 || convert_to(audit_text(a),
    'UTF8')) ${where}`
  t.match(await verifyAudit(pool, null), changed)
  await tamper(hash)
  const next = { ...changed, sequence: sequence + 1n }
  t.match(await verifyAudit(pool, null), next, 'the next record shows it')
  await tamper(`UPDATE audit SET actor = 'owner:ann' ${where}`)
  await tamper(hash)
  t.match(await verifyAudit(pool, null), { kind: 'whole' })
  await tamper(`DELETE FROM audit ${where}`)
  t.match(await verifyAudit(pool, null), { kind: 'broken', sequence, problem: 'missing' })
})
