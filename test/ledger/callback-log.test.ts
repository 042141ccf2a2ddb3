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
import { BET } from '../support/operator-setup.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { openShared } from '../support/shared-node.ts'
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
  const counts = { dropped: 0, faults: 0 }
  const writer = createCallbackLogWriter({
    pool: to,
    node: 'node-1',
    nowMs: Date.now,
    onDropped: count => {
      counts.dropped += count
    },
    onFault: () => {
      counts.faults++
    },
  })
  t.teardown(() => writer.close())
  const write = (...records: CallbackRecord[]) => {
    for (const record of records) writer.add(record)
    return writer.flush()
  }
  return { writer, write, counts }
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
  const { write } = openWriter()
  const projectId = newProject()
  const record = recordOf({ projectId, code: 'CALLBACK_HTTP_ERROR', detail: 'HTTP 500' })
  await write(record, recordOf({ projectId, atMs: record.atMs + 5, method: 'win' }))
  const { rows, databasesAway } = await findCallbacks(one, everything(projectId))
  t.equal(databasesAway, 0)
  t.strictSame(pluck(rows, 'method'), ['win', 'bet'])
  const { requestBody, answerBody, latencyMs, ...fields } = record
  t.match(rows[1], { ...fields, node: 'node-1', latencyMs: 12.5 })
  t.notOk('requestBody' in rows[1]!)
  const { callId } = rows[1]!
  t.match(await findCallback(one, projectId, callId), { callId, requestBody, answerBody })
  t.equal(await findCallback(one, 'another', callId), null, "another project's")
  t.match(await findCallbacksOfRound(pool, record.roundId!, 10), [{ callId, requestBody }])
})

t.test('filters match their fields page by page, and skip nothing', async t => {
  const { write } = openWriter()
  const projectId = newProject()
  const codes: CallbackCode[] = ['OK', 'TIMEOUT', 'INVALID_CALLBACK_RESPONSE']
  const methods = ['bet', 'win', 'round_info']
  const startMs = Date.now() - 60_000
  const records = Array.from({ length: 60 }, (_, index) =>
    recordOf({
      projectId,
      atMs: startMs + index * 1_000,
      code: codes[index % 3]!,
      method: methods[Math.floor(index / 3) % 3]!,
      playerId: index % 2 === 0 ? 'ann' : 'bob',
    }),
  )
  await write(...records)
  const find = async (fields: Partial<CallbackQuery>) =>
    (await findCallbacks(one, everything(projectId, fields))).rows
  type Fits = (record: CallbackRecord) => boolean
  const check = async (name: string, fields: Partial<CallbackQuery>, fits: Fits) => {
    const whole = pluck(await find(fields), 'roundId')
    t.strictSame(whole, pluck(records.filter(fits), 'roundId').reverse(), name)
    const paged: (string | null)[] = []
    let before: string | null = null
    do {
      const page = await find({ ...fields, before, limit: 7 })
      paged.push(...pluck(page, 'roundId'))
      before = page.length === 7 ? page[6]!.callId : null
    } while (before !== null)
    t.strictSame(paged, whole, `${name}, in pages`)
  }
  await check('all', {}, () => true)
  const failed: CallbackCode[] = ['TIMEOUT', 'INVALID_CALLBACK_RESPONSE']
  await check('failures', { codes: failed }, ({ code }) => code !== 'OK')
  await check('a method', { methods: ['win'] }, ({ method }) => method === 'win')
  const timeouts: CallbackCode[] = ['TIMEOUT']
  const isLateBet: Fits = ({ method, code }) => method === 'bet' && code === 'TIMEOUT'
  await check('a method and a code', { methods: ['bet'], codes: timeouts }, isLateBet)
  await check('a player', { playerId: 'bob' }, ({ playerId }) => playerId === 'bob')
  const isLateOfBob: Fits = ({ playerId, code }) => playerId === 'bob' && code === 'TIMEOUT'
  await check("a player's failures", { playerId: 'bob', codes: timeouts }, isLateOfBob)
  const [fromMs, toMs] = [startMs + 10_000, startMs + 20_000]
  await check('a time', { fromMs, toMs }, ({ atMs }) => atMs >= fromMs && atMs < toMs)
  const { roundId } = records[30]!
  await check('a round', { roundId }, each => each.roundId === roundId)
})

