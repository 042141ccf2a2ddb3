// Row 2: a spin's round trip on the play socket, with everything a paid round needs and the
// built-in wallet: what a player of the demo waits for. It has no floor and no peer, because row 7
// has those of a paid round.

import { joinCpu, platformCpu, storesCpu } from './cpu.ts'
import { generated, launchPlayers, startPlayers } from './players.ts'
import type { Opened, Row, Scope } from './row.ts'

const PLAYERS = 64

export const socketSpin: Row = {
  number: 2,
  name: 'spin on the socket',
  unit: 'round trips/s',
  better: 'more',
  abouts: { ours: 'a paid round, built-in wallet' },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const stores = await storesCpu(platform)
  const players = scope.size.isSmoke ? 2 : PLAYERS
  const generator = await startPlayers(scope, platform, await launchPlayers([platform], players))
  return { ours: generated(generator, joinCpu(await platformCpu(platform), stores)) }
}
