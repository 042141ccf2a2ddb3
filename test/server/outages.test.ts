// Faults in the log: a store that is down is logged when it goes and when it is back, with the
// number of failures; every other fault is logged each time.

import { Redis } from 'ioredis'
import pg from 'pg'
import t from 'tap'
import { createFaultLog, OUTAGE_QUIET_MS, reasonOf, storeAway } from '../../src/server/outages.ts'
import { holdPort } from '../support/held-port.ts'

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => t.fail('it did not fail'),
    (error: unknown) => error,
  )

t.test('failures of a store that is down are recognised in every client', async t => {
  const port = await holdPort()
  const redis = new Redis({
    port,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  redis.on('error', () => {})
  t.equal(storeAway(await failureOf(redis.ping())), 'redis')
  const postgres = new pg.Client({ host: '127.0.0.1', port })
  t.equal(storeAway(await failureOf(postgres.connect())), 'postgres')
  for (const text of [
    'READONLY You can not write',
    'CLUSTERDOWN Hash slot not served',
    "OOM command not allowed when used memory > 'maxmemory'. script: 0a, on @user_script:1.",
    'MISCONF Redis is configured to save RDB snapshots',
    'Command timed out',
  ]) {
    t.equal(storeAway(new Error(text)), 'redis', text)
  }
  for (const code of ['57P01', '25006', '53100', '58030', '08006', 'CONNECTION_CLOSED']) {
    t.equal(storeAway(Object.assign(new Error('away'), { code })), 'postgres', code)
  }
  for (const other of [
    new TypeError('x is undefined'),
    Object.assign(new Error('twice'), { code: '23505' }),
    'text',
  ]) {
    t.equal(storeAway(other), null, String(other))
  }
})

t.test('an outage is two lines, any other fault is a line', async t => {
  const lines: [fields: object, text: string][] = []
  const write = (fields: object, text: string) => void lines.push([fields, text])
  let nowMs = 1_000
  const faults = createFaultLog({ error: write, warn: write }, () => nowMs)
  t.teardown(faults.close)
  const away = new Error('READONLY You can not write')
  for (let i = 0; i < 660; i++) faults.fault(away, 'a command failed')
  t.match(lines, [[{ store: 'redis', reason: /^READONLY/ }, /^a store is away/]])
  const mistake = new TypeError('x is undefined')
  for (let i = 0; i < 2; i++) faults.fault(mistake, 'fault', { roundId: 'r' })
  t.strictSame(lines.slice(1), [
    [{ err: mistake, roundId: 'r' }, 'fault'],
    [{ err: mistake, roundId: 'r' }, 'fault'],
  ])
  faults.reportEnded()
  t.equal(lines.length, 3, 'it may not be over')
  nowMs += OUTAGE_QUIET_MS
  faults.reportEnded()
  t.strictSame(lines.slice(3), [
    [{ store: 'redis', failures: 660, lastedMs: 0 }, 'a store is back'],
  ])
})

t.test(
  'an outage is logged with the error of the connection, before or after the first failure',
  t => {
    const lines: [fields: { reason?: string }, text: string][] = []
    const write = (fields: object, text: string) => void lines.push([fields, text])
    let nowMs = 1_000
    const faults = createFaultLog({ error: write, warn: write }, () => nowMs)
    t.teardown(faults.close)
    const refused = new Error('connect ECONNREFUSED 127.0.0.1:6379')
    const failed = new Error("Stream isn't writeable and enableOfflineQueue options is false")
    faults.connectionLost('redis', refused)
    t.strictSame(lines, [], 'it may come back before a command needs it')
    faults.fault(failed, 'fault')
    t.equal(lines[0]![0].reason, `${failed.message}; ${refused.message}`)
    for (const reason of [
      refused,
      new Error('NOAUTH'),
      new Error('NOAUTH'),
      new Error('a fourth'),
    ]) {
      faults.connectionLost('redis', reason)
    }
    t.strictSame(
      lines.slice(1).map(([{ reason }]) => reason),
      ['NOAUTH'],
      'each reason once, three at most',
    )
    nowMs += OUTAGE_QUIET_MS
    faults.reportEnded()
    lines.splice(0)
    faults.fault(failed, 'fault')
    t.equal(lines[0]![0].reason, failed.message, 'the earlier error is too old')
    t.end()
  },
)

t.test('the reason of a failure is what its causes say', t => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  t.equal(
    reasonOf(Object.assign(new AggregateError([refused], ''), { code: 'X' })),
    'X: connect ECONNREFUSED',
  )
  t.equal(reasonOf(new Error('away', { cause: refused })), 'away: connect ECONNREFUSED')
  const ofCluster = Object.assign(new Error('Failed to refresh'), { lastNodeError: refused })
  t.equal(reasonOf(ofCluster), 'Failed to refresh: connect ECONNREFUSED')
  t.equal(reasonOf('text'), 'text')
  t.end()
})
