// Checks the fields of a request by its schema, in the form that Fastify asks for. A refusal names
// the first field that is missing, wrong or unknown.

import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { readJsonObject } from '../wire/json-body.ts'
import { type AdminRefused, type BrokenRule, Refusal, refuse } from './errors.ts'

/** A body past its bound. */
export const TOO_LARGE = Symbol('too large')

type Fields = Record<string, unknown>
type Checked = { value: object } | { error: Refusal }

export const NOT_JSON = refuse('INVALID_REQUEST', 'The body is not one JSON object.')

/** Null: the request has no body. */
export function bodyCheck(schema: TObject): (body: Buffer | typeof TOO_LARGE | null) => Checked {
  const check = createCheck(schema)
  return body => {
    if (body === TOO_LARGE) return refused(refuse('INVALID_REQUEST', 'The request is too large.'))
    if (body === null || body.length === 0) return check({})
    const fields = readJsonObject(body)
    return fields === null ? refused(NOT_JSON) : check(fields)
  }
}

export function queryCheck(schema: TObject): (query: Fields) => Checked {
  const check = createCheck(schema)
  return query => {
    const twice = Object.keys(query).find(name => Array.isArray(query[name]))
    if (twice === undefined) return check(query)
    return refused(refuse('INVALID_REQUEST', `"${twice}" is given twice.`, twice))
  }
}

/** Compiled for the first request: all of them would take a tenth of a node's start. */
function createCheck(schema: TObject): (fields: Fields) => Checked {
  let compiled: ReturnType<typeof Compile<TObject>> | undefined
  const isKnown = (name: string) => Object.hasOwn(schema.properties, name)
  return fields => {
    const unknown = Object.keys(fields).find(name => !isKnown(name))
    if (unknown !== undefined) {
      const broken: BrokenRule = { rule: 'unknown', limit: null }
      return refuseForm(`"${unknown}" means nothing here.`, unknown, broken)
    }
    compiled ??= Compile(schema)
    if (compiled.Check(fields)) {
      const odd = Object.keys(fields).find(name => !isStorable(fields[name]))
      if (odd === undefined) return { value: fields }
      const broken: BrokenRule = { rule: 'character', limit: null }
      return refuseForm(`${odd}: it contains a character that can't be stored.`, odd, broken)
    }
    const [first] = compiled.Errors(fields)
    const place = first?.instancePath ?? ''
    const missing = (first?.params as { requiredProperties?: string[] })?.requiredProperties?.[0]
    const field = [...place.split('/').slice(1), ...(missing === undefined ? [] : [missing])]
    const what = missing === undefined ? `it ${first?.message ?? 'is wrong'}` : 'it is missing'
    const broken: BrokenRule =
      missing === undefined ? brokenRule(first) : { rule: 'missing', limit: null }
    return refuseForm(`${field.join('.')}: ${what}.`, field.join('.'), broken)
  }
}

const refused = (refusal: AdminRefused): Checked => ({ error: new Refusal(refusal) })

function refuseForm(reason: string, field: string, details: BrokenRule): Checked {
  return refused({ ...refuse('INVALID_REQUEST', reason, field), details })
}

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const

function brokenRule(error: { keyword?: string; params?: object } | undefined): BrokenRule {
  const bound = BOUNDS.find(name => name === error?.keyword)
  const { limit = null } = (error?.params ?? {}) as { limit?: number }
  if (bound !== undefined) return { rule: bound, limit }
  return { rule: error?.keyword === 'enum' ? 'enum' : 'form', limit: null }
}

const HALF = /\p{Surrogate}/u

/**
 * Postgres and its JSON refuse a NUL and half of a surrogate pair. The depth is bounded by the
 * schema.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !HALF.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).flat().every(isStorable)
}
