// Row 1: a POST of the operator API from its bytes to its answer, without the work of a method:
// framing, body, JSON, key, allowlist, quota, method. The call names a method that does not exist,
// so every check is passed and nothing is executed. Fair: floor and peer get the same request over
// as many kept-alive connections and answer the same body; the peer checks the key in Postgres and
// counts the quota in Redis, as ours does.

import { LEDGER_POOL_CONNECTIONS } from '../../src/server/ledger-databases.ts'
import { cpuOf, joinCpu, platformCpu, type ReadCpu, storesCpu } from './cpu.ts'
import type { HttpRequest } from './http-channel.ts'
import type { LoadQuestion } from './load.ts'
import { createOperator, LIFTED_PER_MINUTE } from './operators.ts'
import { startProgram } from './program.ts'
import type { BareHttpSetup } from './programs/bare-http.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { HttpGeneratorSetup } from './programs/http-generator.ts'
import type { Opened, Row, Running, Scope, Slice } from './row.ts'

const CONNECTIONS = 32

export const authenticatedPost: Row = {
  number: 1,
  name: 'authenticated POST',
  unit: 'requests/s',
  better: 'more',
  abouts: {
    ours: 'operator API, up to its method',
    floor: 'bare uWebSockets.js, same bytes',
    peer: 'Fastify, key in Postgres, quota in Redis',
  },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const { apiKey, projectId } = await createOperator(platform, 'http://127.0.0.1:9/wallet')
  const request: HttpRequest = {
    path: '/gameActions.do',
    headers: {},
    body: JSON.stringify({ partner: projectId, api_key: apiKey, method: 'nothing' }),
    status: 400,
  }
  const known = await askOnce(platform.baseUrl, request)
  const stores = await storesCpu(platform)
  const floor = await startProgram<number>(scope, 'bare-http', known satisfies BareHttpSetup)
  const peer = await startProgram<number>(scope, 'fastify-casino', {
    redisUrl: platform.stores().redisUrl,
    redisPrefix: scope.redis.prefix,
    databaseUrl: await scope.databaseUrl(),
    poolConnections: LEDGER_POOL_CONNECTIONS,
    walletUrls: [],
    walletConnections: 0,
    apiKey,
    perMinute: LIFTED_PER_MINUTE,
    steps: 'transactions',
    otherMethod: { status: request.status, answer: JSON.parse(known.body) },
  } satisfies FastifyCasinoSetup)
  const port = Number(new URL(platform.baseUrl).port)
  return {
    ours: await loadHttp(scope, port, [request], joinCpu(await platformCpu(platform, 0), stores)),
    floor: await loadHttp(scope, floor.ready, [request], cpuOf({ server: floor })),
    peer: await loadHttp(scope, peer.ready, [request], joinCpu(cpuOf({ server: peer }), stores)),
  }
}

/** A server, and a separate generator that sends requests to it. */
export async function loadHttp(
  scope: Scope,
  port: number,
  requests: readonly HttpRequest[],
  cpu: ReadCpu,
  connections = scope.size.isSmoke ? 2 : CONNECTIONS,
): Promise<Running> {
  const generator = await openHttp(scope, port, requests, connections)
  return {
    slice: forMs => generator.ask({ forMs, aSecond: null }),
    paced: (forMs, aSecond) => generator.ask({ forMs, aSecond }),
    cpu: joinCpu(cpu, cpuOf({ generator })),
  }
}

export function openHttp(
  scope: Scope,
  port: number,
  requests: readonly HttpRequest[],
  connections: number,
) {
  const setup: HttpGeneratorSetup = { port, connections, requests }
  return startProgram<null, LoadQuestion, Slice>(scope, 'http-generator', setup)
}

/** The answer of the call, so that the floor can answer the same. */
async function askOnce(
  baseUrl: string,
  { path, body, status }: HttpRequest,
): Promise<BareHttpSetup> {
  const answer = await fetch(new URL(path, baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${text}`)
  const written = ['content-length', 'connection', 'keep-alive', 'date']
  const headers = [...answer.headers].filter(([name]) => !written.includes(name))
  return { status: `${status} Bad Request`, headers, body: text }
}
