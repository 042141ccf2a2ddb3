// The demo operator's server: launches games through the real HTTP API with its own key, exactly as
// any operator would. Holds the key; the page in the browser never sees it.

import { request } from 'undici'
import { CURRENCIES } from '../core/money.ts'
import type { GameDefinition } from '../games/contract.ts'

export interface LobbyBackend {
  /** The lobby's list: games as shown to `player`, and the player's balances. */
  games(player: string): Promise<object>
  /** Launches through POST /playGame.do; the operator API's answer, link or error. */
  launch(player: string, wish: LaunchWish): Promise<{ status: number; body: object }>
}

export interface LaunchWish {
  game: string
  currency: string
  lang?: string
  client_platform?: string
}

/** A launch waits for the wallet's 2 s, so the operator allows the recommended 10 s. */
const LAUNCH_TIMEOUT_MS = 10_000

export function createLobbyBackend(operator: {
  baseUrl: string
  projectId: string
  apiKey: () => Promise<string>
  games: readonly GameDefinition[]
  balances(player: string): Promise<Record<string, string> | null>
}): LobbyBackend {
  return {
    async games(player) {
      return {
        player,
        currencies: CURRENCIES,
        balances: await operator.balances(player),
        games: operator.games.map(({ id, name, provider, mechanics, languages }) => ({
          id,
          name,
          provider,
          mechanics,
          languages: Object.keys(languages),
        })),
      }
    },

    async launch(player, wish) {
      const answer = await request(`${operator.baseUrl}/playGame.do`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          provider: 'own',
          partner: operator.projectId,
          api_key: await operator.apiKey(),
          player_id: player,
          currency: wish.currency,
          symbol: wish.game,
          gametype: 'demo',
          ...(wish.lang === undefined ? {} : { lang: wish.lang }),
          ...(wish.client_platform === undefined ? {} : { client_platform: wish.client_platform }),
        }),
        headersTimeout: LAUNCH_TIMEOUT_MS,
        bodyTimeout: LAUNCH_TIMEOUT_MS,
      })
      return { status: answer.statusCode, body: (await answer.body.json()) as object }
    },
  }
}
