// The proxy of deploy/docker in front of servers that record their input: bytes that a node's
// parser would trim never reach them, and sockets of one place meet. Needs HAProxy; without it the
// tests are skipped with the reason.

import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import t, { type Test } from 'tap'
import { GUID, openPlaySocket } from '../../bench/play-socket.ts'
import { findTestProgram } from '../../scripts/test-programs.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { PLACE_SHARE } from '../../src/server/socket-balance.ts'
import { openRawSocket } from '../support/raw-socket.ts'
import { startShippedProxy } from '../support/shipped-proxy.ts'
import { until } from '../support/until.ts'

const PROXY_NODES = /^haproxy_backend_active_servers\{proxy="nodes"\} 1$/m
const PLACES = Array.from({ length: 8 }, (_, place) => place * 128)
const SOCKETS_A_PLACE = 15

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

// Tests begin while those after them are being set up, so all constants come before.
const haproxy = findTestProgram('haproxy')
if (haproxy === null)
  t.test(
    "the proxy refuses what a node's parser would trim",
    { skip: 'HAProxy is not installed' },
    () => {},
  )
else {
  await tryProxy(haproxy)
  await tryPlaces(haproxy)
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
  const { url, metricsUrl } = await startProxy(command, [(server.address() as AddressInfo).port])

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

async function tryPlaces(command: string): Promise<void> {
  const nodes = [await startSocketNode('one'), await startSocketNode('two')]
  nodes.push(await startSocketNode('three'))
  const { url } = await startProxy(
    command,
    nodes.map(({ port }) => port),
  )
  const countOf = (reached: readonly string[]) =>
    nodes.map(({ name }) => reached.filter(each => each === name).length)

  t.test('sockets of one place meet on few nodes, and no node gets too many', async t => {
    const reached = new Map(PLACES.map(place => [place, [] as string[]]))
    for (let round = 0; round < SOCKETS_A_PLACE; round++) {
      for (const place of PLACES) {
        reached.get(place)!.push(await openSocket(t, url, `?frame=a.b&place=${place}`))
      }
    }
    const most = [...reached.values()].map(each => Math.max(...countOf(each)))
    const shown = [...reached.values()].map(each => countOf(each).join('-')).join(' ')
    const together = most.reduce((sum, count) => sum + count) / PLACES.length / SOCKETS_A_PLACE
    t.ok(together > 0.6, `${together} of a place are on one node: ${shown}`)
    const all = countOf([...reached.values()].flat())
    const share = (PLACES.length * SOCKETS_A_PLACE) / nodes.length
    t.ok(Math.max(...all) <= Math.ceil(PLACE_SHARE * share), all.join())
    const two = [await openSocket(t, url, '?place=0'), await openSocket(t, url, '?place=0')]
    t.strictSame(two, reached.get(0)!.slice(-2), 'two of one place reach its node')
  })

  t.test('a socket with no number of a place reaches the node with the fewest', async t => {
    for (const query of ['', '?place=', '?place=12345', '?place=home', '?frame=a.b']) {
      const reached = [await openSocket(t, url, query), await openSocket(t, url, query)]
      reached.push(await openSocket(t, url, query))
      t.strictSame(countOf(reached), [1, 1, 1], query)
    }
  })

  t.test('when the node of a place has gone, its sockets reach another', async t => {
    const first = await openSocket(t, url, '?place=512')
    nodes.find(({ name }) => name === first)!.close()
    t.not(await openSocket(t, url, '?place=512'), first)
  })
}

/** A server whose sockets stay open, and that names itself to them. */
async function startSocketNode(name: string) {
  const open = new Set<Socket>()
  const server = createServer((_, res) => res.end('{}'))
  server.on('upgrade', ({ headers }, socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {})
    const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`)
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Accept: ${accept.digest('base64')}\r\n\r\n` +
        `\x81${String.fromCharCode(name.length)}${name}`,
      'latin1',
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
    for (const socket of open) socket.destroy()
  }
  t.teardown(close)
  return { name, port: (server.address() as AddressInfo).port, close }
}

/** The name of the node that it reached. It stays open until the test ends. */
function openSocket(t: Test, url: string, query: string): Promise<string> {
  return new Promise((resolve, reject) => {
    openPlaySocket(new URL(`/play/socket${query}`, url), {
      onMessage: resolve,
      onClose: code => reject(new Error(`closed with ${code}`)),
    }).then(socket => t.teardown(() => socket.cut()), reject)
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

/** With nodes that need no probe. */
function startProxy(command: string, nodePorts: readonly number[]) {
  const nodes = nodePorts.map((port, n) => ({
    name: `node-${n + 1}`,
    host: `127.0.0.1:${port}`,
    probesPort: null,
  }))
  return startShippedProxy(t, command, nodes, 400)
}
