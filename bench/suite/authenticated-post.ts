// Row 1: a POST of the operator API from its bytes to its answer, without the work of a method:
// framing, body, JSON, key, allowlist, quota, method. The call names a method that does not exist,
// so every check is passed and nothing is executed. Fair: floor and peer get the same request over
// as many kept-alive connections and answer the same body; the peer checks the key in Postgres and
// counts the quota in Redis, as ours does.

import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import type { HttpRequest } from './http-channel.ts'
import { createOperator } from './operators.ts'
import { generated, startGenerator } from './players.ts'
import { loopback, startProgram } from './program.ts'
import type { BareHttpSetup } from './programs/bare-http.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { Opened, ReadCpu, Row, Running, Scope } from './row.ts'
import { FRONT_POOL_CONNECTIONS, storesOf } from './setting.ts'

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
    body: JSON.stringify({ partner: projectId, api_key: apiKey, method: 'nothing' }),
    status: 400,
  }
  const known = await askOnce(platform.baseUrl, request)
  const stores = await storesCpu(platform)
  const floor = await startProgram<number>(scope, 'bare-http', known satisfies BareHttpSetup)
  const peer = await startProgram<number>(scope, 'fastify-casino', {
    ...(await storesOf(scope)),
    poolConnections: FRONT_POOL_CONNECTIONS,
    walletUrls: [],
    walletConnections: 0,
    apiKey,
    otherMethod: { status: request.status, answer: JSON.parse(known.body) },
  } satisfies FastifyCasinoSetup)
  const load = (url: string, cpu: ReadCpu) => loadHttp(scope, url, [request], cpu)
  return {
    ours: await load(platform.baseUrl, joinCpu(await platformCpu(platform, 0), stores)),
    floor: await load(loopback(floor.ready), cpuOf({ server: floor })),
    peer: await load(loopback(peer.ready), joinCpu(cpuOf({ server: peer }), stores)),
  }
}

/** A server, and a separate generator that sends requests to it. */
export async function loadHttp(
  scope: Scope,
  url: string,
  requests: readonly HttpRequest[],
  cpu: ReadCpu,
  connections = scope.size.isSmoke ? 2 : CONNECTIONS,
): Promise<Running> {
  return generated(await startGenerator(scope, { kind: 'http', url, requests, connections }), cpu)
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
