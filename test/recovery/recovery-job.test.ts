// A recovery pass with failures: one failure does not stop the rest, a full lane is skipped, and a
// stopped job sends nothing more. Each failure is reported.

import t from 'tap'
import type { OwnedRound } from '../../src/ledger/rounds/recovery-work.ts'
import { RETENTION_BATCH_ROWS } from '../../src/limits.ts'
import { type RecoveryDeps, startRecoveryJob } from '../../src/recovery/recovery-job.ts'
import { startRetentionJob } from '../../src/recovery/retention-job.ts'
import type { LaneTask } from '../../src/wire/lane.ts'
import { until } from '../support/until.ts'

// The timers of a job keep no process alive.
const alive = setInterval(() => {}, 60_000)
t.teardown(() => clearInterval(alive))

const roundOf = (roundId: string): OwnedRound => ({ projectId: 'p', playerId: 'ann', roundId })
const failing = (what: string) => () => Promise.reject(new Error(what))

/** A job that found its first pass empty, so that the test runs the next ones. */
async function open(own: Partial<RecoveryDeps>) {
  const sent: LaneTask[] = []
  const faults: string[] = []
  const done: string[] = []
  const does = (what: string) => async () => void done.push(what)
  let isFirst = true
  const deps: RecoveryDeps = {
    lanes: {
      async run(_player, task) {
        sent.push(task)
        return ''
      },
    },
    findStalledRounds: async () => [roundOf('stalled')],
    findOverdueDecisions: async () => [roundOf('overdue')],
    findDueNotifications: async () => [{ ...roundOf('untold'), event: 'start' }],
    expireGrants: does('grants'),
    expireTargets: does('targets'),
    sendSummaries: does('summaries'),
    searchTargets: does('searches'),
    rollUpReports: does('reports'),
    underLease: work => work(),
    onFault: error => faults.push((error as Error).message),
    ...own,
  }
  const job = startRecoveryJob({
    ...deps,
    async underLease(work) {
      if (!isFirst) await deps.underLease(work)
      isFirst = false
    },
  })
  t.teardown(() => job.stop())
  await until('its first pass is over', () => !isFirst)
  done.length = 0
  faults.length = 0
  return { job, sent, faults, done }
}

const ALL = ['searches', 'grants', 'targets', 'summaries', 'reports']

t.test('a pass does all its work, and reports how much it found', async t => {
  const { job, sent, faults, done } = await open({
    findStalledRounds: async () => [roundOf('a'), roundOf('b')],
  })
  t.equal(await job.run(), 2)
  t.strictSame(done, ALL)
  t.strictSame(sent.map(({ kind }) => kind).sort(), ['decide', 'notify', 'resume', 'resume'])
  t.match(
    sent.find(({ kind }) => kind === 'notify'),
    { ...roundOf('untold'), event: 'start' },
  )
  t.strictSame(faults, [])
})

const FAILURES: [
  what: string,
  own: Partial<RecoveryDeps>,
  left: readonly string[],
  sent: number,
][] = [
  ['searches', { searchTargets: failing('searches') }, ALL.slice(1), 3],
  ['reports', { rollUpReports: failing('reports') }, ALL.slice(0, 4), 3],
  ['decisions', { findOverdueDecisions: failing('decisions') }, ALL, 2],
  ['lanes', { lanes: { run: failing('lanes') } }, ALL, 0],
]
for (const [what, own, left, count] of FAILURES) {
  t.test(`${what} that fail do not stop the rest`, async t => {
    const { job, sent, faults, done } = await open(own)
    await job.run()
    t.strictSame(done, left)
    t.equal(sent.length, count)
    t.strictSame(new Set(faults), new Set([what]))
  })
}

t.test('a full lane is skipped', async t => {
  const { job, faults } = await open({ lanes: { run: () => null } })
  t.equal(await job.run(), 1)
  t.strictSame(faults, [])
})

t.test('a node without the lease only starts searches', async t => {
  const { job, sent, done } = await open({ underLease: async () => {} })
  t.equal(await job.run(), 0)
  t.strictSame([done, sent], [['searches'], []])
})

t.test('a job that is stopped sends none of the rest it has found', async t => {
  let stop = async () => {}
  const sent: LaneTask[] = []
  const { job } = await open({
    findOverdueDecisions: async () => [],
    findDueNotifications: async () => [],
    findStalledRounds: async () => ['a', 'b', 'c'].map(roundOf),
    lanes: {
      async run(_player, task) {
        sent.push(task)
        void stop()
        return ''
      },
    },
  })
  stop = job.stop
  await job.run()
  t.equal(sent.length, 1)
})

t.test('a job whose first pass fails runs again, and ends when it is stopped', async t => {
  const faults: unknown[] = []
  let passes = 0
  const pass = async () => {
    if (++passes === 1) throw new Error('away')
  }
  const job = startRetentionJob({
    makeMonths: async () => 0,
    deletions: {},
    onDeleted() {},
    underLease: pass,
    onFault: error => faults.push(error),
  })
  await until('reported', () => faults.length === 1)
  t.equal(await job.run(), false)
  await job.stop()
  t.equal(passes, 2)
})

// Retention
// -----------------------------------------------------------------------------------------

function openRetention(batches: Record<string, number>, makeMonths = async () => 0) {
  const deleted: [string, number][] = []
  const faults: string[] = []
  let isFirst = true
  const job = startRetentionJob({
    makeMonths,
    deletions: Object.fromEntries(
      Object.entries(batches).map(([what, rows]) => [what, async () => rows]),
    ),
    onDeleted: (what, rows) => deleted.push([what, rows]),
    async underLease(work) {
      if (!isFirst) await work()
      isFirst = false
    },
    onFault: error => faults.push((error as Error).message),
  })
  t.teardown(() => job.stop())
  return { job, deleted, faults, begun: () => until('begun', () => !isFirst) }
}

t.test('a full batch of any kind reports that there may be more', async t => {
  const full = RETENTION_BATCH_ROWS
  for (const [batches, isMore] of [
    [{ a: full, b: 0 }, true],
    [{ a: 0, b: full }, true],
    [{ a: full - 1, b: 1 }, false],
  ] as [Record<string, number>, boolean][]) {
    const { job, deleted, begun } = openRetention(batches)
    await begun()
    t.equal(await job.run(), isMore)
    t.strictSame(
      deleted,
      Object.entries(batches).filter(([, rows]) => rows > 0),
    )
  }
})

t.test('months that can’t be created are reported, old rows are still deleted', async t => {
  const { job, deleted, faults, begun } = openRetention({ a: 1 }, failing('months'))
  await begun()
  await job.run()
  t.strictSame([faults, deleted], [['months'], [['a', 1]]])
})

t.test('a retention job that is stopped deletes nothing more', async t => {
  const { job, deleted, begun } = openRetention({ a: 1, b: 1 })
  await begun()
  await job.stop()
  await job.run()
  t.strictSame(deleted, [])
})
