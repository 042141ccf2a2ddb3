// The options of forms about a player: games with their bets, providers, currencies. Loaded once
// per visit.

import { useQuery } from '@tanstack/react-query'
import type { PlayerChoices } from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'

export function useChoices() {
  return useQuery({
    queryKey: ['/player-choices'],
    queryFn: ({ signal }) => callAdmin<PlayerChoices>('GET', '/player-choices', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
