// The proxy of deploy/docker in front of a server that records its input: bytes that a node's
// parser would trim never reach it. Needs HAProxy; without it the test is skipped with the reason.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from 'tap'
import { findTestProgram } from '../../scripts/test-programs.ts'
import { startChild } from '../../src/embedded/child.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { holdPort } from '../support/held-port.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'

const PROXY_NODES = /^haproxy_backend_active_servers\{proxy="nodes"\} 1$/m
const haproxy = findTestProgram('haproxy')
if (haproxy === null)
  t.test(
    "the proxy refuses what a node's parser would trim",
    { skip: 'HAProxy is not installed' },
    () => {},
  )
else await tryProxy(haproxy)

async function tryProxy(command: string): Promise<void> {
  const reached: string[] = []
  const server = createServer((req, res) => {
    reached.push(String(req.headers['idempotency-key'] ?? 'no key'))
    res.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { url, metricsUrl, file, folder } = await writeConfig(
    (server.address() as AddressInfo).port,
  )
  const proxy = await startChild({
    command,
    args: ['-db', '-f', file],
    folder,
    logFile: path.join(folder, 'haproxy.log'),
    stopSignal: 'SIGKILL',
  })
  t.teardown(async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true })
  })
  await until('HAProxy listens', () =>
    fetch(url)
      .then(each => each.ok)
      .catch(() => false),
  )

  async function post(header: string): Promise<string> {
    const socket = openRawSocket(t, url)
    socket.send(
      'POST /playGame.do HTTP/1.1\r\nHost: a\r\nConnection: ' +
        `close\r\n${header}\r\nContent-Length: 2\r\n\r\n{}`,
    )
    return socket.closed
  }

  for (const key of ['a\xe9', '\xe9a', '\x85a\xa0', '\xff', 'a\xe9b', 'a\x01']) {
    t.test(`refused: an Idempotency-Key of ${JSON.stringify(key)}`, async t => {
      reached.length = 0
      t.match(
        await post(`Idempotency-Key: ${key}`),
        /^HTTP\/1\.1 400 .*"INVALID_IDEMPOTENCY_KEY"\}$/s,
      )
      t.strictSame(reached, [], 'no node')
    })
  }

  t.test('refused: such bytes in any header', async t => {
    reached.length = 0
    t.match(await post('X-A: b\xe9'), /^HTTP\/1\.1 400 .*"INVALID_REQUEST"\}$/s)
    t.strictSame(reached, [], 'no node')
  })

  t.test('the proxy shows how many nodes it can send players to', async t => {
    t.match(await (await fetch(metricsUrl)).text(), PROXY_NODES)
    const { status } = await fetch(metricsUrl.replace('metrics', 'other'))
    t.equal(status, 403)
  })

  t.test('a key of printable ASCII passes unchanged', async t => {
    reached.length = 0
    t.match(await post('Idempotency-Key: !a,b~'), /^HTTP\/1\.1 200 /)
    t.strictSame(reached, ['!a,b~'])
  })
}

/** The shipped file, with one node, that needs no probe, on free ports of loopback. */
async function writeConfig(nodePort: number) {
  const port = await holdPort()
  const metricsPort = await holdPort()
  const shipped = readFileSync(path.join(PROJECT_ROOT, 'deploy/docker/haproxy.cfg'), 'utf8')
  const text = shipped
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind :8405', `bind 127.0.0.1:${metricsPort}`)
    .replace(/maxconn \d+/, 'maxconn 100')
    .replace(/^resolvers [\s\S]*?\n\n/m, '')
    .replace(/^ {2}(option httpchk|http-check |default-server ).*\n/gm, '')
    .replace('server node-1 node-1:8080', `server node-1 127.0.0.1:${nodePort}`)
    .replace(/^ {2}server node-2 .*\n/m, '')
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-proxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  return { url: `http://127.0.0.1:${port}`, metricsUrl, file, folder }
}
