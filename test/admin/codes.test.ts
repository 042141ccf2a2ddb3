// Codes of the admin API that no other test covers, one row each, and a check that every code has a
// test.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { ADMIN_ERRORS, type AdminErrorCode } from '../../src/admin/errors.ts'
import { explain } from '../../src/admin/players/known-player.ts'
import { defineRoute } from '../../src/admin/route.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { OperatorErrorCode } from '../../src/operator/errors.ts'
import { confirming, PASSWORD, signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { GAME } from '../support/operator-setup.ts'
import { headersOf, startPanel } from '../support/panel-server.ts'
import { spinToDecision } from '../support/round-points.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool } = setup
const { owner: signedIn } = await signInBoth(pool, node.internalUrl, setup.suffix)
const owner = confirming(signedIn)
await setup.openGame(node, 'ann')

const AT = `/projects/${setup.project.projectId}/players/ann`
const [GRANTS, TARGETS] = [`${AT}/grants`, `${AT}/target-outcomes`]
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
/** Of April 2021, of which no other file of tests has rounds. */
const OLD_ROUND = '01788ebb-e000-7b1c-8d5e-000000000000'
const GRANT = { gameId: GAME, currency: 'EUR', count: 1, betMinor: '20' }
const TARGET = { gameId: GAME, multiplier: '2', kind: 'spin', spinNumber: 1 }
const without = (part: 'freeSpins' | 'hasFeature') => GAMES.find(game => !game[part])!.id
const NOT_GIVEN = { ...GRANT, gameId: without('freeSpins') }
const NO_BONUS = { ...TARGET, gameId: without('hasFeature'), kind: 'bonus' }
const TOO_HIGH = { ...TARGET, multiplier: '9999999' }
const LEVEL = { provider: 'provider_a', level: '90' }

const ROWS: [method: string, path: string, body: object, wanted: string, field?: string][] = [
  ['PUT', `/people/${UNKNOWN_ID}`, { role: 'viewer', isDisabled: true }, '404 UNKNOWN_ACCOUNT'],
  ['PUT', '/people/nobody', { role: 'viewer', isDisabled: true }, '404 UNKNOWN_ACCOUNT'],
  ['POST', `/people/${UNKNOWN_ID}/reset`, { password: PASSWORD }, '404 UNKNOWN_ACCOUNT'],
  ['PUT', '/audit', {}, '405 METHOD_NOT_ALLOWED'],
  ['POST', '/nowhere', {}, '404 NOT_FOUND'],
  ['POST', GRANTS, NOT_GIVEN, '400 FREE_SPINS_UNSUPPORTED', 'gameId'],
  ['POST', TARGETS, NO_BONUS, '400 GAME_HAS_NO_BONUS', 'kind'],
  ['POST', TARGETS, TOO_HIGH, '400 MULTIPLIER_ABOVE_MAX_WIN', 'multiplier'],
  ['POST', `${AT}/rtp/level`, LEVEL, '400 RTP_POLICY_REQUIRED'],
]

t.test('each code has its row', async t => {
  for (const [method, at, body, wanted, field] of ROWS) {
    const answer = await owner.call(method, at, body)
    t.equal(codeOf(answer), wanted, at)
    t.equal(answer.body.field, field, at)
    t.match(answer.body.reason, /\.$/, 'with a sentence')
  }
})

t.test('an external id is used for one grant only', async t => {
  const given = { ...GRANT, externalId: 'campaign-1' }
  t.equal((await owner.call('POST', GRANTS, given)).status, 200)
  const again = await owner.call('POST', GRANTS, { ...given, count: 2 })
  t.equal(codeOf(again), '409 DUPLICATE_EXTERNAL_ID')
  t.equal(again.body.field, 'externalId')
})

t.test('a round of an archived month is answered as being in its file', async t => {
  t.equal((await owner.call('GET', `/rounds/${OLD_ROUND}`)).body.message, 'ROUND_NOT_FOUND')
  await pool.query(
    `INSERT INTO archived_month (month, file, sha256, rounds, bytes, dropped_at)
     VALUES ('2021-04-01', 'rounds-2021-04-home.jsonl.gz', repeat('0', 64), 1, 1, now())`,
  )
  t.teardown(() => pool.query(`DELETE FROM archived_month WHERE month = '2021-04-01'`))
  const archived = await owner.call('GET', `/rounds/${OLD_ROUND}`)
  t.equal(codeOf(archived), '404 ROUND_ARCHIVED')
  t.match(archived.body.reason, /2021-04 is archived/)
  const acted = await owner.call('POST', `/rounds/${OLD_ROUND}/put-back`, {})
  t.equal(acted.body.message, 'ROUND_ARCHIVED')
})

t.test('a round stays set aside while the player has another open round in the game', async t => {
  const one = await setup.openGame(node, 'bob')
  const other = await setup.openGame(node, 'carl')
  const aside = await spinToDecision(one.client)
  const open = await spinToDecision(other.client)
  for (const { client } of [one, other]) client.close()
  await pool.query(
    `UPDATE unfinished_round SET state = 'reconciliation_required', failure = 'a test'
     WHERE round_id = $1`,
    [aside.roundId],
  )
  // As if the player had started it while the first one was set aside.
  await pool.query(
    `UPDATE unfinished_round SET player_key = (SELECT player_key FROM unfinished_round
      WHERE round_id = $1)
     WHERE round_id = $2`,
    [aside.roundId, open.roundId],
  )
  const back = await owner.call('POST', `/rounds/${aside.roundId}/put-back`, {})
  t.equal(codeOf(back), '409 GAME_BUSY')
  t.match(back.body.reason, /repeat this once it ended/)
})

t.test('a fault of ours is answered as a fault, and logged', async t => {
  const faults: unknown[] = []
  const fault = new Error('a broken part')
  const broken = defineRoute('GET /broken', 'anyone', {
    summary: 'Breaks',
    run: () => Promise.reject(fault),
  })
  const url = await startPanel(t, { onFault: error => faults.push(error) }, [broken])
  const { statusCode, body } = await request(`${url}/broken`, { headers: headersOf('') })
  const text = await body.text()
  t.match([statusCode, JSON.parse(text)], [500, { message: 'REQUEST_FAILED' }])
  t.notMatch(text, 'a broken part')
  t.strictSame(faults, [fault])
})

/**
 * No game of the catalogue causes these codes, or the form refuses them first. They are the
 * operator's rules, and may change.
 */
const BY_RULE: Partial<Record<AdminErrorCode & OperatorErrorCode, string | undefined>> = {
  FORCED_OUTCOMES_UNSUPPORTED: 'gameId',
  INVALID_REASON: 'reason',
  INVALID_PLAYER: undefined,
}

t.test('a refusal of the operator’s rules keeps its code and names the panel’s field', t => {
  for (const [name, field] of Object.entries(BY_RULE)) {
    const code = name as OperatorErrorCode
    const refused = explain({ ok: false, code })
    t.match(refused, { ok: false, code, reason: /\.$/ })
    t.equal(refused.field, field, code)
  }
  t.end()
})

t.test('every code is covered by a test of the API', t => {
  const folder = path.join(PROJECT_ROOT, 'test', 'admin')
  const texts = readdirSync(folder).map(name => readFileSync(path.join(folder, name), 'utf8'))
  const untried = Object.keys(ADMIN_ERRORS).filter(
    code => !texts.some(text => new RegExp(`\\b${code}\\b`).test(text)),
  )
  t.strictSame(untried, [])
  t.end()
})
