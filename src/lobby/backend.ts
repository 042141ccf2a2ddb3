// The demo operator's server: launches games through the real HTTP API with its own key, exactly as
// any operator would. Holds the key; the page in the browser never sees it.

import { CURRENCIES } from '../core/money.ts'
import type { Game } from '../games/engine/mathematics.ts'
import { volatilityOf } from '../games/rtp/volatility.ts'
import { createOperatorClient, type LaunchFields, OperatorApiError } from '../sdk/client.ts'
import type { LobbyGame, LobbyList } from '../wire/lobby.ts'

export interface LobbyBackend {
  /** The lobby's list: the games, and the player's balances. */
  games(player: string): Promise<LobbyList>
  /** Launches through POST /playGame.do; returns the operator API's answer, a link or an error. */
  launch(player: string, asked: LaunchRequest): Promise<{ status: number; body: object }>
}

export interface LaunchRequest {
  game: string
  currency: string
  lang?: string
  client_platform?: string
}

export function createLobbyBackend(operator: {
  baseUrl: string
  projectId: string
  apiKey: () => Promise<string>
  games: readonly Game[]
  balances(player: string): Promise<Record<string, string> | null>
}): LobbyBackend {
  // A person waits, and clicks again: nothing is repeated here.
  const { baseUrl, projectId, apiKey } = operator
  const api = createOperatorClient({ baseUrl, partner: projectId, apiKey, attempts: 1 })
  return {
    async games(player) {
      return {
        player,
        currencies: CURRENCIES,
        balances: await operator.balances(player),
        games: operator.games.map(describeGame),
      }
    },

    async launch(player, asked) {
      const { game, ...said } = asked
      // What a browser sent is checked by the API itself.
      const fields = { player_id: player, symbol: game, ...said } as LaunchFields
      try {
        return { status: 200, body: await api.launch(fields) }
      } catch (error) {
        if (!(error instanceof OperatorApiError) || error.status === null) throw error
        return { status: error.status, body: { status: 'error', message: error.code } }
      }
    },
  }
}

function describeGame(game: Game): LobbyGame {
  const { id, name, provider, mechanics, languages, maxWinBets, figures } = game
  return {
    id,
    name,
    provider,
    mechanics,
    maxWinBets,
    languages: Object.keys(languages),
    rtpPercent: Math.round(figures.base!.natural.rtp * 10_000) / 100,
    volatility: volatilityOf(figures.base!.natural.deviationBets),
  }
}
