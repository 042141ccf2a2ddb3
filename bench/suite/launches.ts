// Row 8: launches, of a new player each or of one player a connection again and again, of a project
// without quota; the operator's wallet is a separate process. The floor makes the same calls and
// statements with nothing in between: the key's epoch, the quota, the open round, the balance, the
// session. The peer is Fastify with pg: key, quota, player and session, balance over undici. Fair:
// the same wallet, and the same number of connections to it, to Postgres and to the caller.

import { loadHttp } from './authenticated-post.ts'
import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import type { HttpRequest } from './http-channel.ts'
import { type LoadQuestion, loadedBy } from './load.ts'
import { createOperator, startWallet } from './operators.ts'
import { loopback, startProgram } from './program.ts'
import type { BareLaunchesSetup } from './programs/bare-launches.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { Opened, ReadCpu, Row, Scope, Slice } from './row.ts'
import { FRONT_POOL_CONNECTIONS, storesOf } from './setting.ts'

const CONNECTIONS = 32

export const launches: Row = {
  number: 8,
  name: 'launches',
  unit: 'launches/s',
  better: 'more',
  abouts: {
    ours: 'operator API, wallet over HTTP',
    floor: 'the same calls with nothing between',
    peer: 'Fastify and pg',
  },
  cases: () => [
    { name: 'new players', open: scope => open(scope, false) },
    { name: 'known players', open: scope => open(scope, true) },
  ],
}

async function open(scope: Scope, isKnown: boolean): Promise<Opened> {
  const platform = await scope.platform()
  const { url, program: wallet } = await startWallet(scope, 0)
  const { projectId, apiKey } = await createOperator(platform, url)
  const stores = joinCpu(await storesCpu(platform), cpuOf({ wallet }))
  const connections = scope.size.isSmoke ? 2 : CONNECTIONS
  const pools = { ...(await storesOf(scope)), poolConnections: FRONT_POOL_CONNECTIONS }
  const floor = await startProgram<null, LoadQuestion, Slice>(scope, 'bare-launches', {
    ...pools,
    walletUrl: url,
    atOnce: connections,
    isKnown,
  } satisfies BareLaunchesSetup)
  const peer = await startProgram<number>(scope, 'fastify-casino', {
    ...pools,
    walletUrls: [url],
    walletConnections: connections,
    apiKey,
  } satisfies FastifyCasinoSetup)
  const requestOf = (playerId: string): HttpRequest => ({
    path: '/playGame.do',
    status: 200,
    body: JSON.stringify({
      provider: 'own',
      partner: projectId,
      api_key: apiKey,
      player_id: playerId,
      currency: 'USD',
      symbol: 'forty-suns',
      gametype: 'demo',
    }),
  })
  // Each connection has its player.
  const requests = isKnown
    ? Array.from({ length: connections }, (_, i) => requestOf(`known-${i}`))
    : [requestOf('bench-{n}')]
  const load = (serverUrl: string, cpu: ReadCpu) =>
    loadHttp(scope, serverUrl, requests, joinCpu(cpu, stores), connections)
  return {
    ours: await load(platform.baseUrl, await platformCpu(platform, 0)),
    floor: loadedBy(floor, joinCpu(cpuOf({ caller: floor }), stores)),
    peer: await load(loopback(peer.ready), cpuOf({ server: peer })),
  }
}
