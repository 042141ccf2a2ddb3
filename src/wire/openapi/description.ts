// What the OpenAPI document is made from: paths, methods, endpoints and codes, described once by those
// who own them. Types only; states nothing about the API itself.

import type { TSchema } from 'typebox'

/** One method of a POST path. */
export interface ApiMethod<Code extends string = string> {
  /** The value of `method` or `action`; of a launch, its operation id. */
  name: string
  summary: string
  /** Markdown: paragraphs apart by an empty line, `code`, nothing else. */
  description: string
  request: TSchema
  answer: TSchema
  /** Codes of this method besides those that every method of its path can answer. */
  errors: readonly Code[]
  examples: { request: object; answer: object }
}

/** Methods that share records. */
export interface Capability<Code extends string = string> {
  methods: readonly ApiMethod<Code>[]
  /** What has a name of its own in the document: every answer, and the records in them. */
  parts: Readonly<Record<string, TSchema>>
}

export interface PostPath<Code extends string = string> {
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** The field that selects the method; null where there is one method. */
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
  /** The version that the specification of the API names. */
  version: string
  description: string
  tags: readonly { name: string; description: string }[]
  posts: readonly PostPath<Code>[]
  gets: readonly PublicEndpoint<Code>[]
  /** Parts of the GET answers that have names of their own. */
  publicParts: Readonly<Record<string, TSchema>>
  errors: Readonly<Record<Code, { status: number; meaning: string }>>
}
