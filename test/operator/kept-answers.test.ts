// The kept answers under an Idempotency-Key once a project has reached its bound: every method that
// only reads runs again; every other method starts only without a key.

import t from 'tap'
import { request } from 'undici'
import { CALLS_PER_MINUTE } from '../../src/core/settings-schema.ts'
import { IDEMPOTENT_BYTES_PER_CALL, IDEMPOTENT_READING_BYTES } from '../../src/limits.ts'
import { credentialsOf } from '../support/game-actions.ts'
import { GAME, launchBody, post } from '../support/operator-setup.ts'
import { openShared } from '../support/shared-node.ts'

const { setup, node } = await openShared(t)
const { pool, project } = setup
const { projectId } = project

/** 1,440 minutes of both quotas. */
const MOST_CHANGING =
  (CALLS_PER_MINUTE.launch + CALLS_PER_MINUTE.actions) * 1_440 * IDEMPOTENT_BYTES_PER_CALL

/** As if the project had made so many calls. */
async function fill(isReading: boolean, bytes: number): Promise<void> {
  const of = [projectId, isReading]
  await pool.query('DELETE FROM kept_answers WHERE project_id = $1 AND is_reading = $2', of)
  const kept =
    'INSERT INTO kept_answers (project_id, is_reading, part, bytes) VALUES ($1, $2, 3, $3)'
  await pool.query(kept, [...of, bytes])
}

const AS = credentialsOf(project)
const act = (method: string, fields: object = {}) =>
  ['/gameActions.do', { ...AS, method, ...fields }] as const
const rtp = (action: string, fields: object = {}) =>
  ['/playerRtp.do', { ...AS, action, player_id: 'ann', provider: 'provider_a', ...fields }] as const

const TARGET = { player_id: 'ann', symbol: 'cherry-classic', multiplier: '5' }
const GRANT = { player_id: 'ann', currency: 'EUR', symbol: GAME, count: 1, bet: '0.20' }
const NOBODY = { external_id: 'nobody-has-it' }
const NO_ROUND = { round_id: '01890000-0000-7000-8000-000000000000' }

const READING = [
  act('report_rounds'),
  act('report_ggr'),
  act('report_reconciliation'),
  act('freespins_get', NOBODY),
  act('freespins_list'),
  act('outcome_get', NOBODY),
  act('outcome_list'),
  act('project_get'),
  rtp('get'),
]
const CHANGING = [
  ['/playGame.do', launchBody(project)] as const,
  act('freespins_create', GRANT),
  act('freespins_cancel', NOBODY),
  act('outcome_schedule', TARGET),
  act('outcome_cancel', NOBODY),
  act('round_cancel', NO_ROUND),
  act('sessions_end', { player_id: 'ann' }),
  rtp('set', { rtp: '90' }),
  rtp('auto'),
  rtp('bet-limit', { currency: 'EUR', min_minor: null, max_minor: null }),
]

const methodOf = (body: object) =>
  'method' in body ? body.method : 'action' in body ? body.action : 'launch'
const keyed = (key: string) => ({ 'idempotency-key': key })

const rowsOf = async (key: string): Promise<{ is_reading: boolean; answer: unknown }[]> =>
  (
    await pool.query(
      'SELECT is_reading, answer FROM idempotency WHERE project_id = $1 AND key = $2',
      [projectId, key],
    )
  ).rows

t.test('past its bound no answer of a reading method is kept', async t => {
  await fill(true, IDEMPOTENT_READING_BYTES)
  for (const [place, [path, body]] of READING.entries()) {
    const key = `reading-${place}`
    const first = await post(node, path, body, keyed(key))
    t.match(first.body.message ?? 'ok', /^(ok|GRANT_NOT_FOUND|OUTCOME_NOT_FOUND)$/)
    t.strictSame(await rowsOf(key), [{ is_reading: true, answer: null }], `${methodOf(body)}`)
    const again = await post(node, path, body, keyed(key))
    t.strictSame([again.status, again.body.message], [first.status, first.body.message])
  }
  const [path, list] = act('freespins_list')
  const one = async (fields: object) =>
    (await post(node, path, { ...list, ...fields }, keyed('one'))).body
  t.match(await one({}), { status: 'ok' })
  t.match(await one({ player_id: 'bob' }), { message: 'IDEMPOTENCY_CONFLICT' })
  t.match(await one({}), { status: 'ok' }, 'the same body runs again')
  await fill(true, 0)
})

t.test('past the bound of changing methods none is started under a new key', async t => {
  const known = await post(node, '/playGame.do', launchBody(project), keyed('known'))
  t.equal(known.status, 200)
  await fill(false, MOST_CHANGING)
  for (const [place, [path, body]] of CHANGING.entries()) {
    const key = `changing-${place}`
    const { status, headers, body: answer } = await post(node, path, body, keyed(key))
    const refusal = { status: 'error', message: 'RATE_LIMITED' }
    t.strictSame([status, answer], [429, refusal], `${methodOf(body)}`)
    t.equal(headers['retry-after'], '60')
    t.strictSame(await rowsOf(key), [])
  }
  const countOf = (table: string) => `(SELECT count(*)::int FROM ${table}
    JOIN player p USING (player_key) WHERE p.project_id = $1)`
  const { rows } = await pool.query(
    `SELECT ${countOf('free_spin_grant')} AS grants, ${countOf('target_outcome')} AS targets,
       ${countOf('session')} AS sessions`,
    [projectId],
  )
  t.strictSame(rows, [{ grants: 0, targets: 0, sessions: 1 }], 'only the known launch is answered')
  const repeated = await post(node, '/playGame.do', launchBody(project), keyed('known'))
  t.strictSame(repeated.body, known.body)
  const [path, grant] = act('freespins_create', GRANT)
  t.equal((await post(node, path, grant)).status, 200, 'without a key it runs')
})

t.test('a project with higher quotas has more room', async t => {
  await setup.changeSettings({ callsPerMinute: { launch: 2_400 } })
  t.equal((await post(node, '/playGame.do', launchBody(project), keyed('more'))).status, 200)
})

t.test('the metrics show each project’s kept answers', async t => {
  // The projects that have most are shown.
  await fill(true, 1_000_000_000)
  await fill(false, 2_000_000_000)
  const { body } = await request(`${node.probesUrl}/metrics`)
  const text = await body.text()
  const metric = `reelhouse_kept_answer_bytes{project="${projectId}"`
  t.match(text, `${metric},kind="reading"} 1000000000\n`)
  t.match(text, `${metric},kind="changing"} 2000000000\n`)
})
