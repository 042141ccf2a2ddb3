// The kinds of field that schemas of messages share, each with its description, and the type of a
// value that a schema describes. None of them is a message.

import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A value of the schema; it is only read. */
export type ValueOf<Schema extends TSchema> = Fixed<Static<Schema>>
type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T

/** One member of a union, which its `type` names. */
export const variant = <Name extends string, Fields extends TProperties>(
  type: Name,
  description: string,
  fields: Fields,
) => Type.Object({ type: Type.Literal(type), ...fields }, { title: type, description })

export const text = (description: string) => Type.String({ description })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const amount = (description: string) =>
  Type.String({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{2}$', description })
export const moment = (description: string) =>
  Type.Integer({ description: `Milliseconds since 1970: ${description}` })
export const Uuid = Type.String({ format: 'uuid' })