t.test('while the database is down calls wait, and clear answers are dropped first', async t => {
  let isAway = true
  const away = {
    query: (...args: unknown[]) =>
      isAway
        ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
        : (pool.query as (...all: unknown[]) => Promise<unknown>)(...args),
  } as unknown as Pool
  const { writer, write, counts } = openWriter(away)
  const projectId = newProject()
  const many = (fields: Partial<CallbackRecord> = {}) =>
    Array.from({ length: CALLBACK_LOG_WAITING }, () => recordOf({ projectId, ...fields }))
  await write(...many())
  t.equal(counts.faults, 1)
  for (const record of many({ code: 'TIMEOUT' })) writer.add(record)
  t.equal(counts.dropped, CALLBACK_LOG_WAITING, 'no more than the bound wait')
  isAway = false
  const written = async () =>
    (await findCallbacks(one, everything(projectId, { limit: 5_000 }))).rows
  await until('all is written', async () => {
    await writer.flush()
    const kept = (await written()).filter(({ code }) => code !== 'DROPPED')
    return kept.length === CALLBACK_LOG_WAITING
  })
  const rows = await written()
  const count = (code: string) => rows.filter(row => row.code === code).length
  t.strictSame(
    [count('OK'), count('TIMEOUT')],
    [CALLBACK_LOG_BATCH_ROWS, CALLBACK_LOG_WAITING - CALLBACK_LOG_BATCH_ROWS],
    'of the clear answers only the batch in flight is left',
  )
  const reports = rows.filter(row => row.code === 'DROPPED')
  const dropped = reports.reduce((sum, { standsFor }) => sum + standsFor, 0)
  t.equal(dropped, CALLBACK_LOG_WAITING)
  const failures = everything(projectId, { codes: ['DROPPED'] })
  t.match((await findCallbacks(one, failures)).rows, [{ method: 'dropped' }])
})

t.test('a batch whose answer was lost is written once', async t => {
  let isLost = true
  const losing = {
    async query(...args: unknown[]) {
      const answer = await (pool.query as (...all: unknown[]) => Promise<unknown>)(...args)
      if (isLost) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      return answer
    },
  } as unknown as Pool
  const { writer, write } = openWriter(losing)
  const projectId = newProject()
  await write(recordOf({ projectId }))
  isLost = false
  await writer.flush()
  t.equal((await findCallbacks(one, everything(projectId))).rows.length, 1)
})

t.test('rows that Postgres always refuses do not block others', async t => {
  const { write, counts } = openWriter()
  const projectId = newProject()
  await write(recordOf({ projectId, requestBody: 'a\0b' }))
  t.strictSame(counts, { dropped: 1, faults: 1 })
  await write(recordOf({ projectId }))
  const { rows } = await findCallbacks(one, everything(projectId))
  t.strictSame(pluck(rows, 'code').sort(), ['DROPPED', 'OK'])
})

t.test('a database that is down hides only its own calls, and the page shows that', async t => {
  const { write } = openWriter()
  const projectId = newProject()
  await write(recordOf({ projectId }))
  const dead = { query: () => Promise.reject(new Error('away')) } as unknown as Pool
  const two = { ...one, carriers: [pool, dead] }
  const read = await findCallbacks(two, everything(projectId))
  t.match(read, { rows: [{ projectId }], databasesAway: 1 })
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
  const { setup, node } = await openShared(t)
  const { wallet, project } = setup
  const { projectId } = project
  const { client } = await setup.openGame(node, 'ann')
  wallet.rule({ method: 'bet', playerId: 'ann', act: 'http-500-before-apply', times: 2 })
  await client.spin(BET)
  const logged = inOneDatabase(setup.pool)
  await until('the bet and its repeats are logged', async () => {
    const { rows } = await findCallbacks(logged, everything(projectId, { methods: ['bet'] }))
    return rows.length === 3
  })
  const { rows } = await findCallbacks(logged, everything(projectId))
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
  const whole = 'SELECT c::text AS text FROM callback_log c WHERE project_id = $1'
  const { rows: all } = await setup.pool.query(whole, [projectId])
  for (const { text } of all) t.notOk(text.includes(project.apiKey))
})
