// A project's wallet calls are signed as its owner configured, from launch to settlement, and the
// key is rotated without a call that the wallet would refuse.

import t from 'tap'
import { readAudit } from '../../src/ledger/audit/audit-reader.ts'
import { changeSigning, type SigningStep } from '../../src/ledger/projects/project-keys.ts'
import { findProject } from '../../src/ledger/projects/projects.ts'
import { printOpenApi } from '../../src/operator/openapi.ts'
import { SIGNATURE_HEADER, verifySignature } from '../../src/sdk/wallet-signature.ts'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool, masterKey, wallet, project } = setup
const by = { actor: 'owner:ann', origin: 'desk' }

async function take(step: SigningStep) {
  const read = (await findProject(pool, masterKey, project.projectId))!
  return changeSigning(pool, masterKey, read, step, by)
}

async function newKeyOf(step: SigningStep): Promise<string> {
  const changed = await take(step)
  if (changed.kind !== 'changed' || changed.newKey === null)
    throw new Error(JSON.stringify(changed))
  return changed.newKey
}

let players = 0
/** Plays a round; resolves with the keys that signed every call of it. */
async function signersOf(keys: readonly string[]): Promise<boolean[]> {
  const { client, welcome } = await setup.openGame(node, `player-${++players}`)
  t.equal(welcome.type, 'welcome')
  const round = roundOf(await client.spin(BET))
  if (round.status === 'awaiting') await client.collect(round.roundId)
  const calls = wallet.calls.filter(call => call.playerId === `player-${players}`)
  t.ok(calls.length >= 3)
  return keys.map(key =>
    calls.every(({ headers, text }) => {
      const signature = headers[SIGNATURE_HEADER]?.toString()
      return verifySignature({ signature, body: Buffer.from(text) }, [key])
    }),
  )
}

t.test('signing is started, rotated, finished and stopped', async t => {
  t.strictSame(await take('rotate'), { kind: 'refused', cause: 'wrong-step' })
  await signersOf([])
  t.ok(wallet.calls.every(({ headers }) => headers[SIGNATURE_HEADER] === undefined))
  const first = await newKeyOf('start')
  t.strictSame(await signersOf([first, project.apiKey]), [true, false])
  t.strictSame(await take('start'), { kind: 'refused', cause: 'wrong-step' })
  const second = await newKeyOf('rotate')
  t.strictSame(await signersOf([first, second]), [true, true])
  t.match(await take('finish'), { kind: 'changed', newKey: null, keys: 1 })
  t.strictSame(await signersOf([first, second]), [false, true])
  t.match(await take('stop'), { kind: 'changed', keys: 0 })
  t.strictSame(await signersOf([second]), [false])
  const written = await readAudit(pool, {
    limit: 9,
    action: 'signing-key.changed',
    subject: project.projectId,
  })
  t.strictSame(
    written.map(({ actor, after }) => [actor, (after as { step: string }).step]),
    ['stop', 'finish', 'rotate', 'start'].map(step => [by.actor, step]),
  )
  const { rows } = await pool.query('SELECT audit::text AS text FROM audit')
  t.notOk(rows.some(({ text }) => text.includes(first) || text.includes('rs_')))
})

/** Every HTTP client may send these. */
const OF_HTTP = ['host', 'connection', 'content-length', 'content-type', 'accept', 'user-agent']

t.test('every header of a wallet call is declared in the OpenAPI document', async t => {
  await newKeyOf('start')
  const before = wallet.calls.length
  await signersOf([])
  const { webhooks, components } = JSON.parse(printOpenApi())
  const declared = (method: string): string[] =>
    webhooks[method].post.parameters.map(({ $ref }: { $ref: string }) =>
      components.parameters[$ref.split('/').at(-1)!].name.toLowerCase(),
    )
  const methods = new Set<string>()
  for (const { method, headers } of wallet.calls.slice(before)) {
    methods.add(method)
    const own = Object.keys(headers).filter(name => !OF_HTTP.includes(name))
    t.ok(own.includes(SIGNATURE_HEADER), method)
    for (const name of own) t.ok(declared(method).includes(name), `${method}: ${name}`)
  }
  t.ok(['session_info', 'bet', 'round_info'].every(method => methods.has(method)))
  for (const method of Object.keys(webhooks))
    t.ok(declared(method).includes(SIGNATURE_HEADER), method)
  await take('stop')
})
