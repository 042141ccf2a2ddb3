// The log of wallet calls: written after them in batches, bounded in every state of the database,
// read newest first by project across databases, and deleted after its time.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import t from 'tap'
import type { CallbackCode, CallbackRecord } from '../../src/core/callback-record.ts'
import { DAY_MS } from '../../src/core/time.ts'
import {
  type CallbackQuery,
  findCallback,
  findCallbacks,
  findCallbacksOfRound,
} from '../../src/ledger/callback-log/callback-log-reader.ts'
import {
  CALLBACK_LOG_BATCH_ROWS,
  CALLBACK_LOG_WAITING,
  createCallbackLogWriter,
} from '../../src/ledger/callback-log/callback-log-writer.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import {
  CALLBACK_LOG_DELETE_ROWS,
  deleteOldCallbacks,
} from '../../src/ledger/retention/old-rows.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const { pool } = await openStores(t)
const one = inOneDatabase(pool)

let projects = 0
const newProject = () => `p${++projects}`

function recordOf(fields: Partial<CallbackRecord> = {}): CallbackRecord {
  return {
    projectId: 'acme',
    method: 'bet',
    code: 'OK',
    detail: null,
    playerId: 'ann',
    sessionId: randomUUID(),
    roundId: randomUUID(),
    transactionId: 'bet-1',
    currency: 'EUR',
    attempt: 1,
    atMs: Date.now(),
    latencyMs: 12.5,
    httpStatus: 200,
    requestBody: '{"a":1}',
    answerBody: '{"status":"ok"}',
    answerBytes: 15,
    standsFor: 1,
    ...fields,
  }
}

function openWriter(to: Pool = pool) {
  const told = { dropped: 0, faults: 0 }
  const writer = createCallbackLogWriter({
    pool: to,
    node: 'node-1',
    onDropped: count => {
      told.dropped += count
    },
    onFault: () => {
      told.faults++
    },
  })
  t.teardown(() => writer.close())
  return { writer, told }
}

const everything = (projectId: string, fields: Partial<CallbackQuery> = {}): CallbackQuery => ({
  projectId,
  methods: null,
  codes: null,
  playerId: null,
  roundId: null,
  fromMs: null,
  toMs: null,
  before: null,
  limit: 1_000,
  ...fields,
})

t.test('written calls are read newest first, with bodies one by one', async t => {
  const { writer } = openWriter()
  const projectId = newProject()
  const record = recordOf({ projectId, code: 'CALLBACK_HTTP_ERROR', detail: 'HTTP 500' })
  writer.add(record)
  writer.add(recordOf({ projectId, atMs: record.atMs + 5, method: 'win' }))
  await writer.flush()
  const { rows, databasesAway } = await findCallbacks(one, everything(projectId))
  t.equal(databasesAway, 0)
  t.strictSame(
    rows.map(({ method }) => method),
    ['win', 'bet'],
  )
  const { requestBody, answerBody, latencyMs, ...fields } = record
  t.match(rows[1], { ...fields, node: 'node-1', latencyMs: 12.5 })
  t.notOk('requestBody' in rows[1]!)
  const { callId } = rows[1]!
  t.match(await findCallback(one, projectId, callId), { callId, requestBody, answerBody })
  t.equal(await findCallback(one, 'another', callId), null, "another project's")
  t.match(await findCallbacksOfRound(pool, record.roundId!, 10), [{ callId, requestBody }])
})

