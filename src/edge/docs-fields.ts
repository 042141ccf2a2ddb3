// Schemas as tables of fields for the page that describes the API. Pure; every text is escaped here.

/** JSON Schema as far as the document uses it. */
export interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  deprecated?: boolean
}

export type Schemas = Readonly<Record<string, Schema>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, letter => ESCAPES[letter]!)
}

/** Plain text with `code` in it. */
export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** One row a field; objects that have no name of their own follow with dotted names. */
export function renderFields(schema: Schema, schemas: Schemas, caption: string): string {
  const rows = fieldRows(resolve(schema, schemas), '')
  if (rows.length === 0) return ''
  return (
    `<div class="scroll"><table class="fields"><caption>${caption}</caption>` +
    '<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th>' +
    `</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  )
}

export function resolve(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {})
}

function fieldRows(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name) ?? false
    const row = fieldRow(prefix + name, field, isRequired)
    const { inner, mark } = innerObject(field)
    return [row, ...fieldRows(inner, `${prefix}${name}${mark}.`)]
  })
}

/** The object behind a field, of an array its items', of a nullable one what is not null. */
function innerObject(field: Schema): { inner: Schema; mark: string } {
  if (field.items !== undefined) return { inner: innerObject(field.items).inner, mark: '[]' }
  const choice = field.anyOf?.find(({ properties }) => properties !== undefined)
  return { inner: choice ?? field, mark: '' }
}

function fieldRow(name: string, field: Schema, isRequired: boolean): string {
  const need = isRequired ? '' : ' <span class="optional">optional</span>'
  return (
    `<tr><th scope="row"><code>${escapeHtml(name)}</code>${need}</th>` +
    `<td>${typeText(field)}</td><td>${inline(field.description ?? '')}</td></tr>`
  )
}

function typeText(field: Schema): string {
  if (field.$ref !== undefined) {
    const name = escapeHtml(nameOf(field.$ref))
    return `<a href="#record-${name}">${name}</a>`
  }
  if (field.const !== undefined) return `<code>${escapeHtml(String(field.const))}</code>`
  if (field.enum !== undefined) {
    return field.enum.map(value => `<code>${escapeHtml(String(value))}</code>`).join(' ')
  }
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(typeText))].join(' or ')
  if (field.items !== undefined) return `list of ${typeText(field.items)}`
  return `${field.type ?? 'any'}${bounds(field)}`
}

function bounds({ minimum, maximum, minLength, maxLength }: Schema): string {
  const range = rangeText(minimum, maximum)
  if (range !== '') return `, ${range}`
  if (minLength === 1 && maxLength === undefined) return ', not empty'
  const length = rangeText(minLength, maxLength)
  return length === '' ? '' : `, ${length} characters`
}

function rangeText(least?: number, most?: number): string {
  if (least !== undefined && most !== undefined) return `${least}–${most}`
  if (most !== undefined) return `at most ${most}`
  return least === undefined || least === 0 ? '' : `at least ${least}`
}
