// Test files share a process: each is reported under its name with its end, and none hides the
// failure of another.

import t from 'tap'
import { proofsOf } from '../../scripts/proofs.ts'
import { findTests, isProved, openTestProcesses } from '../../scripts/test-files.ts'

/** A process that starts among others loads its packages for seconds. */
const times = { timeoutMs: 2_000, closingMs: 100, killLaterMs: 8_000 }
const processes = openTestProcesses({}, times)
t.teardown(() => processes.end())
const run = (name: string) => processes.run(`test/scripts/planted/${name}.ts`)

t.test('a file that passes is reported with its tests and its processor time', async t => {
  const { failure, tap, cpuMs } = await run('passes')
  t.equal(failure, null)
  t.match(tap, /^ok 1 - it passes/m)
  t.ok(cpuMs > 0)
})

for (const [name, failure] of Object.entries({
  'leaves-open': 'it left open: TCPServerWrap',
  'leaves-traces': 'it set exit code 3; it left globals: trace',
  waits: 'a test failed',
  hangs: 'it hung and was killed',
  exits: 'its process ended with exit code 0',
})) {
  t.test(`a file that ${name.replace('-', ' ')} fails, and the next one runs`, async t => {
    t.equal((await run(name)).failure, failure)
    const next = await run('passes')
    t.equal(next.failure, null)
    t.match(next.tap, /^ok 1 - it passes/m)
  })
}

t.test('a file that a whole run leaves out is found by its name and played by a proof', t => {
  const whole = findTests([])
  const left = findTests(['test/']).filter(file => !whole.includes(file))
  t.ok(left.length > 0)
  const proved = proofsOf(1, false).flatMap(({ args }) =>
    args.filter(arg => arg.startsWith('test/')),
  )
  for (const file of left) {
    t.ok(isProved(file), file)
    t.ok(
      proved.some(part => file.includes(part)),
      file,
    )
  }
  t.end()
})
