// Fields that several capabilities of the admin API have in common.

import { Type } from 'typebox'
import { ACCOUNT_ROLES } from '../core/account-role.ts'
import { REASON_MAX_CHARS } from '../core/reason.ts'

export const time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC.' })
export const timeOrNull = Type.Union([time, Type.Null()])
export const textOrNull = Type.Union([Type.String(), Type.Null()])
export const uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
})
export const role = Type.Enum([...ACCOUNT_ROLES])
export const projectOrNull = Type.Union([Type.String(), Type.Null()], {
  description: 'The only project that the account reaches; null: an account of the platform.',
})
/** Minor units, as digits. */
export const minor = Type.String({ pattern: '^-?[0-9]{1,20}$' })
/** Given by the person who makes a change. */
export const reasonText = Type.String({
  maxLength: REASON_MAX_CHARS,
  description: 'Kept in the audit log.',
})
/** Where the next page of a list begins; null: this is the last page. */
export const nextCursor = Type.Union([Type.String(), Type.Null()])
/** A number as it comes in an address. */
export const limitText = Type.String({ pattern: '^[0-9]{1,3}$' })
export const cursorText = Type.String({ maxLength: 1024 })
