// The time of record: rounds carry the clock of Postgres, whatever the clock of the node that plays
// them; a node whose clock is too far off reports it and starts no round until it is right.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { uuidTimeMs } from '../../src/core/identifiers.ts'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { CLOCK_STOP_MS, CLOCK_WARN_MS } from '../../src/limits.ts'
import { CLOCK_LINES, createRecordClock, moveOffset } from '../../src/server/node-clock.ts'
import { playOut } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { codeOf } from '../support/play-client.ts'
import { until } from '../support/until.ts'

const START_MS = 1_800_000_000_000

/** A node and a server with clocks that the test moves, and an answer that takes as long as said. */
function makeClocks(nodeAheadMs: number) {
  const at = { monotonicMs: 5_000, serverMs: START_MS, aheadMs: nodeAheadMs }
  const lines: string[] = []
  const note = (level: string) => (fields: object, text: string) =>
    void lines.push(`${level} ${text} ${JSON.stringify(fields)}`)
  const clock = createRecordClock(
    { warn: note('warn'), error: note('error') },
    () => at.serverMs + at.aheadMs,
    () => at.monotonicMs,
  )
  const pass = (ms: number) => {
    at.monotonicMs += ms
    at.serverMs += ms
  }
  /** @param thereMs of the way to the server, and of the way back */
  function read(thereMs = 0, backMs = thereMs, database = 'home'): void {
    const take = clock.beginReading(database, database === 'home')
    pass(thereMs)
    const { serverMs } = at
    pass(backMs)
    take(serverMs)
  }
  return { at, clock, lines, pass, read }
}

t.test('the time of record is that of the server, however far the node is off', t => {
  for (const aheadMs of [0, 1, -HOUR_MS, HOUR_MS, 130 * DAY_MS]) {
    const { at, clock, pass, read } = makeClocks(aheadMs)
    read()
    t.equal(clock.nowMs(), at.serverMs, `${aheadMs}`)
    pass(777)
    t.equal(clock.nowMs(), at.serverMs, 'between two readings')
    at.aheadMs += HOUR_MS
    t.equal(clock.nowMs(), at.serverMs, "someone sets the node's clock")
  }
  t.end()
})

t.test('a reading moves the time of record no farther than it proves', t => {
  const { at, clock, read } = makeClocks(0)
  read(10, 30)
  t.equal(clock.nowMs() - at.serverMs, -10, 'the first one halves its round trip')
  read(2_000, 100)
  t.equal(clock.nowMs() - at.serverMs, -10, 'a slow one proves nothing')
  read(1, 1)
  t.equal(clock.nowMs() - at.serverMs, -1, 'a fast one makes it exact')
  at.serverMs += 500
  read(1, 1)
  t.equal(clock.nowMs() - at.serverMs, -1, "the server's clock was set")
  t.equal(moveOffset(7, { sentMs: 0, receivedMs: 4, serverMs: 9 }), 7)
  t.equal(moveOffset(2, { sentMs: 0, receivedMs: 4, serverMs: 9 }), 5)
  t.equal(moveOffset(12, { sentMs: 0, receivedMs: 4, serverMs: 9 }), 9)
  t.end()
})

t.test('a difference is logged once at each bound, and past the second no round starts', t => {
  const { at, clock, lines, read } = makeClocks(0)
  const readAt = (aheadMs: number) => {
    at.aheadMs = aheadMs
    read()
    return clock.isOff()
  }
  t.notOk(readAt(CLOCK_WARN_MS))
  t.strictSame(lines, [])
  t.notOk(readAt(-CLOCK_WARN_MS - 1))
  t.notOk(readAt(CLOCK_STOP_MS))
  t.strictSame(lines.splice(0), [`warn ${CLOCK_LINES.differs} {"aheadMs":-2001}`])
  t.ok(readAt(CLOCK_STOP_MS + 1))
  t.ok(readAt(-HOUR_MS))
  t.strictSame(lines.splice(0), [`error ${CLOCK_LINES.off} {"aheadMs":10001}`])
  t.notOk(readAt(0))
  t.strictSame(lines, [`warn ${CLOCK_LINES.agrees} {"aheadMs":0}`])
  t.end()
})

t.test('only the home database dates rounds; the others are measured', t => {
  const { at, clock, read } = makeClocks(0)
  read()
  at.serverMs -= HOUR_MS
  at.aheadMs += HOUR_MS
  read(0, 0, '512-1023')
  t.equal(clock.nowMs(), at.serverMs + HOUR_MS)
  t.notOk(clock.isOff())
  t.strictSame(clock.differences(), [
    [0, 'home'],
    [3600, '512-1023'],
  ])
  t.end()
})

