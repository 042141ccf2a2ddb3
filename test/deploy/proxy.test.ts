// The proxy of deploy/docker in front of a server that records its input: bytes that a node's
// parser would trim never reach it. Needs HAProxy; without it the test is skipped with the reason.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
import { shippedProxy } from '../support/shipped-proxy.ts'
import { until } from '../support/until.ts'

const PROXY_NODES = /^haproxy_backend_active_servers\{proxy="nodes"\} 1$/m
const haproxy = findTestProgram('haproxy')
if (haproxy === null)
  t.test(
    "the proxy refuses what a node's parser would trim",
    { skip: 'HAProxy is not installed' },
    () => {},
  )
else {
  await tryProxy(haproxy)
  await tryAsShipped(haproxy)
}

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

/**
 * The unchanged file, in a network apart, where port 8080 is free; with fewer connections than its
 * maxconn, for which a user of tests may not open enough files.
 */
async function tryAsShipped(command: string): Promise<void> {
  const file = path.join(PROJECT_ROOT, 'deploy/docker/haproxy.cfg')
  const skip = canBeApart() ? false : 'this user may not have a network apart (unshare --net)'
  t.test(
    'the file starts as it is shipped, and refuses before any node is up',
    { skip },
    async t => {
      const start = 'ip link set lo up && exec "$0" -n 100 -db -f "$1"'
      const proxy = spawn('unshare', ['--net', 'sh', '-c', start, command, file], { stdio: 'pipe' })
      let said = ''
      for (const stream of [proxy.stdout, proxy.stderr]) {
        stream.on('data', chunk => {
          said += chunk
        })
      }
      t.teardown(() => proxy.kill('SIGKILL'))
      let statuses = null
      await until('HAProxy answers or has ended', () => {
        if (proxy.exitCode !== null) return true
        statuses = askInside(proxy.pid!)
        return statuses !== null
      })
      t.strictSame(statuses, [503, 400, 413], said)
    },
  )
}

function canBeApart(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Prints the statuses of a plain request, a key with a wrong byte, and a body past the bound. */
const CLIENT = `
const ask = (headers, body) =>
  fetch('http://127.0.0.1:8080/playGame.do', { method: 'POST', headers, body })
const answers = [
  await ask({}, '{}'),
  await ask({ 'idempotency-key': 'a\\xe9' }, '{}'),
  await ask({}, 'x'.repeat(70000)),
]
console.log(JSON.stringify(answers.map(({ status }) => status)))`

/** Null while the proxy does not listen. */
function askInside(pid: number): number[] | null {
  const node = [process.execPath, '--input-type=module', '-e', CLIENT]
  try {
    const args = [`--net=/proc/${pid}/ns/net`, ...node]
    return JSON.parse(execFileSync('nsenter', args, { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return null
  }
}

/** The shipped file, with one node, that needs no probe, on free ports of loopback. */
async function writeConfig(nodePort: number) {
  const port = await holdPort()
  const metricsPort = await holdPort()
  const node = { name: 'node-1', host: `127.0.0.1:${nodePort}`, probesPort: null }
  const text = shippedProxy(`127.0.0.1:${port}`, [node], 100, metricsPort)
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-proxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  return { url: `http://127.0.0.1:${port}`, metricsUrl, file, folder }
}
