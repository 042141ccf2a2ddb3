// What a player may ask besides playing: whether the line is alive, the game's rules, the player's
// last rounds, one of them again. Questions move nothing: they are answered beside play, and a
// repeat is asked again.

import { type Static, Type } from 'typebox'
import { command, RequestId, RoundId } from './play-command.ts'

export const Ping = command(
  'ping',
  {},
  'Asks whether the line is alive; answered at once, even before `hello`. For a client that ' +
    'receives nothing.',
)
export const AskRules = command(
  'rules',
  {},
  'Asks for the figures of the game: its features, and the return of each mode at the level ' +
    'in use.',
)
export const AskHistory = Type.Object(
  {
    type: Type.Literal('history'),
    requestId: RequestId,
    before: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,17}$',
        description: '`next` of the page before; absent: the newest rounds.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'history',
    description: "Asks for a page of the player's last rounds, in any game, newest first.",
  },
)
export const AskReplay = Type.Object(
  {
    type: Type.Literal('replay'),
    requestId: RequestId,
    roundId: Type.Optional(RoundId),
  },
  {
    additionalProperties: false,
    title: 'replay',
    description:
      "Asks for one of the player's settled rounds of this game with its events; without " +
      '`roundId` the last one.',
  },
)

/** Questions about the player, who has sent hello. */
export type Question =
  | Static<typeof AskRules>
  | Static<typeof AskHistory>
  | Static<typeof AskReplay>
