// What the documents of all interfaces say alike: who answers for them, their licence, and the
// dialect of their schemas.

export const CONTACT = {
  name: 'Your account manager at the platform that serves this document',
} as const

/** Of the documents themselves: LICENSE-APACHE. The platform has its own notice in LICENSE. */
export const DOCUMENT_LICENCE = {
  name: 'Apache-2.0',
  url: 'https://www.apache.org/licenses/LICENSE-2.0',
} as const

/**
 * OpenAPI documents name it. AsyncAPI 3.0 is bound to draft-07; writeSchema uses only keywords that
 * both drafts have with one meaning, so that a schema says the same in every document.
 */
export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema'
