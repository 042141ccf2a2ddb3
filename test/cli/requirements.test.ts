import { createServer } from 'node:net'
import path from 'node:path'
import t from 'tap'
import { NATIVE_HASHES } from '../../src/cli/node/native-hashes.ts'
import {
  checkNativeLibrary,
  explainNativeFailure,
  findForeignCode,
  requirePort,
  requirePostgres,
  requireRedis,
} from '../../src/cli/node/requirements.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { holdPort } from '../support/held-port.ts'

const retry = (port: number) => `npm start -- --port ${port}`

t.test('a taken port is reported in one line with the remedy', async t => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as { port: number }
  const message = `Port ${port} is taken; stop what listens there or choose another: `
  await t.rejects(requirePort('127.0.0.1', port, retry), { message: message + retry(port + 1) })
})

t.test('a free port is accepted, an address of another machine is not', async t => {
  await t.resolves(requirePort('127.0.0.1', await holdPort(), retry))
  await t.rejects(requirePort('192.0.2.1', 8080, retry), /no address 192\.0\.2\.1/)
})

t.test('stores that do not answer are reported without their password', async t => {
  const port = await holdPort()
  const failed = await Promise.allSettled([
    requireRedis(`redis://:hunter2@127.0.0.1:${port}`),
    requirePostgres(`postgres://u:hunter2@127.0.0.1:${port}/d`),
  ])
  for (const failure of failed) {
    const { message } = (failure as PromiseRejectedResult).reason
    t.match(message, new RegExp(`at 127\\.0\\.0\\.1:${port} does not answer \\(ECONNREFUSED\\)`))
    t.notMatch(message, 'hunter2')
  }
})

t.test('the network library loads here, and a failure names the Node version to use', async t => {
  t.doesNotThrow(checkNativeLibrary)
  const missing = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found"
  t.match(
    explainNativeFailure(missing, '2.36'),
    /needs glibc 2\.38 \(Debian 13, .*has 2\.36: run Node 20 here, or Node 24 on such a system\.$/,
  )
  t.match(
    explainNativeFailure("Cannot find module './uws_x.node'", '2.36'),
    /run Node 24 \(Node 20 where glibc is older than 2\.38\)/,
  )
})

t.test('every compiled file of the front end is the verified one', async t => {
  const folder = path.join(PROJECT_ROOT, 'node_modules', 'uWebSockets.js')
  for (const file of Object.keys(NATIVE_HASHES)) t.equal(findForeignCode(folder, file), null, file)
  for (const abi of [115, 137]) {
    t.ok(NATIVE_HASHES[`uws_linux_x64_${abi}.node`], 'Node 20 and 24 on Linux are among them')
  }
})

t.test('a compiled file with one changed byte, or of an unknown build, is refused', async t => {
  const folder = t.testdir({ 'uws_linux_x64_115.node': 'x', 'uws_linux_x64_999.node': 'x' })
  for (const abi of [115, 999]) {
    t.match(findForeignCode(folder, `uws_linux_x64_${abi}.node`), /npm ci.*do not run it/)
  }
  const missing = findForeignCode(folder, 'uws_plan9_x64_115.node')
  t.equal(missing, null, 'a missing one is reported elsewhere')
})
