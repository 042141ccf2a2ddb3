// Traces: a followed spin is one tree from the socket to the wallet, exported to a real receiver; a
// collector that is down, or a share of zero, changes nothing for players.

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { readConfig } from '../../src/server/settings/config.ts'
import type { TraceSettings } from '../../src/server/settings/tracing.ts'
import { holdPort } from '../support/held-port.ts'
import { playOut } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { onlyFullSize } from '../support/size.ts'
import { moment, until } from '../support/until.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  node: string
  attributes?: { key: string; value: { stringValue?: string } }[]
}

/** In OTLP's JSON form. */
interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<Span, 'node'>[] }[]
  }[]
}

const spans: Span[] = []
const keys = new Set<string | undefined>()
/** A collector at this port, or at a free one; its address. */
async function startCollector(t: Test, onRequest: RequestListener, port = 0): Promise<string> {
  const server = createServer(onRequest).listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const collect: RequestListener = async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  keys.add(request.headers['x-key']?.toString())
  const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Exported
  for (const { resource, scopeSpans } of resourceSpans) {
    const node = resource.attributes.find(({ key }) => key === 'service.instance.id')
    const found = scopeSpans.flatMap(scope => scope.spans)
    spans.push(...found.map(span => ({ ...span, node: node?.value.stringValue ?? '' })))
  }
  response.setHeader('content-type', 'application/json').end('{}')
}
const endpoint = await startCollector(t, collect)

const setup = await openSetup(t)
const tracing: TraceSettings = {
  endpoint,
  headers: { 'x-key': 'of-the-collector' },
  share: 1,
  serviceName: 'reelhouse',
  exportEveryMs: 50,
  sendsToWallets: false,
}

/** All of the trace whose first step has the name, once it holds the others. */
async function traceOf(node: string, root: string, ...names: string[]): Promise<Span[]> {
  let found: Span[] = []
  await until(`a trace of ${root} with ${names}`, () => {
    const first = spans.find(span => span.name === root && span.node === node)
    found = spans.filter(({ traceId }) => traceId === first?.traceId)
    return names.every(name => found.some(span => span.name === name))
  })
  return found
}

const followed = await setup.startNode({
  tracing: { ...tracing, sendsToWallets: true },
  nodeName: 'followed',
})

/** A collector that the next test needs too ends with the file. */
const file = t
const port = await holdPort()
const node = await setup.startProcess({
  LOG_LEVEL: 'warn',
  NODE_NAME: 'reported',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_TRACES_SAMPLER_ARG: '1',
  OTEL_BSP_SCHEDULE_DELAY: '50',
})

t.test('a spin is one tree from the socket to the wallet, across threads', async t => {
  const { client } = await setup.openGame(followed, 'followed-player')
  const { roundId } = roundOf(await client.spin(BET))
  const names = [
    'lane spin',
    'mailbox',
    'redis openRound',
    'ledger open',
    'wallet bet',
    'ledger save',
  ]
  const all = await traceOf('followed', 'play spin', ...names)
  const byId = new Map(all.map(span => [span.spanId, span]))
  const parentOf = (name: string) =>
    byId.get(all.find(span => span.name === name)!.parentSpanId ?? '')?.name
  t.strictSame(
    all.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name),
    ['play spin'],
  )
  for (const { name, parentSpanId = '' } of all) {
    if (name !== 'play spin') t.ok(byId.has(parentSpanId), `${name} has its parent in the trace`)
  }
  t.equal(parentOf('lane spin'), 'play spin')
  for (const name of names.slice(1)) t.equal(parentOf(name), 'lane spin', name)
  const roundOfSpan = (name: string) =>
    all.find(span => span.name === name)!.attributes?.find(({ key }) => key === 'round.id')?.value
      .stringValue
  for (const name of ['lane spin', 'ledger open', 'wallet bet', 'ledger save']) {
    t.equal(roundOfSpan(name), roundId, name)
  }
  const hello = await traceOf('followed', 'play hello', 'ledger findSession', 'lane hello')
  t.not(hello[0]!.traceId, all[0]!.traceId)
  t.strictSame([...keys], ['of-the-collector'])
  t.notMatch(JSON.stringify(spans), /followed-player|rt_/)
  const { traceId, spanId } = all.find(({ name }) => name === 'wallet bet')!
  const [bet] = setup.wallet.of('bet', 'followed-player')
  const traceparent = `00-${traceId}-${spanId}-01`
  t.equal(bet!.headers.traceparent, traceparent, 'the wallet gets the step of its call')
  await followed.drain()
})

