// What tests read from results: one field of many rows, and the good end of a result.

import { inspect } from 'node:util'

/** The values of one field, in the order of the rows. */
export const pluck = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] =>
  rows.map(row => row[key])

/** A result that is no refusal; a refusal is thrown. */
export function expectOk<Result extends { ok: boolean }>(
  result: Result,
): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(inspect(result))
  return result as Extract<Result, { ok: true }>
}
