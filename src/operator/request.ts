// The one way in which a body is checked. First its form, field by field, by the same schema that
// the document shows; each field has the code of its mistakes. Then the method's rules, in rules.ts
// of its folder: what a schema can't express (characters, the game, the clock, other fields). A
// rule takes a field of the right form and returns its meaning, so that nothing is checked twice.

import type { Static, TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type OperatorErrorCode, type Refused, refuse, refuseField } from './errors.ts'

/** The meaning of a body or a field, or the code of the first mistake. */
export type Read<Value> = { ok: true; value: Value } | Refused

export function accept<Value>(value: Value): Read<Value> {
  return { ok: true, value }
}

export interface RequestForm<Fields> {
  /**
   * Every field. An unknown field is INVALID_REQUEST, whatever else is wrong; otherwise the first
   * field, in the order of the schema, that is missing or of a wrong form gives its code.
   */
  read(body: object): Read<Fields>
  /** Opens a body whose fields are read one after the other, with rules between them. */
  open(body: object): Read<FieldReader<Fields>>
}

/** Reads only these fields, in the order of the schema. */
export type FieldReader<Fields> = <Name extends keyof Fields & string>(
  ...names: Name[]
) => Read<Pick<Fields, Name>>

/** @param codes of the fields whose mistakes have a code; INVALID_REQUEST for all others */
export function compileForm<Schema extends TObject>(
  schema: Schema,
  codes: Readonly<Record<string, OperatorErrorCode>> = {},
): RequestForm<Static<Schema>> {
  const required: readonly string[] = schema.required ?? []
  const codeOf = new Map(Object.entries(codes))
  const fields = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    form: Compile(property),
    code: codeOf.get(name) ?? ('INVALID_REQUEST' as const),
  }))
  const known = new Set(fields.map(({ name }) => name))

  function readAmong<Fields>(asked: typeof fields, body: object): Read<Fields> {
    const sent = new Map<string, unknown>(Object.entries(body))
    const wrong = asked.find(({ name, isRequired, form }) =>
      sent.has(name) ? !form.Check(sent.get(name)) : isRequired,
    )
    if (wrong === undefined) return accept(body as Fields)
    const { name, form, code } = wrong
    if (code !== 'INVALID_REQUEST') return refuse(code)
    return refuseField(sent.has(name) ? pathOfMistake(name, form, sent.get(name)) : name)
  }

  const findUnknown = (body: object) => Object.keys(body).find(name => !known.has(name))

  return {
    read(body) {
      const unknown = findUnknown(body)
      return unknown === undefined ? readAmong(fields, body) : refuseUnknown(unknown)
    },
    open(body) {
      const unknown = findUnknown(body)
      if (unknown !== undefined) return refuseUnknown(unknown)
      return accept((...names) =>
        readAmong(
          fields.filter(({ name }) => (names as readonly string[]).includes(name)),
          body,
        ),
      )
    },
  }
}

/** Names as the API has them. Anything else may be a text that must not be repeated, like a key. */
const FIELD_NAME = /^[a-z][a-z0-9_]{0,39}$/

function refuseUnknown(name: string): Refused {
  return FIELD_NAME.test(name) ? refuseField(name) : refuse('INVALID_REQUEST')
}

/** The path of the first mistake in a field's value: `list[2].name`. */
function pathOfMistake(
  name: string,
  form: ReturnType<typeof Compile<TSchema>>,
  value: unknown,
): string {
  const { instancePath, params } = form.Errors(value)[0]!
  const { requiredProperties: missing = [] } = params as { requiredProperties?: string[] }
  const steps = [...instancePath.split('/').slice(1), ...missing.slice(0, 1)]
  return name + steps.map(step => (/^[0-9]+$/.test(step) ? `[${step}]` : `.${step}`)).join('')
}
