// Players who play paid rounds on the platform, with the operator's wallet over HTTP in a separate
// process. Used by row 7, the rising load and the soak.

import { createOperator, startWallet } from './operators.ts'
import { launchPlayers, startPlayers } from './players.ts'
import type { Scope } from './row.ts'

/** A node bounds each operator, so more players are spread over several operators. */
const PLAYERS_OF_OPERATOR = 256

export async function openPaidStream(scope: Scope, latencyMs: number, players: number) {
  const platform = await scope.platform()
  const { url: walletUrl, program: wallet } = await startWallet(scope, latencyMs)
  const operators = await Promise.all(
    Array.from({ length: Math.ceil(players / PLAYERS_OF_OPERATOR) }, () =>
      createOperator(platform, walletUrl),
    ),
  )
  const links = await launchPlayers(operators, Math.min(players, PLAYERS_OF_OPERATOR))
  const generator = await startPlayers(scope, platform, links)
  return { platform, walletUrl, wallet, generator }
}
