// Makes the OpenAPI 3.1 document of a given API, from the same schemas that check requests. Pure;
// independent of capabilities.

import type { TSchema } from 'typebox'
import { CONTACT, DOCUMENT_LICENCE, SCHEMA_DIALECT } from '../document-info.ts'
import { type NamedSchemas, writeSchema } from '../schema-refs.ts'
import { WALLET_CALLBACKS } from '../wallet-callbacks.ts'
import { ERROR, HEADERS, PARAMETERS } from './components.ts'
import type { ApiDescription } from './description.ts'
import { getOperation, methodsOf, postOperation, webhookOperation } from './operations.ts'
import { callbackName, nameSchemas, requestName } from './schema-names.ts'
import { CALLBACKS } from './webhooks.ts'

export function buildOpenApi(api: ApiDescription) {
  const named = nameSchemas(api)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelhouse operator API',
      version: api.version,
      summary: 'Slot games for casino operators. TEST_ONLY: no real payments exist.',
      description: api.description,
      contact: CONTACT,
      license: DOCUMENT_LICENCE,
    },
    jsonSchemaDialect: SCHEMA_DIALECT,
    servers: [{ url: '/', description: 'The platform that serves this document.' }],
    // Credentials are fields of the body, which no security scheme of OpenAPI can express.
    security: [],
    tags: api.tags,
    paths: Object.fromEntries([
      ...api.posts.map(path => [path.path, { post: postOperation(path, named, api.errors) }]),
      ...api.gets.map(endpoint => [endpoint.path, { get: getOperation(endpoint, api.errors) }]),
    ]),
    webhooks: Object.fromEntries(
      Object.entries(CALLBACKS).map(([name, callback]) => [
        name,
        { post: webhookOperation(name, callback, named) },
      ]),
    ),
    components: {
      schemas: { ...writeSchemas(api, named), Error: writeError(api, named) },
      parameters: PARAMETERS,
      headers: HEADERS,
    },
    'x-errors': Object.fromEntries(
      Object.entries(api.errors).map(([code, { status, meaning }]) => [code, { status, meaning }]),
    ),
  }
}

function writeError({ errorDetails }: ApiDescription, named: NamedSchemas) {
  const details = Object.entries(errorDetails.properties).map(([name, schema]) => [
    name,
    writeSchema(schema, named),
  ])
  return { ...ERROR, properties: { ...ERROR.properties, ...Object.fromEntries(details) } }
}

/** The named parts, the answers of the endpoints, then the requests and callbacks. */
function writeSchemas(api: ApiDescription, named: NamedSchemas) {
  const all: [name: string, schema: TSchema][] = [
    ...Object.entries(named.byName),
    ...api.gets.map(({ answerName, answer }): [string, TSchema] => [answerName, answer]),
    ...api.posts.flatMap(path =>
      methodsOf(path).map((method): [string, TSchema] => [
        requestName(path, method),
        method.request,
      ]),
    ),
    ...Object.entries(WALLET_CALLBACKS).map(([name, schema]): [string, TSchema] => [
      callbackName(name),
      schema,
    ]),
  ]
  return Object.fromEntries(all.map(([name, schema]) => [name, writeSchema(schema, named)]))
}
