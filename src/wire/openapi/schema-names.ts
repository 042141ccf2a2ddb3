// The name of a schema in the OpenAPI document, by which every other place refers to it. Throws for
// a schema without a name: a described answer must have one.

import type { TSchema } from 'typebox'
import type { NamedSchemas } from '../schema-refs.ts'
import { SummaryOk, WalletError, WalletOk } from '../wallet-callbacks.ts'
import type { ApiDescription, ApiMethod, PostPath } from './description.ts'

/** Every part that has a name: of the methods, of the public answers, of the wallet's answers. */
export function nameSchemas({ posts, publicParts }: ApiDescription): NamedSchemas {
  const capabilities = posts.flatMap(path => path.capabilities)
  return {
    at: '#/components/schemas',
    byName: {
      ...Object.fromEntries(capabilities.flatMap(({ parts }) => Object.entries(parts))),
      ...publicParts,
      SummaryOk,
      WalletError,
      WalletOk,
    },
  }
}

export function nameOf(schema: TSchema, { byName }: NamedSchemas): string {
  const found = Object.entries(byName).find(([, named]) => named === schema)
  if (found === undefined) throw new Error('a schema has no name in the document')
  return found[0]
}

/**
 * The name of a method's request; it follows the name of the path if the field `action` selects the
 * method.
 */
export function requestName({ operationId, selector }: PostPath, { name }: ApiMethod): string {
  return `${selector === 'action' ? pascal(operationId) : ''}${pascal(name)}Request`
}

export function callbackName(name: string): string {
  return `${pascal(name)}Callback`
}

function pascal(name: string): string {
  return name.replace(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
