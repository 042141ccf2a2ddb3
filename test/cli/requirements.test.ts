import { createServer } from 'node:net'
import t from 'tap'
import {
  checkNativeLibrary,
  explainNativeFailure,
  requirePort,
  requirePostgres,
  requireRedis,
} from '../../src/cli/node/requirements.ts'
import { findFreePort } from '../../src/embedded/free-port.ts'

const retry = (port: number) => `npm start -- --port ${port}`

t.test('a taken port is one line that says what to do', async t => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  await t.rejects(requirePort('127.0.0.1', port, retry), {
    message: `Port ${port} is taken; stop what listens there or choose another: npm start -- --port ${port + 1}`,
  })
})

t.test('a free port is fine, an address of another machine is not', async t => {
  await t.resolves(requirePort('127.0.0.1', await findFreePort(), retry))
  await t.rejects(requirePort('192.0.2.1', 8080, retry), /no address 192\.0\.2\.1/)
})

t.test('stores that do not answer are told without their password', async t => {
  const port = await findFreePort()
  const failures = [
    requireRedis(`redis://:hunter2@127.0.0.1:${port}`),
    requirePostgres(`postgres://u:hunter2@127.0.0.1:${port}/d`),
  ]
  for (const failure of failures) {
    const message: string = await failure.then(
      () => 'answered',
      error => error.message,
    )
    t.match(message, new RegExp(`at 127\\.0\\.0\\.1:${port} does not answer \\(ECONNREFUSED\\)`))
    t.notMatch(message, 'hunter2')
  }
})

t.test('the network library loads here, and a failure says which Node to run', async t => {
  t.doesNotThrow(checkNativeLibrary)
  const missing = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found"
  t.match(explainNativeFailure(missing, '2.36'), /needs glibc 2\.38.*has 2\.36: run Node 20\.$/)
  t.match(explainNativeFailure("Cannot find module './uws_x.node'", '2.36'), /run Node 20/)
})
