// Row 6: calls to an operator's wallet over HTTP, from a round to the meaning of its answer. Ours
// prints the body, guards the address, keeps one deadline over all of it, bounds what is under way
// and reads the balance exactly. Fair: one wallet, the same bytes, the same number of kept-alive
// connections and of calls under way.

import { GAMES } from '../../src/games/catalogue/games.ts'
import { createWalletClient } from '../../src/wallet/client.ts'
import { createWalletOperations } from '../../src/wallet/operations.ts'
import { BODY, openBareWallet } from './bare-wallet.ts'
import { cpuOf, joinCpu, ownCpu } from './cpu.ts'
import { runMany } from './load.ts'
import { startWallet } from './operators.ts'
import { newRound } from './rounds.ts'
import type { Opened, Row, Running, Scope } from './row.ts'

/** As many connections as calls under way. */
const AT_ONCE = 64

export const walletCalls: Row = {
  number: 6,
  name: 'wallet calls',
  unit: 'calls/s',
  better: 'more',
  abouts: {
    ours: 'deadline, guard, bounds, exact parse',
    floor: 'bare undici dispatch, same bytes',
    peer: 'fetch and response.json()',
  },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const { url, program } = await startWallet(scope, 0)
  const cpu = joinCpu(ownCpu(), cpuOf({ wallet: program }))
  const calling = (call: () => Promise<unknown>): Running => ({
    slice: forMs => runMany(AT_ONCE, forMs, call),
    cpu,
  })
  const client = createWalletClient({ allowLoopbackWallets: true, builtInWalletUrl: null })
  scope.defer(() => client.close())
  const settings = { walletConnections: AT_ONCE }
  const wallet = createWalletOperations(client, async projectId => {
    return { projectId, callbackUrl: url, apiKey: 'bench-key', internal: false, settings }
  })
  const round = newRound('1', GAMES[0]!, { events: [], winUnits: 0, awaiting: null })
  const player = { projectId: 'bench', playerId: 'player-1' }
  const bare = openBareWallet(url, AT_ONCE)
  scope.defer(bare.close)
  return {
    ours: calling(async () => {
      const answer = await wallet.bet(player, round)
      if (answer.kind !== 'accepted') throw new Error(`the wallet: ${JSON.stringify(answer)}`)
    }),
    floor: calling(bare.call),
    peer: calling(async () => {
      const answer = await fetch(`${url}/USD`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: BODY,
        signal: AbortSignal.timeout(2_000),
      })
      const { status } = (await answer.json()) as { status: string }
      if (status !== 'ok') throw new Error(`the wallet: ${status}`)
    }),
  }
}
