// The admin API as an OpenAPI 3.1 document, made from its routes: paths, roles, requests and
// answers, codes.

import { createHash } from 'node:crypto'
import type { TObject, TSchema } from 'typebox'
import { CONTACT, DOCUMENT_LICENCE, SCHEMA_DIALECT } from '../wire/document-info.ts'
import { writeSchema } from '../wire/schema-refs.ts'
import { ACTIONS } from './access/actions.ts'
import { ADMIN_ERRORS, type AdminErrorCode, COMMON_ADMIN_ERRORS } from './errors.ts'
import { type AdminRoute, answered, defineRoute } from './route.ts'
import { sampleOf } from './sample.ts'
import { whatAsks } from './sign-in/what-asks.ts'

const DESCRIPTION = [
  "The API behind the admin panel, below `/admin/api`: on a node's internal listener all of it, " +
    'on the operators’ listener what has `x-operators`. Units are non-withdrawable (TEST_ONLY).',
  'Sign in with `POST /sign-in`; send the cookie of the answer with every request. A change ' +
    "(anything but GET) needs `Origin` with the panel's own origin and `X-Admin-Request: 1`, " +
    'else 403 `INVALID_ADMIN_ORIGIN`.',
  'Success answers the described object; an error is ' +
    '`{"status":"error","message":"<CODE>","reason":"…","field":"…"}`: branch on the code, show ' +
    'the reason.',
  'Amounts are texts of minor units, percentages texts like "94.5", times ISO 8601 in UTC. ' +
    '`cursor` gets the next page of a list and is valid only with the same filters.',
  '`x-action` names what the account must be allowed to do, `x-roles` the roles that are; ' +
    'without them no one need be signed in. Accounts of an operator reach their project only: ' +
    'what belongs to another one is answered like what does not exist.',
  '`x-asks-again`: the request needs the `password` of the person who is signed in, and the ' +
    '`code` of the second step if the account has one; the field gives the reason. Without them: ' +
    '`CONFIRMATION_REQUIRED`, and nothing is done.',
].join('\n\n')

const ERROR = {
  type: 'object',
  required: ['status', 'message', 'reason'],
  properties: {
    status: { const: 'error' },
    message: { enum: Object.keys(ADMIN_ERRORS) },
    reason: { type: 'string', description: 'A plain sentence.' },
    field: { type: 'string', description: 'The wrong field, as a path.' },
    details: { type: 'object', description: 'What the client needs to go on.' },
  },
} as const

/** Of every code that a route can answer. */
function errorExamples(routes: readonly AdminRoute[]) {
  const codes = [...new Set(routes.flatMap(codesOf))].sort()
  const reasonOf = (code: AdminErrorCode) => ADMIN_ERRORS[code].meaning.replaceAll('`', '')
  const examples = codes.map(code => ({ status: 'error', message: code, reason: reasonOf(code) }))
  return Object.fromEntries(examples.map(value => [value.message, { value }]))
}

const codesOf = ({ errors }: AdminRoute): AdminErrorCode[] => [
  ...new Set<AdminErrorCode>([...COMMON_ADMIN_ERRORS, ...errors]),
]

/** Nothing in the document has a name that schemas refer to. */
const described = (schema: TSchema) => writeSchema(schema, { at: '', byName: {} })
const tagOf = ({ path }: AdminRoute) => path.split('/')[1]!.replace(/[.].*$/, '')

export function describeAdminApi(routes: readonly AdminRoute[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelhouse admin API',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: CONTACT,
      license: DOCUMENT_LICENCE,
    },
    jsonSchemaDialect: SCHEMA_DIALECT,
    servers: [{ url: '/admin/api' }],
    tags: [...new Set(routes.map(tagOf))].sort().map(name => ({ name })),
    paths,
    components: {
      schemas: { Error: ERROR },
      examples: errorExamples(routes),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-reelhouse-admin' },
      },
    },
    'x-errors': ADMIN_ERRORS,
  }
}

/** The committed text of docs/admin-openapi.json. */
export function printAdminOpenApi(routes: readonly AdminRoute[]): string {
  return `${JSON.stringify(describeAdminApi(routes), null, 2)}\n`
}

/** The document itself is part of the API; it is made once. */
export function documentRoute(routes: () => readonly AdminRoute[]): AdminRoute {
  let made: object | null = null
  return defineRoute('GET /openapi.json', ['api.read', 'own'], {
    summary: 'This document',
    streams: 'application/json',
    run: async () => {
      made ??= describeAdminApi(routes())
      return answered(made)
    },
  })
}

function describeRoute(route: AdminRoute) {
  const {
    method,
    path,
    action,
    isForOperators,
    summary,
    description,
    body,
    answer,
    streams,
    asksAgain,
  } = route
  const content = answer === null ? { [streams!]: { schema: {} } } : jsonContent(answer)
  return {
    operationId: operationId(route),
    tags: [tagOf(route)],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(action === null ? {} : { 'x-action': action, 'x-roles': ACTIONS[action].roles }),
    'x-operators': isForOperators,
    ...(asksAgain === null ? {} : { 'x-asks-again': whatAsks(method, path).why }),
    ...(action === null ? { security: [] } : { security: [{ session: [] }] }),
    parameters: [...pathParameters(path), ...queryParameters(route.query), ...guards(method)],
    ...(method === 'GET' || Object.keys(body.properties).length === 0
      ? {}
      : { requestBody: { required: true, content: jsonContent(body) } }),
    responses: { 200: { description: 'Done.', content }, ...describeErrors(route) },
  }
}

const jsonContent = (schema: TSchema) => ({
  'application/json': { schema: described(schema), example: sampleOf(schema) },
})

/** Such as `getPeopleSessions`; paths that differ only in a parameter get a hash of it. */
function operationId({ method, path }: AdminRoute): string {
  const words = path.split(/[/.-]/).filter(word => word !== '' && !word.startsWith(':'))
  const name = words.map(word => `${word[0]!.toUpperCase()}${word.slice(1)}`).join('')
  const params = path.match(/:\w+/g) ?? []
  const mark =
    params.length === 0 ? '' : `By${createHash('sha256').update(path).digest('hex').slice(0, 4)}`
  return `${method.toLowerCase()}${name}${mark}`
}

const STEP_NOTE =
  'Percent-encoded. An id of `.` or `..`, also after `~`, gets one more `~` before it: ' +
  'otherwise browsers and proxies treat it as a step between folders.'

function pathParameters(path: string): object[] {
  const names = path.match(/(?<=:)\w+/g) ?? []
  const isPlayer = (name: string) => name === 'playerId'
  return names.map(name => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(isPlayer(name) ? { description: STEP_NOTE } : {}),
  }))
}

function queryParameters(schema: TObject): object[] {
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, field]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: described(field as TSchema),
  }))
}

function guards(method: string): object[] {
  if (method === 'GET') return []
  const one = { const: '1' }
  return [{ name: 'X-Admin-Request', in: 'header', required: true, schema: one }]
}

function describeErrors(route: AdminRoute): Record<number, object> {
  const codes = codesOf(route)
  const statuses = [...new Set(codes.map(code => ADMIN_ERRORS[code].status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const listed = [...new Set(codes.filter(code => ADMIN_ERRORS[code].status === status))]
      return [
        status,
        {
          description: listed
            .map(code => `\`${code}\`: ${ADMIN_ERRORS[code].meaning}`)
            .join('\n\n'),
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Error' },
              examples: Object.fromEntries(
                listed.map(code => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            },
          },
        },
      ]
    }),
  )
}
