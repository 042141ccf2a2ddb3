// Makes an example of a body or an answer for the document of the admin API: the first form that
// the schema allows, with every field. Pure; throws for a text form that it has no example of.

import type { TSchema } from 'typebox'

/** The parts of a schema that are read. */
interface Form {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  anyOf?: readonly Form[]
  properties?: Readonly<Record<string, Form>>
  items?: Form | readonly Form[]
  minItems?: number
  minimum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

/** Tried in order until one has the pattern. */
const TEXTS = [
  'casino',
  '1',
  '0.20',
  '0.200',
  '2026-01-01',
  '2026-01',
  'day',
  '019a8d3e-5c10-7b42-9a60-3f1d2c4e5a6b',
  '0f'.repeat(32),
  `1:${'0f'.repeat(32)}`,
  'wallet-check-0f0f0f0f0f0f',
]

/** By format, where it has no pattern beside it. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00.000Z',
  uuid: '019a8d3e-5c10-7b42-9a60-3f1d2c4e5a6b',
  'minor-units': '100',
  percent: '94.5',
  'https-url': 'https://casino.example/wallet',
  'frame-ancestor': 'https://casino.example',
  'lobby-url': 'https://casino.example/lobby',
}

/** @param name of the field, which a text without a form repeats */
export function sampleOf(schema: TSchema, name = 'text'): unknown {
  const form = schema as Form
  if ('const' in form) return form.const
  if (form.enum !== undefined) return form.enum[0]
  if (form.anyOf !== undefined) return sampleOf(form.anyOf[0] as TSchema, name)
  if (form.type === 'object') return sampleFields(form)
  if (form.default !== undefined) return form.default
  if (form.type === 'array') return sampleItems(form, name)
  if (form.type === 'integer' || form.type === 'number') return form.minimum ?? 1
  if (form.type === 'boolean') return true
  if (form.type === 'string') return sampleText(form, name)
  return form.type === 'null' ? null : {}
}

function sampleFields({ properties = {} }: Form): object {
  const fields = Object.entries(properties)
  return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field as TSchema, name)]))
}

function sampleItems({ items = {}, minItems = 1 }: Form, name: string): unknown[] {
  const forms = Array.isArray(items) ? items : Array(minItems).fill(items)
  return forms.map(form => sampleOf(form as TSchema, name))
}

function sampleText({ pattern, format, minLength = 0 }: Form, name: string): string {
  if (pattern !== undefined) {
    const found = TEXTS.find(text => new RegExp(pattern, 'u').test(text))
    if (found === undefined) throw new Error(`no example of a text like ${pattern}`)
    return found
  }
  return (FORMATS[format ?? ''] ?? name).padEnd(minLength, '.')
}
