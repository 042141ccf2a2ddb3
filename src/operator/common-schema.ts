// Fields and parts that several capabilities have in common. Those of a single capability are in
// its schema.

import { Type } from 'typebox'
import { CURRENCIES } from '../core/money.ts'
import type { ProviderId } from '../games/engine/contract.ts'

/** The first fields of every request. */
export const credentials = {
  partner: Type.String({ description: 'Project id.' }),
  api_key: Type.String({ description: 'Project secret key.' }),
}

/** A request with an unknown field is INVALID_REQUEST. */
export const closed = { additionalProperties: false } as const

export const ok = { status: Type.Literal('ok') }

export const currency = Type.Enum([...CURRENCIES])

export const PROVIDERS: readonly ProviderId[] = ['provider_a', 'provider_b', 'provider_c']
