// The one way a body is held against its schema, so that what validates is what is documented. Knows
// no method; what a schema can't say is checked by the method afterwards.

import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import type { OperatorErrorCode } from '../core/error-codes.ts'

/** Null: the body has the form of the schema and may be read as one. */
export type CheckRequest = (body: object) => OperatorErrorCode | null

/**
 * An unknown field is INVALID_REQUEST, whatever else is wrong. Then the first field in the order of
 * the schema that is missing or of a wrong form gives its code of `codes`, or INVALID_REQUEST.
 */
export function compileRequest(
  schema: TObject,
  codes: Readonly<Record<string, OperatorErrorCode>> = {},
): CheckRequest {
  const required: readonly string[] = schema.required ?? []
  const codeOf = new Map(Object.entries(codes))
  const fields = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    form: Compile(property),
    code: codeOf.get(name) ?? 'INVALID_REQUEST',
  }))
  const known = new Set(fields.map(({ name }) => name))

  return body => {
    const sent = new Map<string, unknown>(Object.entries(body))
    if (![...sent.keys()].every(name => known.has(name))) return 'INVALID_REQUEST'
    const wrong = fields.find(({ name, isRequired, form }) =>
      sent.has(name) ? !form.Check(sent.get(name)) : isRequired,
    )
    return wrong?.code ?? null
  }
}
