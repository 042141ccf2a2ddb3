// A test file whose tests pass, but which changes its process.

import t from 'tap'

t.test('it passes', async t => {
  Object.assign(globalThis, { trace: true })
  process.env.TRACE = 'left'
  process.exitCode = 3
  t.pass()
})
