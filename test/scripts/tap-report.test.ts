import t from 'tap'
import { createTapReport, type FileEnd } from '../../scripts/tap-report.ts'

const WELL: FileEnd = { failure: null, timeMs: 34, cpuMs: 20 }

function openReport() {
  const printed: string[] = []
  const report = createTapReport(line => printed.push(line))
  return { printed, report }
}

t.test('tests of a file are counted, their parts are not', async t => {
  const { printed, report } = openReport()
  const tap = `TAP version 14
# Subtest: one
    ok 1 - should be equal
    ok 2 - should be equal
    1..2
ok 1 - one # time=6.275ms
ok 2 - three # SKIP
1..2
# time=34.576ms`
  report.addFile('test/a.test.ts', tap, WELL)
  t.same(report.totals(), { passed: 1, failed: 0, skipped: 1 })
  t.same(printed, ['ok   test/a.test.ts (2 tests, 34 ms, 20 ms of CPU)'])
})

t.test('a test that was left out is printed with its reason', async t => {
  const { printed, report } = openReport()
  const tap = `# Subtest: wallets
    ok 1 - in PHP # SKIP PHP is not installed
    ok 2 - in Node
    1..2
ok 1 - wallets # time=1ms
1..1`
  report.addFile('a.test.ts', tap, WELL)
  t.same(printed, [
    'skip a.test.ts > wallets > in PHP: PHP is not installed',
    'ok   a.test.ts (1 tests, 34 ms, 20 ms of CPU)',
  ])
})

t.test('what tests say of themselves is printed where it is wanted', async t => {
  const tap = `# Subtest: one
    # 3100 sockets
    ok 1 - fine
    1..1
    # time=1ms
ok 1 - one
1..1`
  const printed: string[] = []
  createTapReport(line => printed.push(line), true).addFile('a.test.ts', tap, WELL)
  t.same(printed, ['     3100 sockets', 'ok   a.test.ts (1 tests, 34 ms, 20 ms of CPU)'])
})

t.test('a failure is printed once, with its explanation', async t => {
  const { printed, report } = openReport()
  const tap = `# Subtest: two
    not ok 1 - should be equal
      ---
      diff: |
        -2

        +1
      ...
    1..1
not ok 1 - two # time=16ms
  ---
  at: somewhere
  ...
ok 2 - three
1..2`
  report.addFile('a.test.ts', tap, { ...WELL, failure: 'it ended with exit code 1' })
  report.addFile('b.test.ts', 'ok 1 - fine', { ...WELL, timeMs: 3 })
  t.same(report.totals(), { passed: 2, failed: 1, skipped: 0 })
  t.same(printed, [
    'FAIL a.test.ts > two > should be equal',
    '  ---',
    '  diff: |',
    '    -2',
    '    +1',
    '  ...',
    'FAIL a.test.ts (2 tests, 34 ms, 20 ms of CPU)',
    'ok   b.test.ts (1 tests, 3 ms, 20 ms of CPU)',
  ])
})

t.test('consecutive failures are each printed', async t => {
  const { printed, report } = openReport()
  const tap = `not ok 1 - one
  ---
  at: here
  ...
not ok 2 - two
not ok 3 - three`
  report.addFile('a.test.ts', tap, { ...WELL, failure: 'it ended with exit code 1' })
  t.equal(report.totals().failed, 3)
  t.same(printed.filter(line => line.includes(' > ')).length, 3)
})

t.test('a file that ends early has failed although its tests passed', async t => {
  const { printed, report } = openReport()
  report.addFile('y.test.ts', 'ok 1 - one # time=3ms\n1..1', {
    ...WELL,
    failure: 'it ended with exit code 3',
  })
  t.same(report.totals(), { passed: 1, failed: 1, skipped: 0 })
  t.match(printed.join('\n'), /FAIL y.test.ts: it ended with exit code 3/)
})

t.test('a file without a test has failed', async t => {
  const { printed, report } = openReport()
  report.addFile('empty.test.ts', '', WELL)
  t.same(report.totals(), { passed: 0, failed: 1, skipped: 0 })
  t.match(printed.join('\n'), /FAIL empty.test.ts: it has no test/)
})

t.test('a file that runs again is counted once, by its last run', async t => {
  const { report } = openReport()
  t.notOk(report.addFile('z.test.ts', 'not ok 1 - one', { ...WELL, failure: 'a test failed' }))
  t.ok(report.addFile('z.test.ts', 'ok 1 - one', WELL))
  t.same(report.totals(), { passed: 1, failed: 0, skipped: 0 })
})