/** The exporter waits for seconds between its tries. */
const HELLO_EVERY_MS = 200

async function playUntraced(t: Test, at: { baseUrl: string }, playerId: string): Promise<void> {
  const { client } = await setup.openGame(at, playerId)
  for (let spin = 0; spin < 5; spin++) await playOut(client, { bet: BET })
  const [bet] = setup.wallet.of('bet', playerId)
  t.equal(bet!.headers.traceparent, undefined, 'a wallet is sent no step unless asked for')
}

t.test('a collector that is down delays nothing', t => playUntraced(t, node, 'down-player'))

t.test('a collector that is slow delays nothing', onlyFullSize, async t => {
  const endpoint = await startCollector(t, () => {})
  const slow = await setup.startNode({ tracing: { ...tracing, endpoint } })
  await playUntraced(t, slow, 'slow-player')
  await slow.drain()
})

t.test('a collector that is down is logged once in a thread, and once when it is back', async t => {
  const { client } = await setup.openGame(node, 'reported-once')
  const reported = (text: string) => node.output().split(text).length - 1
  async function hello(): Promise<void> {
    await client.hello()
    await moment(HELLO_EVERY_MS)
  }
  await until('both threads log it', async () => {
    await hello()
    return reported('traces cannot be exported') === 2
  })
  await startCollector(file, collect, port)
  await until('both threads log that it is back', async () => {
    await hello()
    return reported('traces are exported again') === 2
  })
  t.equal(reported('traces cannot be exported'), 2)
  t.match(node.output(), /"droppedSteps":[1-9]/)
  t.notMatch(node.output(), `:${port}`)
})

t.test('a log line of a traced command names its trace', async t => {
  const { client } = await setup.openGame(node, 'faulty-player')
  const rename = (from: string, to: string) =>
    setup.pool.query(`ALTER TABLE unfinished_round RENAME COLUMN ${from} TO ${to}`)
  await rename('win_units', 'away')
  t.match(await client.spin(BET, 'spin-that-fails'), { code: 'REQUEST_FAILED' })
  await rename('away', 'win_units')
  const line = /"requestId":"spin-that-fails","traceId":"(\w+)"/
  await until('the fault names a trace', () => line.test(node.output()))
  const [, named] = line.exec(node.output())!
  const isSeen = (name: string) =>
    spans.some(span => span.traceId === named && span.name === name && span.node === 'reported')
  await until('of the command', () => ['play spin', 'lane spin'].every(isSeen))
  await node.kill()
})

t.test('with a share of zero nothing is exported', async t => {
  const node = await setup.startNode({ tracing: { ...tracing, share: 0 }, nodeName: 'unfollowed' })
  const { client } = await setup.openGame(node, 'unfollowed')
  roundOf(await client.spin(BET))
  await node.drain()
  t.notOk(spans.some(span => span.node === 'unfollowed'))
})

t.test('the settings have the names of OpenTelemetry', async t => {
  const enough = {
    REDIS_URL: 'redis://127.0.0.1',
    DATABASE_URL: 'postgres://127.0.0.1/reelhouse',
    MASTER_KEY: '0'.repeat(64),
    PUBLIC_URL: 'https://games.example.com',
  }
  const tracingOf = (env: Record<string, string>) => {
    const result = readConfig({ ...enough, ...env })
    return result.ok ? result.config.tracing : result.problems
  }
  t.equal(tracingOf({ OTEL_TRACES_SAMPLER_ARG: '0.5' }), null, 'no collector')
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/'
  t.strictSame(tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT }), {
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    share: 0.01,
    serviceName: 'reelhouse',
    exportEveryMs: 5_000,
    sendsToWallets: false,
  })
  t.match(
    tracingOf({
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x,x-team=a',
      OTEL_TRACES_SAMPLER_ARG: '1',
      TRACE_WALLETS: 'on',
    }),
    { headers: { authorization: 'Bearer x', 'x-team': 'a' }, share: 1, sendsToWallets: true },
  )
  for (const broken of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_TRACES_SAMPLER_ARG: '1.5' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' },
    { OTEL_BSP_SCHEDULE_DELAY: '0' },
    { TRACE_WALLETS: 'yes' },
  ]) {
    const [name] = Object.keys(broken)
    const problems = tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...broken } as Record<string, string>)
    t.match(problems, [new RegExp(`^${name} is not valid`)])
    t.notMatch(problems, /hunter2/)
  }
})
