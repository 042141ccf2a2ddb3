// HTTP over uWebSockets.js: bounded bodies, safe headers, one answer to every request.

import type { HttpResponse } from 'uWebSockets.js'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { answerBody } from '../../src/edge/body.ts'
import { answer, isAborted, isOver, send, sendError, sendJson } from '../../src/edge/http.ts'
import { startEdge } from '../support/edge-server.ts'
import { until } from '../support/until.ts'

type Body = Buffer | null

const CAP = 1_000

/** Reads the body of one route, up to the cap. */
const readAt = (t: Test, path: string, take: (res: HttpResponse, body: Body) => Promise<void>) =>
  startEdge(t, app => {
    const fail = (error: unknown) => t.fail(String(error))
    app.post(path, res => answerBody(res, 'caller', CAP, body => take(res, body), fail))
  })

t.test('readBody: the whole body, copied, up to its cap', async t => {
  const url = await readAt(t, '/echo', async (res, body) => {
    await nextTurn()
    if (body === null) sendError(res, 413, 'TOO_LARGE')
    else sendJson(res, 200, JSON.stringify({ bytes: body.length, text: body.toString() }))
  })
  const post = async (body: string) => {
    const response = await fetch(`${url}/echo`, { method: 'POST', body })
    return { status: response.status, body: await response.json() }
  }
  t.same(await post(''), { status: 200, body: { bytes: 0, text: '' } })
  t.same(await post('héllo'), { status: 200, body: { bytes: 6, text: 'héllo' } })
  t.match(await post('x'.repeat(CAP)), { status: 200, body: { bytes: CAP } })
  t.match(await post('x'.repeat(CAP + 1)), { status: 413, body: { message: 'TOO_LARGE' } })
  t.match(await post('x'.repeat(CAP * 10)), { status: 413 })

  t.test('a body in many chunks is put together', async t => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write('POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    for (const part of ['abc', 'def', 'ghi']) {
      await new Promise(written => socket.write(`3\r\n${part}\r\n`, written))
    }
    socket.write('0\r\n\r\n')
    const [data] = await once(socket, 'data')
    t.match(String(data), /"text":"abcdefghi"/)
    socket.destroy()
  })

  t.test('guarantee 18: an endless body is answered and cut off', async t => {
    const { hostname, port } = new URL(url)
    const sender = request({ hostname, port, path: '/echo', method: 'POST' })
    sender.on('error', () => {})
    let written = 0
    const more = () => {
      while (!sender.destroyed && sender.write('x'.repeat(4_096))) written += 4_096
    }
    sender.on('drain', more)
    more()
    const ended = await Promise.race([
      once(sender, 'response').then(([response]) => response.statusCode),
      once(sender, 'close').then(() => 'cut off'),
    ])
    t.ok([413, 'cut off'].includes(ended), String(ended))
    t.ok(written < 64 * 1024 * 1024)
    sender.destroy()
  })
})

t.test('an answer has the safe headers, or those given instead', async t => {
  const url = await startEdge(t, app => {
    app.get('/plain', res => sendJson(res, 200, '{"status":"ok"}'))
    app.get('/cached', res => {
      send(res, 200, 'text/plain', 'hi', { 'cache-control': 'max-age=300', 'x-extra': '1' })
    })
    app.get('/error', res => sendError(res, 429, 'RATE_LIMITED', { 'retry-after': '3' }))
  })
  const plain = await fetch(`${url}/plain`)
  t.match(Object.fromEntries(plain.headers), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': /default-src 'none'/,
  })
  const cached = await fetch(`${url}/cached`)
  t.equal(cached.headers.get('cache-control'), 'max-age=300')
  t.equal(cached.headers.get('x-extra'), '1')
  t.equal(cached.headers.get('content-type'), 'text/plain')
  t.equal(await cached.text(), 'hi')
  const error = await fetch(`${url}/error`)
  t.equal(error.status, 429)
  t.equal(error.headers.get('retry-after'), '3')
  t.same(await error.json(), { status: 'error', message: 'RATE_LIMITED' })
})

t.test('every request is answered, once', async t => {
  const failures: string[] = []
  const onFailure = (error: unknown) => failures.push((error as Error).message)
  const url = await startEdge(t, app => {
    const routes: Record<string, (res: HttpResponse) => Promise<void> | void> = {
      throws: () => {
        throw new Error('thrown')
      },
      rejects: async () => {
        await nextTurn()
        throw new Error('rejected')
      },
      forgets: async () => {
        await nextTurn()
      },
      twice: res => {
        sendJson(res, 200, '1')
        sendJson(res, 500, '2')
      },
      answersAndThrows: res => {
        sendJson(res, 200, '1')
        throw new Error('too late')
      },
    }
    for (const [name, work] of Object.entries(routes)) {
      app.get(`/${name}`, res => answer(res, () => work(res), onFailure))
    }
  })
  const get = async (name: string) => {
    const response = await fetch(`${url}/${name}`)
    return [response.status, await response.text()]
  }
  const failed = [400, '{"status":"error","message":"REQUEST_FAILED"}']
  for (const name of ['throws', 'rejects', 'forgets']) t.same(await get(name), failed, name)
  for (const name of ['twice', 'answersAndThrows']) t.same(await get(name), [200, '1'], name)
  t.same(failures, ['thrown', 'rejected', 'a route ended without an answer', 'too late'])
})

t.test('a response is never touched after its client has gone', async t => {
  const seen: { aborted: boolean; over: boolean; body: Body }[] = []
  let [started, finished] = [() => {}, () => {}]
  let isLate = true
  const url = await readAt(t, '/slow', async (res, body) => {
    started()
    if (isLate) await until('its client has gone', () => isAborted(res))
    sendJson(res, 200, '{}')
    seen.push({ aborted: isAborted(res), over: isOver(res), body })
    finished()
  })
  const { hostname, port } = new URL(url)
  const leave = async (head: string) => {
    const done = new Promise<void>(resolve => {
      finished = resolve
    })
    const begun = new Promise<void>(resolve => {
      started = resolve
    })
    const socket = connect(Number(port), hostname)
    socket.write(head)
    await begun
    socket.destroy()
    await done
  }
  await leave('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}')
  t.match(seen, [{ aborted: true, over: true, body: Buffer.from('{}') }])
  isLate = false
  const alive = await fetch(`${url}/slow`, { method: 'POST', body: '{}' })
  t.equal(alive.status, 200)
})
