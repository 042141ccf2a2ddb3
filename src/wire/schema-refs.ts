// Writes schemas into a document: a part that has a name in it becomes a reference. Pure.

import type { TSchema } from 'typebox'

export interface NamedSchemas {
  /** Where the named parts are in the document: "#/components/schemas". */
  at: string
  byName: Readonly<Record<string, TSchema>>
}

/** A copy in which every named part is a reference; the schema itself is written in full. */
export function writeSchema(schema: TSchema, named: NamedSchemas): unknown {
  const names = new Map<unknown, string>()
  for (const [name, one] of Object.entries(named.byName)) {
    if (one !== schema) names.set(one, `${named.at}/${name}`)
  }
  return copy(schema, names)
}

function copy(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  const $ref = names.get(value)
  if ($ref !== undefined) return { $ref }
  if (Array.isArray(value)) return value.map(item => copy(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part, names)]))
}