t.test('filters match their fields page by page, and skip nothing', async t => {
  const { writer } = openWriter()
  const projectId = newProject()
  const codes: CallbackCode[] = ['OK', 'TIMEOUT', 'INVALID_CALLBACK_RESPONSE']
  const methods = ['bet', 'win', 'round_info']
  const startMs = Date.now() - 60_000
  const records = Array.from({ length: 60 }, (_, i) =>
    recordOf({
      projectId,
      atMs: startMs + i * 1_000,
      code: codes[i % 3]!,
      method: methods[Math.floor(i / 3) % 3]!,
      playerId: i % 2 === 0 ? 'ann' : 'bob',
    }),
  )
  for (const record of records) writer.add(record)
  await writer.flush()
  const find = async (fields: Partial<CallbackQuery>) =>
    (await findCallbacks(one, everything(projectId, fields))).rows
  const expected = (fits: (record: CallbackRecord) => boolean) =>
    records
      .filter(fits)
      .map(({ roundId }) => roundId)
      .reverse()
  const check = async (
    name: string,
    fields: Partial<CallbackQuery>,
    fits: (record: CallbackRecord) => boolean,
  ) => {
    const whole = (await find(fields)).map(({ roundId }) => roundId)
    t.strictSame(whole, expected(fits), name)
    const paged: (string | null)[] = []
    let before: string | null = null
    do {
      const page = await find({ ...fields, before, limit: 7 })
      paged.push(...page.map(({ roundId }) => roundId))
      before = page.length === 7 ? page[6]!.callId : null
    } while (before !== null)
    t.strictSame(paged, whole, `${name}, in pages`)
  }
  await check('all', {}, () => true)
  await check(
    'failures',
    { codes: ['TIMEOUT', 'INVALID_CALLBACK_RESPONSE'] },
    ({ code }) => code !== 'OK',
  )
  await check('a method', { methods: ['win'] }, ({ method }) => method === 'win')
  await check(
    'a method and a code',
    { methods: ['bet'], codes: ['TIMEOUT'] },
    ({ method, code }) => method === 'bet' && code === 'TIMEOUT',
  )
  await check('a player', { playerId: 'bob' }, ({ playerId }) => playerId === 'bob')
  await check(
    "a player's failures",
    { playerId: 'bob', codes: ['TIMEOUT'] },
    ({ playerId, code }) => playerId === 'bob' && code === 'TIMEOUT',
  )
  await check(
    'a time',
    { fromMs: startMs + 10_000, toMs: startMs + 20_000 },
    ({ atMs }) => atMs >= startMs + 10_000 && atMs < startMs + 20_000,
  )
  const { roundId } = records[30]!
  await check('a round', { roundId }, each => each.roundId === roundId)
})

t.test(
  'while the database is down calls wait, clear answers are dropped first, and the log reports it',
  async t => {
    let isAway = true
    const away = {
      query: (...args: unknown[]) =>
        isAway
          ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
          : (pool.query as (...all: unknown[]) => Promise<unknown>)(...args),
    } as unknown as Pool
    const { writer, told } = openWriter(away)
    const projectId = newProject()
    for (let i = 0; i < CALLBACK_LOG_WAITING; i++) writer.add(recordOf({ projectId }))
    await writer.flush()
    t.equal(told.faults, 1)
    for (let i = 0; i < CALLBACK_LOG_WAITING; i++) {
      writer.add(recordOf({ projectId, code: 'TIMEOUT' }))
    }
    t.equal(told.dropped, CALLBACK_LOG_WAITING, 'no more than the bound wait')
    isAway = false
    await until('all is written', async () => {
      await writer.flush()
      const { rows } = await findCallbacks(one, everything(projectId, { limit: 5_000 }))
      const kept = rows.filter(({ code }) => code !== 'DROPPED')
      return kept.length === CALLBACK_LOG_WAITING
    })
    const { rows } = await findCallbacks(one, everything(projectId, { limit: 5_000 }))
    const count = (code: string) => rows.filter(row => row.code === code).length
    t.strictSame(
      [count('OK'), count('TIMEOUT')],
      [CALLBACK_LOG_BATCH_ROWS, CALLBACK_LOG_WAITING - CALLBACK_LOG_BATCH_ROWS],
      'of the clear answers only the batch in flight is left',
    )
    const said = rows.filter(row => row.code === 'DROPPED')
    t.equal(
      said.reduce((sum, { standsFor }) => sum + standsFor, 0),
      CALLBACK_LOG_WAITING,
    )
    const failures = everything(projectId, { codes: ['DROPPED'] })
    t.match((await findCallbacks(one, failures)).rows, [{ method: 'dropped' }])
  },
)

