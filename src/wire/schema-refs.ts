// Writes schemas into a document: a part that has a name in it becomes a reference, and a keyword
// that drafts of JSON Schema read differently is avoided (SCHEMA_DIALECT). Pure.

import type { TSchema } from 'typebox'

export interface NamedSchemas {
  /** Where the named parts are in the document: "#/components/schemas". */
  at: string
  byName: Readonly<Record<string, TSchema>>
}

/**
 * A copy in which every named part is a reference; the schema itself is written in full. A choice
 * of texts is the named one whatever else it says, which `allOf` keeps in every draft.
 */
export function writeSchema(schema: TSchema, named: NamedSchemas): unknown {
  const names = new Map<unknown, string>()
  for (const [name, one] of Object.entries(named.byName)) {
    if (one === schema) continue
    names.set(one, `${named.at}/${name}`)
    if (isChoice(one)) names.set(String(one.enum), `${named.at}/${name}`)
  }
  return copy(schema, names)
}

const isChoice = (value: unknown): value is { enum: readonly string[] } =>
  typeof value === 'object' && value !== null && 'enum' in value

function copy(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  const $ref = names.get(value)
  if ($ref !== undefined) return { $ref }
  if (isChoice(value)) return copyChoice(value, names.get(String(value.enum)))
  if (Array.isArray(value)) return value.map(item => copy(item, names))
  if (typeof value !== 'object' || value === null) return value
  const neutral = isTuple(value) ? withoutPositions(value) : value
  return Object.fromEntries(Object.entries(neutral).map(([key, part]) => [key, copy(part, names)]))
}

function copyChoice({ enum: choice, ...rest }: { enum: readonly string[] }, $ref?: string) {
  if ($ref === undefined) return { enum: choice, ...rest }
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] }
}

interface Tuple {
  description?: string
  items: readonly { description?: string }[]
  additionalItems?: unknown
}

const isTuple = (value: object): value is Tuple =>
  'type' in value && value.type === 'array' && 'items' in value && Array.isArray(value.items)

/**
 * Draft-07 has the items of a tuple in `items`, 2020-12 in `prefixItems`. Here all of them have one
 * form, and their order is in the description; throws for another tuple.
 */
function withoutPositions({ items, additionalItems: _, description, ...rest }: Tuple): object {
  const forms = items.map(({ description: _, ...form }) => form)
  if (new Set(forms.map(form => JSON.stringify(form))).size !== 1) {
    throw new Error('a tuple whose items differ in form has no description in all drafts')
  }
  const order = `In this order: ${items.map(item => item.description).join(' ')}`
  return { ...rest, description: [description ?? [], order].flat().join(' '), items: forms[0] }
}
