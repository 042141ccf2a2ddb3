import t from 'tap'
import { createTapReport } from '../../scripts/tap-report.ts'

function report(tap: string) {
  const printed: string[] = []
  const reader = createTapReport(line => printed.push(line))
  for (const line of tap.split('\n')) reader.read(line)
  return { printed, totals: reader.totals() }
}

t.test('tests of a file are counted, their parts are not', async t => {
  const { printed, totals } = report(`TAP version 14
# Subtest: dist/test/a.test.js
    # Subtest: one
        ok 1 - should be equal
        ok 2 - should be equal
        1..2
    ok 1 - one # time=6.275ms
    ok 2 - three # SKIP
    1..2
ok 1 - dist/test/a.test.js # time=34.576ms`)
  t.same(totals, { passed: 1, failed: 0, skipped: 1 })
  t.same(printed, ['ok   dist/test/a.test.js (2 tests, 34 ms)'])
})

t.test('a failure is printed once, with its explanation', async t => {
  const { printed, totals } = report(`# Subtest: a.test.js
    # Subtest: two
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
    1..1
not ok 1 - a.test.js # time=34.5ms
  ---
  exitCode: 1
  ...
# Subtest: b.test.js
    ok 1 - fine
ok 2 - b.test.js # time=3ms`)
  t.same(totals, { passed: 1, failed: 1, skipped: 0 })
  t.same(printed, [
    'FAIL a.test.js > two > should be equal',
    '  ---',
    '  diff: |',
    '    -2',
    '    +1',
    '  ...',
    'FAIL a.test.js (1 tests, 34 ms)',
    'ok   b.test.js (1 tests, 3 ms)',
  ])
})

t.test('a file that ends early has failed although its tests passed', async t => {
  const { printed, totals } = report(`# Subtest: y.test.js
    ok 1 - one # time=3ms
    1..1
not ok 1 - y.test.js # time=308.698ms
  ---
  exitCode: 3
  ...`)
  t.same(totals, { passed: 1, failed: 1, skipped: 0 })
  t.match(printed.join('\n'), /exitCode: 3/)
})
