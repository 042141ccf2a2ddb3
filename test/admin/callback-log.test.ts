// The callback log through the internal listener: who may read it, the rows of a failing wallet,
// filters and pages, and bodies without secrets.

import t from 'tap'
import { signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { BET } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { openShared } from '../support/shared-node.ts'
import { until } from '../support/until.ts'

const { setup, node } = await openShared(t)
const { pool, project, wallet } = setup
const { owner, viewer, signedOut } = await signInBoth(pool, node.internalUrl, setup.suffix)
const LOG = `/projects/${project.projectId}/callback-log`

const { client } = await setup.openGame(node, 'ann')
const troubles = ['http-500-before-apply', 'invalid-json', 'echo'] as const
for (const act of troubles) wallet.rule({ method: 'bet', playerId: 'ann', act })
const spun = await client.spin(BET)
const bets = async () => (await viewer.call('GET', `${LOG}?method=bet`)).body.rows.length as number
await until('the first bet is paid', async () => (await bets()) === 4)
const { roundId } = roundOf(spun)
const stateOf = 'SELECT state, awaiting FROM round WHERE round_id = $1'
await until('its round is over', async () => {
  const { rows } = await pool.query(stateOf, [roundId])
  if (rows[0].awaiting) await client.collect(roundId)
  return rows[0].state === 'settled'
})
wallet.rule({ method: 'bet', playerId: 'ann', act: 'insufficient-funds' })
await client.spin(BET)
await until('the calls are logged', async () => (await bets()) === 5)

t.test('signed-in accounts read the log, and no one else', async t => {
  const [{ callId }] = (await owner.call('GET', LOG)).body.rows
  for (const path of [LOG, `${LOG}/${callId}`]) {
    t.equal((await owner.call('GET', path)).status, 200)
    t.equal((await viewer.call('GET', path)).status, 200)
    t.equal(codeOf(await signedOut.call('GET', path)), '401 UNAUTHENTICATED')
    t.equal((await owner.call('POST', path, {})).status, 405)
  }
})

t.test("each wallet failure is logged with the specification's code", async t => {
  const { body } = await viewer.call('GET', `${LOG}?method=bet`)
  t.strictSame(
    body.rows.map((row: Record<string, unknown>) => [row.outcome, row.code, row.attempt]),
    [
      ['refused', 'INSUFFICIENT_FUNDS', 1],
      ['ok', 'OK', 4],
      ['failed', 'WALLET_ERROR', 3],
      ['failed', 'INVALID_CALLBACK_RESPONSE', 2],
      ['failed', 'CALLBACK_HTTP_ERROR', 1],
    ],
  )
  t.equal(body.nextCursor, null)
  t.equal(body.databasesAway, 0)
})

t.test('a call is shown with its bodies, and without the key', async t => {
  const { body } = await viewer.call('GET', `${LOG}?code=CALLBACK_HTTP_ERROR`)
  const [{ callId, roundId }] = body.rows
  const { body: call, text } = await viewer.call('GET', `${LOG}/${callId}`)
  t.match(call, {
    httpStatus: 500,
    answerBody: '{"status":"error","message":"BROKEN"}',
    playerId: 'ann',
  })
  t.match(JSON.parse(call.requestBody), {
    method: 'bet',
    api_key: '***',
    meta: { round_id: roundId },
  })
  t.notOk(text.includes(project.apiKey))
})

t.test('filters narrow the list, and cursors go through it', async t => {
  const count = async (query: string) =>
    (await viewer.call('GET', `${LOG}?${query}`)).body.rows.length as number
  t.equal(await count('outcome=failed'), 3)
  t.equal(await count('outcome=failed&method=win'), 0)
  t.equal(await count('outcome=ok&code=TIMEOUT'), 0)
  t.equal(await count('playerId=bob'), 0)
  t.ok((await count('playerId=ann')) >= 6)
  t.equal(await count('to=2020-01-01'), 0)
  const { body } = await viewer.call('GET', `${LOG}?outcome=failed&limit=2`)
  const [{ roundId }] = body.rows
  t.ok((await count(`roundId=${roundId}`)) >= 4)
  const next = await viewer.call('GET', `${LOG}?outcome=failed&limit=2&cursor=${body.nextCursor}`)
  t.match(next.body.rows, [{ code: 'CALLBACK_HTTP_ERROR' }])
  const foreign = await viewer.call('GET', `${LOG}?limit=2&cursor=${body.nextCursor}`)
  t.equal(codeOf(foreign), '400 INVALID_CURSOR')
})

t.test('an unknown record is answered as not found', async t => {
  const nowhere = await viewer.call('GET', '/projects/nowhere/callback-log')
  t.equal(codeOf(nowhere), '404 UNKNOWN_PROJECT')
  const [{ callId }] = (await owner.call('GET', LOG)).body.rows
  for (const path of [`${LOG}/no-id`, `/projects/other/callback-log/${callId}`]) {
    t.equal(codeOf(await viewer.call('GET', path)), '404 NOT_FOUND')
  }
  for (const [field, query] of [
    ['roundId', 'roundId=x'],
    ['from', 'from=x'],
    ['to', 'from=2026-02-01&to=2026-01-01'],
    ['method', 'method=steal'],
    ['code', 'code=FINE'],
  ]) {
    const refused = await viewer.call('GET', `${LOG}?${query}`)
    t.strictSame([codeOf(refused), refused.body.field], ['400 INVALID_REQUEST', field])
  }
})
