// Fields and parts that several capabilities have in common. Those of a single capability are in
// its schema.

import { type TObjectOptions, type TProperties, Type } from 'typebox'
import { PLAYER_ID_PATTERNS, type PlayerIdCharacters } from '../core/identifiers.ts'
import { CURRENCIES } from '../core/money.ts'
import type { ProviderId } from '../games/engine/contract.ts'
import { PLAYER_ID_MAX_CHARS } from '../limits.ts'

/** The first fields of every request. */
export const credentials = {
  partner: Type.String({ description: 'Project id.' }),
  api_key: Type.String({ description: 'Project secret key.' }),
}

/** It has no other fields: a request with one is INVALID_REQUEST. */
export const closedObject = <Fields extends TProperties>(
  fields: Fields,
  options: TObjectOptions = {},
) => Type.Object(fields, { additionalProperties: false, ...options })

/** A request of POST /gameActions.do. */
export const gameAction = <Name extends string, Fields extends TProperties>(
  method: Name,
  fields: Fields,
  description?: string,
) =>
  closedObject(
    { ...credentials, method: Type.Literal(method), ...fields },
    description === undefined ? {} : { description },
  )

export const ok = { status: Type.Literal('ok') }

/**
 * Every `player_id`: 1-128 characters of any kind that can be stored. The specification allows two
 * methods fewer characters: `freespins_create` `ascii`, `outcome_schedule` `printable`.
 */
export const playerId = (characters: PlayerIdCharacters, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: PLAYER_ID_MAX_CHARS,
    pattern: PLAYER_ID_PATTERNS[characters],
    description,
  })

export const currency = Type.Enum([...CURRENCIES])

export const PROVIDERS: readonly ProviderId[] = ['provider_a', 'provider_b', 'provider_c']
export const provider = Type.Enum([...PROVIDERS])
