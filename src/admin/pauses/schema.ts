// Kill switches, as JSON.

import { type Static, Type } from 'typebox'
import { PAUSE_SCOPES } from '../../core/pauses.ts'
import { reasonText, time, timeOrNull } from '../common-schema.ts'

const scope = Type.Enum([...PAUSE_SCOPES])
const subject = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Id of the project, the provider or the game; `*` for all.',
})

export const Pause = Type.Object({
  scope,
  subject,
  reason: Type.String(),
  by: Type.String(),
  at: { ...time, description: 'When it was paused.' },
})
export type Pause = Static<typeof Pause>

export const PausedNode = Type.Object({
  node: Type.String(),
  obeys: Type.Boolean({ description: 'All of its lanes apply the current pauses.' }),
  seenAt: {
    ...timeOrNull,
    description: 'Null: its version does not support pauses.',
  },
})

const inForce = {
  isInForce: Type.Boolean({
    description: 'Every node that may start rounds is known to apply it.',
  }),
  nodes: Type.Array(PausedNode),
}

export const Pauses = Type.Object({
  pauses: Type.Array(Pause),
  ...inForce,
  choices: Type.Object({
    projects: Type.Array(Type.String()),
    providers: Type.Array(Type.String()),
    games: Type.Array(
      Type.Object({ gameId: Type.String(), name: Type.String(), provider: Type.String() }),
    ),
  }),
})
export type Pauses = Static<typeof Pauses>

export const NewPause = Type.Object({
  scope,
  subject,
  reason: reasonText,
  confirmation: Type.Optional(
    Type.String({ maxLength: 64, description: 'The text `all`, needed to pause everything.' }),
  ),
})
export type NewPause = Static<typeof NewPause>

export const LiftedPause = Type.Object({ scope, subject })
export type LiftedPause = Static<typeof LiftedPause>

export const ChangedPause = Type.Object({ pause: Pause, ...inForce })
export type ChangedPause = Static<typeof ChangedPause>
