// The master key is exchanged while nodes run: everything it sealed opens before, during and after,
// and links and cursors stay valid.

import { randomBytes } from 'node:crypto'
import t from 'tap'
import { rotateMasterKey } from '../../src/ledger/projects/master-key.ts'
import { changeSigning } from '../../src/ledger/projects/project-keys.ts'
import { findProject, loadProjects } from '../../src/ledger/projects/projects.ts'
import { seal, unseal } from '../../src/ledger/projects/seal.ts'
import { ensureSecret } from '../../src/ledger/projects/secrets.ts'
import { BET, launchBody, openSetup, post } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { isFullSize } from '../support/size.ts'

const setup = await openSetup(t)
const { pool, masterKey: old, project } = setup
const fresh = randomBytes(32)
const both = [fresh, old]
const by = { actor: 'owner:ann', origin: 'desk' }

t.test('a sealed text opens with its key among others, for its owner only', async t => {
  const sealed = seal(both, 'acme', 'rk_text')
  t.equal(unseal(fresh, 'acme', sealed, 'it'), 'rk_text')
  t.equal(unseal([old, fresh], 'acme', sealed, 'it'), 'rk_text')
  t.throws(() => unseal(old, 'acme', sealed, 'The key of acme'), /The key of acme can't be opened/)
  t.throws(() => unseal(fresh, 'other', sealed, 'it'), /can't be opened/)
  t.throws(() => unseal(fresh, 'acme', sealed.subarray(0, 20), 'it'), /can't be opened/)
})

t.test('nodes with both keys run throughout, and players are not affected', async t => {
  const started = await changeSigning(pool, old, project, 'start', by)
  t.match(started, { kind: 'changed' })
  const before = await setup.startNode()
  const opened = await setup.openGame(before, 'stays')
  const idempotent = { 'idempotency-key': 'kept' }
  const launched = await post(before, '/playGame.do', launchBody(project), idempotent)
  await before.drain()

  const node = await setup.startNode({ masterKey: fresh, previousMasterKey: old })
  const again = await post(node, '/playGame.do', launchBody(project), idempotent)
  const fragment = (answer: typeof again) => new URL(String(answer.body.link)).hash
  t.equal(fragment(again), fragment(launched), 'the same link')

  const resealed = await rotateMasterKey(pool, both, by)
  t.ok(resealed >= 4, 'two keys and the secrets')
  t.equal(await rotateMasterKey(pool, both, by), 0, 'nothing is left')
  const { rows } = await pool.query(`SELECT after FROM audit WHERE action = 'master-key.rotated'`)
  t.strictSame(rows, [{ after: { resealed } }])

  const link = opened.link.replace(before.baseUrl, node.baseUrl)
  const client = await setup.connect(node, link)
  t.match(await client.hello(), { type: 'welcome' })
  t.ok(roundOf(await client.spin(BET)).status)
  await node.drain()

  if (isFullSize) {
    const after = await setup.startNode({ masterKey: fresh })
    const third = await post(after, '/playGame.do', launchBody(project), idempotent)
    t.equal(fragment(third), fragment(launched), 'the same link without the old key')
  }
  const found = (await findProject(pool, fresh, project.projectId))!
  t.equal(found.apiKey, project.apiKey)
  t.equal(found.signingKeys.length, 1)
  await t.rejects(findProject(pool, old, project.projectId), /can't be opened/)
})

t.test('an interrupted exchange continues', async t => {
  const next = randomBytes(32)
  const keys = [next, fresh]
  const secret = await ensureSecret(pool, keys, 'session tokens')
  await pool.query('UPDATE project SET api_key_sealed = $1 WHERE project_id = $2', [
    seal(next, project.projectId, project.apiKey),
    project.projectId,
  ])
  t.match(await loadProjects(pool, keys), [{ apiKey: project.apiKey }], 'both kinds open')
  t.ok((await rotateMasterKey(pool, keys, by)) >= 3)
  t.equal(await rotateMasterKey(pool, keys, by), 0)
  t.match(await loadProjects(pool, next), [{ apiKey: project.apiKey }])
  t.strictSame(await ensureSecret(pool, next, 'session tokens'), secret)
})
