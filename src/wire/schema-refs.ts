// Writes schemas into a document: a part that has a name there becomes a reference. Pure.

import type { TSchema } from 'typebox'

export interface NamedSchemas {
  /** Where the names live in the document: "#/components/schemas". */
  at: string
  byName: Readonly<Record<string, TSchema>>
}

/** A copy in which every named part is a reference; the schema itself stays written out. */
export function writeSchema(schema: TSchema, named: NamedSchemas): unknown {
  return copy(schema, schema, named)
}

function copy(value: unknown, root: TSchema, named: NamedSchemas): unknown {
  if (value !== root) {
    const found = Object.entries(named.byName).find(([, schema]) => schema === value)
    if (found !== undefined) return { $ref: `${named.at}/${found[0]}` }
  }
  if (Array.isArray(value)) return value.map(item => copy(item, root, named))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, copy(part, root, named)]),
  )
}
