// The kinds of field in the platform's play messages. Each is a schema with its description; none
// is a message.

import { Type } from 'typebox'

export const text = (description: string) => Type.String({ description })
export const amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{2}$', description })
export const Digits = Type.String({ pattern: '^[1-9][0-9]*$', description: 'Minor units, digits.' })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const Uuid = Type.String({ format: 'uuid' })

export const SymbolIndex = count('Index into `game.symbols`.')
export const Units = count('Win in units: base bet / `game.unitsPerBet`. Multipliers are included.')
export const Cells = Type.Array(
  Type.Tuple([count('Column from 0.'), count('Row from 0, top is 0.')]),
  {
    description: '[column, row] pairs.',
  },
)
export const Grid = Type.Array(Type.Array(SymbolIndex), {
  description:
    'Columns left to right, each a list of symbols top to bottom; columns may differ in length.',
})