/** What may read the machine's clock: nothing of it is stored as the time of a round. */
const READERS = [
  'edge/public.ts', // the expiry in security.txt
  'ledger/rounds/round-ledger.ts', // defaults, for tests and commands
  'ledger/rounds/round-reader.ts',
  'redis/player-state.ts',
  'server/lanes/lane.ts', // how long a store was away, in the log
  'server/metrics/calls.ts', // when a wallet last answered
  'server/metrics/node-metrics.ts', // when the process started
  'server/node-clock.ts', // compares it
  'server/outages.ts',
  'server/parts.ts',
  'wallet/client.ts', // a default
]

t.test("no other part of a node reads the machine's clock", t => {
  const src = path.join(PROJECT_ROOT, 'src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !/^(cli|sdk|wallet-kit|embedded)\//.test(file))
    .filter(file => /Date\.now|new Date\(\)/.test(readFileSync(path.join(src, file), 'utf8')))
  t.strictSame(files.sort(), READERS)
  t.end()
})

const setup = await openSetup(t)
const { pool, wallet } = setup
const shiftedClock = import.meta.resolve('../support/shifted-clock.js')

const node = await setup.startProcess({
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--import=${shiftedClock}?shiftMs=${130 * DAY_MS}&laterMs=8000`,
})

async function readLedgerMs(): Promise<number> {
  const { rows } = await pool.query('SELECT clock_timestamp() AS now')
  return rows[0].now.getTime()
}

async function readDifference(): Promise<number> {
  const text = await (await request(`${node.probesUrl}/metrics`)).body.text()
  return Number(/^reelhouse_clock_difference_seconds\{database="home"\} (.+)$/m.exec(text)![1])
}

t.test('a node at +130 days starts no round until its clock is nearly right', async t => {
  const readyz = async () => {
    const { statusCode, body } = await request(`${node.probesUrl}/readyz`)
    return { status: statusCode, body: await body.json() }
  }
  await until('it has found out', () => node.output().includes(CLOCK_LINES.off))
  const isOff = '{"status":"not ready","obstacles":["clock"]}'
  await until('its clock alone is an obstacle', async () => {
    const { status, body } = await readyz()
    return status === 503 && JSON.stringify(body) === isOff
  })
  const { client, welcome } = await setup.openGame(node, 'waits')
  t.match(welcome, { type: 'welcome' }, 'rounds in play go on')
  t.match(await client.spin(BET, 'refused'), { code: 'SHUTTING_DOWN', retry: true })
  t.equal(wallet.of('bet', 'waits').length, 0)
  t.equal(Math.round((await readDifference()) / 86_400), 130)
  node.child.kill('SIGUSR2')
  await until('it is ready', async () => (await readyz()).status === 200)
  t.equal(codeOf(await client.spin(BET, 'refused')), 'round')
})

t.test('rounds of a node whose clock is 8 s ahead carry the time of Postgres', async t => {
  const beforeMs = await readLedgerMs()
  const { client } = await setup.openGame(node, 'ahead')
  const { roundId } = await playOut(client, { bet: BET })
  const afterMs = await readLedgerMs()
  const isBetween = (ms: number, what: string) =>
    t.ok(ms >= beforeMs - 5 && ms <= afterMs + 5, `${what}: ${ms - beforeMs} ms after`)
  const { rows } = await pool.query(
    `SELECT r.created_at, r.settled_at, r.session_id FROM round r WHERE round_id = $1`,
    [roundId],
  )
  const [round] = rows
  isBetween(round.created_at.getTime(), 'opened')
  isBetween(round.settled_at.getTime(), 'settled')
  isBetween(uuidTimeMs(roundId), 'the id of the round')
  isBetween(uuidTimeMs(round.session_id), 'the id of the session')
  const dated = wallet.calls.filter(call => call.playerId === 'ahead' && call.timestamp > 0)
  t.ok(dated.some(({ method }) => method === 'bet'))
  for (const { method, timestamp } of dated) {
    t.ok(timestamp >= Math.floor(beforeMs / 1000) && timestamp <= afterMs / 1000, method)
  }
  const difference = await readDifference()
  t.ok(Math.abs(difference - 8) < 1, `${difference} s`)
  t.match(node.output(), CLOCK_LINES.differs)
  node.child.kill('SIGUSR2')
  await until('its clock is right', () => node.output().includes(CLOCK_LINES.agrees))
})
