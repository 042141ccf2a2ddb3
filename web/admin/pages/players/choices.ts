// The options of forms about a player: games with their bets, providers, currencies. Loaded once
// per visit.

import type { PlayerChoices } from '../../../../src/admin/players/schema.ts'
import { useAnswer } from '../../queries.ts'

export function useChoices() {
  return useAnswer<PlayerChoices>('/player-choices', { staleTime: Number.POSITIVE_INFINITY })
}
