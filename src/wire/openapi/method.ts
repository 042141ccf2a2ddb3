// How an operation is written down for the document: words, schemas, codes and examples. No rules.

import type { TSchema } from 'typebox'
import type { OperatorErrorCode } from '../../core/error-codes.ts'

/** One method of a POST path. */
export interface ApiMethod {
  /** The value of `method` or `action`; of a launch, its operation id. */
  name: string
  summary: string
  /** Markdown: paragraphs apart by an empty line, `code`, nothing else. */
  description: string
  request: TSchema
  answer: TSchema
  /** Codes of this method besides those that every method of its path can answer. */
  errors: readonly OperatorErrorCode[]
  examples: { request: object; answer: object }
}

/** Methods that share records. */
export interface Capability {
  methods: readonly ApiMethod[]
  /** What has a name of its own in the document: every answer, and the records in them. */
  parts: Readonly<Record<string, TSchema>>
}

export const CREDENTIALS = { partner: 'casino', api_key: 'key-of-the-project' }
export const ROUND_ID = '019a8d3e-5c10-7b42-9a60-3f1d2c4e5a6b'
export const GRANT_ID = '019a8d3f-0a2b-7c31-8d44-5e6f7a8b9c0d'
export const OUTCOME_ID = '019a8d40-77aa-7e05-b1c2-d3e4f5a6b7c8'
export const SESSION_ID = '019a8d3d-9f00-7a11-8c22-334455667788'
