// The end of a player's sessions, as operators read it.

import type { OperatorCapability } from '../capability.ts'
import { SessionsEndAnswer, SessionsEndRequest } from './schema.ts'

export const SESSIONS: OperatorCapability = {
  parts: { SessionsEndAnswer },
  methods: [
    {
      name: 'sessions_end',
      summary: 'End the sessions of a player',
      description:
        'Ours. For a logout, a time-out or a self-exclusion. From the answer on no link of the ' +
        'player opens a game, and every node closes its open ones. A started round stays the ' +
        "player's: wins and refunds of it are still sent, and the next launch continues it. The " +
        'method does not keep the player out: refuse further launches yourself.',
      request: SessionsEndRequest,
      answer: SessionsEndAnswer,
      errors: [],
      examples: {
        request: { player_id: 'p-77' },
        answer: { player_id: 'p-77' },
      },
    },
  ],
}