t.test('a batch whose answer was lost is written once', async t => {
  let isLost = true
  const losing = {
    async query(...args: unknown[]) {
      const answer = await (pool.query as (...all: unknown[]) => Promise<unknown>)(...args)
      if (isLost) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      return answer
    },
  } as unknown as Pool
  const { writer } = openWriter(losing)
  const projectId = newProject()
  writer.add(recordOf({ projectId }))
  await writer.flush()
  isLost = false
  await writer.flush()
  t.equal((await findCallbacks(one, everything(projectId))).rows.length, 1)
})

t.test('rows that Postgres always refuses do not block others', async t => {
  const { writer, told } = openWriter()
  const projectId = newProject()
  writer.add(recordOf({ projectId, requestBody: 'a\0b' }))
  await writer.flush()
  t.strictSame(told, { dropped: 1, faults: 1 })
  writer.add(recordOf({ projectId }))
  await writer.flush()
  const { rows } = await findCallbacks(one, everything(projectId))
  t.strictSame(rows.map(({ code }) => code).sort(), ['DROPPED', 'OK'])
})

t.test('a database that is down hides only its own calls, and the page shows that', async t => {
  const { writer } = openWriter()
  const projectId = newProject()
  writer.add(recordOf({ projectId }))
  await writer.flush()
  const dead = { query: () => Promise.reject(new Error('away')) } as unknown as Pool
  const two = { ...one, carriers: [pool, dead] }
  t.match(await findCallbacks(two, everything(projectId)), {
    rows: [{ projectId }],
    databasesAway: 1,
  })
  await t.rejects(findCallbacks({ ...one, carriers: [dead] }, everything(projectId)))
})

t.test('old calls are deleted in bounded steps, and the others stay', async t => {
  const projectId = newProject()
  await pool.query(
    `INSERT INTO callback_log (call_id, project_id, method, code, at, latency_ms, node)
     SELECT (left(first_round_id(now() - CASE WHEN n <= 3 THEN interval '6 days'
       ELSE interval '8 days' END)::text, 24)
         || lpad(to_hex(n), 12, '0'))::uuid, $2, 'bet', 'OK', now(), 1, 'n'
     FROM generate_series(1, $1::int) n`,
    [CALLBACK_LOG_DELETE_ROWS + 8, projectId],
  )
  t.equal(await deleteOldCallbacks(pool, 7 * DAY_MS), CALLBACK_LOG_DELETE_ROWS)
  t.equal(await deleteOldCallbacks(pool, 7 * DAY_MS), 5)
  t.equal(await deleteOldCallbacks(pool, 7 * DAY_MS), 0)
  t.equal((await findCallbacks(one, everything(projectId))).rows.length, 3)
})

t.test('a node logs its wallets’ calls: launches, bets and their repeats', async t => {
  const setup = await openSetup(t)
  const { wallet, project } = setup
  const node = await setup.startNode()
  const { client } = await setup.openGame(node, 'ann')
  wallet.rule({ method: 'bet', playerId: 'ann', act: 'http-500-before-apply', times: 2 })
  await client.spin(BET)
  const logged = inOneDatabase(setup.pool)
  await until('the bet and its repeats are logged', async () => {
    const { rows } = await findCallbacks(logged, everything('casino', { methods: ['bet'] }))
    return rows.length === 3
  })
  const { rows } = await findCallbacks(logged, everything('casino'))
  const bets = rows.filter(({ method }) => method === 'bet').reverse()
  t.strictSame(
    bets.map(({ code, attempt, httpStatus }) => [code, attempt, httpStatus]),
    [
      ['CALLBACK_HTTP_ERROR', 1, 500],
      ['CALLBACK_HTTP_ERROR', 2, 500],
      ['OK', 3, 200],
    ],
  )
  t.equal(new Set(bets.map(({ transactionId }) => transactionId)).size, 1)
  t.ok(rows.some(({ method, playerId }) => method === 'session_info' && playerId === 'ann'))
  const { rows: all } = await setup.pool.query('SELECT c::text AS text FROM callback_log c')
  for (const { text } of all) t.notOk(text.includes(project.apiKey))
})
