// Row 2: a spin's round trip on the play socket, with everything a paid round needs; the wallet
// answers in the platform's own process. Floor and peer answer the same message with the same
// number of bytes and do nothing else, which shows the socket's part of a spin. Fair: the same
// generator, the same number of sockets, no compression.

import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import { generated, launchPlayers, startGenerator, startPlayers } from './players.ts'
import { loopback, startProgram } from './program.ts'
import type { Opened, Row, Running, Scope } from './row.ts'
import { SPIN_ANSWER } from './spin-answer.ts'

const PLAYERS = 64
const SPIN = JSON.stringify({
  type: 'spin',
  mode: 'base',
  bet: { denominationMinor: '1', credits: 40 },
  requestId: '42',
})

export const socketSpin: Row = {
  number: 2,
  name: 'spin on the socket',
  unit: 'round trips/s',
  better: 'more',
  abouts: {
    ours: 'a paid round, wallet in process',
    floor: 'bare uWebSockets.js echo',
    peer: 'ws echo',
  },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const stores = await storesCpu(platform)
  const players = scope.size.isSmoke ? 2 : PLAYERS
  const generator = await startPlayers(scope, platform, await launchPlayers([platform], players))
  const echo = async (name: string): Promise<Running> => {
    const server = await startProgram<number>(scope, name, { answer: SPIN_ANSWER })
    const url = loopback(server.ready)
    const setup = { kind: 'echo', url, connections: players, text: SPIN } as const
    return generated(await startGenerator(scope, setup), cpuOf({ server }))
  }
  return {
    ours: generated(generator, joinCpu(await platformCpu(platform), stores)),
    floor: await echo('echo-uws'),
    peer: await echo('echo-ws'),
  }
}
