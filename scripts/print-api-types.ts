// Prints the schemas of docs/openapi.json as the TypeScript of src/sdk/api-types.ts, in the style that
// Biome keeps. Knows the forms of schema the document has, and throws for any other.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../src/environment.ts'

export const API_TYPES = path.join(PROJECT_ROOT, 'src', 'sdk', 'api-types.ts')

const HEAD = `// The operator API's requests, answers and codes as types. Printed from docs/openapi.json by
// scripts/write-api-types.ts: not edited by hand.
`
const LINE_MAX_CHARS = 100

interface Schema {
  $ref?: string
  type?: string
  const?: string | boolean
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
}

export function printApiTypes(): string {
  const text = readFileSync(path.join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8')
  const document = JSON.parse(text)
  const schemas = Object.entries<Schema>(document.components.schemas)
  const codes = Object.keys(document['x-errors'])
  return `${[HEAD, printUnion('ErrorCode', codes), ...schemas.map(printSchema)].join('\n')}`
}

function printUnion(name: string, values: readonly string[]): string {
  return `export type ${name} =${broken(values.map(quote), '')}\n`
}

function printSchema([name, schema]: [string, Schema]): string {
  const { type, properties, description } = schema
  if (type !== 'object' || properties === undefined) throw new Error(`${name} is no object`)
  return `${comment(description, '')}export interface ${name} ${objectType(schema, '')}\n`
}

function objectType({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const head = `${inner}${name}${required.includes(name) ? '' : '?'}:`
    return `${comment(schema.description, inner)}${head}${fitting(schema, head, inner)}\n`
  })
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`
}

/** The type after `head`: on its line, or as a union of a line each where that is too long. */
function fitting(schema: Schema, head: string, indent: string): string {
  const line = ` ${typeOf(schema, indent)}`
  const isLong = head.length + line.length > LINE_MAX_CHARS && !line.includes('\n')
  return isLong && schema.enum !== undefined ? broken(schema.enum.map(quote), indent) : line
}

const broken = (members: readonly string[], indent: string) =>
  members.map(member => `\n${indent}  | ${member}`).join('')

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, items, type } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1)!
  if (schema.const !== undefined) return quote(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(quote).join(' | ')
  if (anyOf !== undefined) return anyOf.map(member => typeOf(member, indent)).join(' | ')
  if (items !== undefined) return arrayOf(typeOf(items, indent))
  if (type === 'object') return objectType(schema, indent)
  if (type === 'integer') return 'number'
  if (type === undefined) return 'unknown'
  if (['string', 'number', 'boolean', 'null'].includes(type)) return type
  throw new Error(`a schema of type ${type}`)
}

const arrayOf = (member: string) => (/^[^{]* \| /.test(member) ? `(${member})[]` : `${member}[]`)
const quote = (value: string | boolean) => (typeof value === 'string' ? `'${value}'` : `${value}`)

function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return ''
  const line = `${indent}/** ${text} */`
  if (line.length <= LINE_MAX_CHARS) return `${line}\n`
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (`${indent} *${longer}`.length <= LINE_MAX_CHARS) lines[lines.length - 1] = longer
    else lines.push(` ${word}`)
  }
  return `${indent}/**\n${lines.map(one => `${indent} *${one}\n`).join('')}${indent} */\n`
}
