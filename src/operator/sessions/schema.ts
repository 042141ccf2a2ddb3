// `sessions_end`: its request and its answer. All of it is ours.

import { type Static, Type } from 'typebox'
import { gameAction, ok, playerId } from '../common-schema.ts'

export const SessionsEndRequest = gameAction('sessions_end', {
  player_id: playerId('any', 'The player whose sessions end; need not have played before.'),
})
export type SessionsEndRequest = Static<typeof SessionsEndRequest>

export const SessionsEndAnswer = Type.Object({
  ...ok,
  player_id: Type.String({ description: 'The player, who has no session now.' }),
})
export type SessionsEndAnswer = Static<typeof SessionsEndAnswer>
