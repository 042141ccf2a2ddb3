// Row 13: returns of known players: a socket, hello, welcome, and the socket is closed. The floor
// makes the same statements and calls of Redis with nothing in between: session, player, last
// balance; player state, session, mark. The peer is Fastify with pg and `ws`: it checks the token,
// reads session, balance and open round, and answers as many bytes as our welcome has. Fair: as
// many callers at once, as many players, and the same number of connections to Postgres.

import { openSpinPlayer } from '../spin-player.ts'
import { launchAll } from '../stream-launch.ts'
import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import { type LoadQuestion, loadedBy } from './load.ts'
import { createOperator, startWallet } from './operators.ts'
import { GAME, generated, launchPlayers, startGenerator } from './players.ts'
import { loopback, startProgram } from './program.ts'
import type { BareReturnsSetup } from './programs/bare-returns.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { Opened, Row, Scope, Slice } from './row.ts'
import { FRONT_POOL_CONNECTIONS, storesOf } from './setting.ts'

const AT_ONCE = 32
/** So many that none comes back within HELLO_KEPT_MS, in which a hello is answered from memory. */
const PLAYERS = 4_096

export const returns: Row = {
  number: 13,
  name: 'returns',
  unit: 'returns/s',
  better: 'more',
  abouts: {
    ours: 'socket, hello, welcome',
    floor: 'the same calls with nothing between',
    peer: 'Fastify, ws and pg',
  },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const stores = await storesCpu(platform)
  const [players, atOnce] = scope.size.isSmoke ? [4, 2] : [PLAYERS, AT_ONCE]
  const { url: walletUrl } = await startWallet(scope, 0)
  const links = await launchPlayers([await createOperator(platform, walletUrl)], players)
  const socketUrl = new URL('/play/socket', platform.baseUrl)
  const welcome = await openSpinPlayer(socketUrl, links[0]!)
  welcome.close()
  const pools = { ...(await storesOf(scope)), poolConnections: FRONT_POOL_CONNECTIONS }
  const floor = await startProgram<null, LoadQuestion, Slice>(scope, 'bare-returns', {
    ...pools,
    atOnce,
    players,
  } satisfies BareReturnsSetup)
  const apiKey = 'bench-key'
  const peer = await startProgram<number>(scope, 'fastify-casino', {
    ...pools,
    walletUrls: [walletUrl],
    walletConnections: atOnce,
    apiKey,
    welcomeBytes: welcome.bytes,
  } satisfies FastifyCasinoSetup)
  const peerUrl = loopback(peer.ready)
  const ofPeer = { baseUrl: peerUrl, projectId: 'bench', apiKey }
  const peerLinks = await launchAll(ofPeer, 'known-', players, [GAME], ['USD'])
  const coming = (url: URL, all: readonly string[]) =>
    startGenerator(scope, { kind: 'return', url: url.href, links: all, connections: atOnce })
  return {
    ours: generated(await coming(socketUrl, links), joinCpu(await platformCpu(platform), stores)),
    floor: loadedBy(floor, joinCpu(cpuOf({ caller: floor }), stores)),
    peer: generated(
      await coming(
        new URL('/play/socket', peerUrl),
        peerLinks.map(({ link }) => new URL(link, peerUrl).href),
      ),
      joinCpu(cpuOf({ server: peer }), stores),
    ),
  }
}
