// What the OpenAPI document is made from: paths, methods, endpoints and codes, each described once
// where it is implemented. Types only; contains nothing about the API itself.

import type { TObject, TSchema } from 'typebox'

/** One method of a POST path. */
export interface ApiMethod<Code extends string = string> {
  /** The value of `method` or `action`; for a launch, its operation id. */
  name: string
  summary: string
  /** Markdown: paragraphs separated by an empty line, `code`, nothing else. */
  description: string
  request: TSchema
  answer: TSchema
  /** Codes of this method in addition to those that every method of its path can answer. */
  errors: readonly Code[]
  /** Without the credentials, the field that selects the method, and the status of the answer. */
  examples: { request: object; answer: object }
}

/** Methods that share records. */
export interface Capability<Code extends string = string> {
  methods: readonly ApiMethod<Code>[]
  /** The schemas with a name in the document: every answer, and the records in them. */
  parts: Readonly<Record<string, TSchema>>
}

export interface PostPath<Code extends string = string> {
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** The field that selects the method; null if there is only one method. */
  selector: 'method' | 'action' | null
  capabilities: readonly Capability<Code>[]
  /** Codes that every method of the path can answer. */
  errors: readonly Code[]
}

/** A GET without credentials. */
export interface PublicEndpoint<Code extends string = string> {
  path: string
  operationId: string
  summary: string
  description: string
  /** The name of the answer in the document. */
  answerName: string
  answer: TSchema
  errors: readonly Code[]
  /** Answers 304 to a caller that holds the same content. */
  isCacheable: boolean
  example: object
}

/** The whole API. */
export interface ApiDescription<Code extends string = string> {
  /** The version of the API's specification. */
  version: string
  description: string
  tags: readonly { name: string; description: string }[]
  posts: readonly PostPath<Code>[]
  gets: readonly PublicEndpoint<Code>[]
  /** Parts of the GET answers that have separate names. */
  publicParts: Readonly<Record<string, TSchema>>
  errors: Readonly<Record<Code, { status: number; meaning: string; details?: object }>>
  /** What an error says besides its code. */
  errorDetails: TObject
}
