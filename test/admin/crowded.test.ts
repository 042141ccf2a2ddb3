// Alone in its process: it changes the connections of all requests.
// One account or one stranger takes all it can get of the panel's listener and of the probes'
// listener: the kill switch and the probes still answer.

import t, { type Test } from 'tap'
import { Agent, request, setGlobalDispatcher } from 'undici'
import { ADMIN_STREAMS_PER_ACCOUNT } from '../../src/limits/admin.ts'
import { confirming, makeAccount, signIn, signInBoth } from '../support/admin.ts'
import { GAME, openSetup } from '../support/operator-setup.ts'
import { openRawSocket, type RawSocket } from '../support/raw-socket.ts'
import { until } from '../support/until.ts'

const { pool, startNode } = await openSetup(t)
const { internalUrl, probesUrl } = await startNode()
const { owner, viewer } = await signInBoth(pool, internalUrl)
const { host } = new URL(internalUrl)

// Each request of the test uses a new connection, made after those of the attack.
setGlobalDispatcher(new Agent({ pipelining: 0 }))

/** Two more requests than the panel answers at once, and more connections than it has. */
const MANY = 130
const IDLE = 310
const ANSWERED = /^HTTP\/1\.1 \d{3}/

/** A request up to the start of its body, which never arrives completely. */
function beginPost(path: string, cookie = ''): string {
  return (
    `POST /admin/api${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ` +
    `${internalUrl}\r\nX-Admin-Request: 1\r\n` +
    `Content-Type: application/json\r\nContent-Length: 100\r\nCookie: ${cookie}\r\n\r\n{`
  )
}

async function open(t: Test, url: string, count: number, text: string): Promise<RawSocket[]> {
  const sockets = Array.from({ length: count }, () => openRawSocket(t, url))
  for (const socket of sockets) {
    socket.send(text)
    await socket.connected
  }
  return sockets
}

/** The owner sets and lifts the kill switch. */
async function killSwitchWorks(t: Test): Promise<void> {
  const pause = { scope: 'game', subject: GAME }
  const set = await owner.call('POST', '/pauses', { ...pause, reason: 'an emergency' })
  t.match(set, { status: 200, body: { pause } }, set.text)
  t.equal((await confirming(owner).call('POST', '/pauses/lift', pause)).status, 200)
}

async function probesAnswer(t: Test): Promise<void> {
  for (const path of ['/livez', '/readyz', '/metrics']) {
    const { statusCode, body } = await request(`${probesUrl}${path}`)
    t.equal(statusCode, 200, path)
    await body.dump()
  }
}

t.test(`of ${MANY} event streams of one account few are open, and an owner can act`, async t => {
  const [readers, after] = [new AbortController(), new AbortController()]
  t.teardown(() => after.abort())
  const live = ({ signal }: AbortController) =>
    fetch(`${internalUrl}/admin/api/overview/live`, { headers: { cookie: viewer.cookie }, signal })
  const opened = await Promise.all(Array.from({ length: MANY }, () => live(readers)))
  const count = (wanted: number) => opened.filter(({ status }) => status === wanted).length
  t.strictSame([count(200), count(503)], [ADMIN_STREAMS_PER_ACCOUNT, MANY - count(200)])
  t.match(await opened.find(({ status }) => status === 503)!.json(), { message: 'UNAVAILABLE' })
  const other = await viewer.call('GET', '/session')
  t.equal(other.status, 200, 'other requests of the account are answered')
  await killSwitchWorks(t)
  readers.abort()
  await until('there is room again', async () => (await live(after)).status === 200)
})

t.test(`${MANY} bodies without a session are answered before they arrive`, async t => {
  const sockets = await open(t, internalUrl, MANY, beginPost('/pauses'))
  for (const socket of sockets) t.match(await socket.seen(ANSWERED), /^HTTP\/1\.1 401 /)
  await killSwitchWorks(t)
  await probesAnswer(t)
})

t.test(`${MANY} sign-ins whose bodies never end keep no one from signing in`, async t => {
  await makeAccount(pool, 'late', 'owner')
  await open(t, internalUrl, MANY, beginPost('/sign-in'))
  await killSwitchWorks(t)
  t.equal((await (await signIn(internalUrl, 'late')).call('GET', '/session')).status, 200)
})

t.test(`${MANY} bodies of a viewer that never end do not block an owner`, async t => {
  await open(t, internalUrl, MANY, beginPost('/account/password', viewer.cookie))
  await killSwitchWorks(t)
})

t.test(`${IDLE} idle connections make room for one that sends a request`, async t => {
  for (const url of [internalUrl, probesUrl]) {
    await open(t, url, IDLE, '')
    await probesAnswer(t)
  }
  await killSwitchWorks(t)
})

t.test('the deadline of a body runs from its first byte, not from a periodic check', async t => {
  const headers = { cookie: viewer.cookie }
  const answer = await fetch(`${internalUrl}/admin/api/overview/live`, { headers })
  const events = answer.body![Symbol.asyncIterator]()
  const [first] = await open(t, internalUrl, 1, beginPost('/sign-in'))
  // An event is pushed every two seconds, so the second body begins that much later.
  for (let seen = 0; seen < 2; seen++) await events.next()
  const [second] = await open(t, internalUrl, 1, beginPost('/sign-in'))
  await first!.closed
  second!.send(`"name":${' '.repeat(92)}`)
  t.match(await second!.seen(ANSWERED), /^HTTP\/1\.1 400 /, 'the body was in time')
  await events.return?.()
})
