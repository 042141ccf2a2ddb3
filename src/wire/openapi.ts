// The operator API as an OpenAPI 3.1 document, built from the schemas that validate requests and
// describe answers. Pure; writes no file.

import type { TSchema } from 'typebox'
import { OPERATOR_ERRORS, type OperatorErrorCode } from '../core/error-codes.ts'
import { CALLS_PER_MINUTE, IDEMPOTENCY_KEY_MAX_CHARS } from '../limits.ts'
import {
  PUBLIC_ENDPOINTS,
  PUBLIC_PARTS,
  type PublicEndpoint,
} from '../operator/catalog/document.ts'
import { FREE_SPINS } from '../operator/free-spins/document.ts'
import { LAUNCH } from '../operator/launch/document.ts'
import { PLAYER_RTP } from '../operator/player-rtp/document.ts'
import { REPORTS } from '../operator/reports/document.ts'
import { ROUND_CANCEL } from '../operator/round-cancel/document.ts'
import { TARGET_OUTCOMES } from '../operator/target-outcomes/document.ts'
import { MEANINGS, POST_ERRORS } from './openapi/errors.ts'
import type { ApiMethod, Capability } from './openapi/method.ts'
import { CALLBACKS, type Callback } from './openapi/webhooks.ts'
import { type NamedSchemas, writeSchema } from './schema-refs.ts'
import { SummaryOk, WalletError, WalletOk } from './wallet-callbacks.ts'

/** The version the specification of the API names. */
const API_VERSION = '2.0.0'

interface PostPath {
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** The field that selects the method; null where there is one method. */
  selector: 'method' | 'action' | null
  capabilities: readonly Capability[]
  /** Codes that every method of the path can answer. */
  errors: readonly OperatorErrorCode[]
}

const POST_PATHS: readonly PostPath[] = [
  {
    path: '/playGame.do',
    operationId: 'playGame',
    tag: 'Launch',
    summary: 'Open a game for a player',
    description:
      'The balance shown in the game is the one that the wallet reports. `Idempotency-Key`: the ' +
      'same key with the same body gives the same link.',
    selector: null,
    capabilities: [LAUNCH],
    errors: POST_ERRORS,
  },
  {
    path: '/gameActions.do',
    operationId: 'gameActions',
    tag: 'Game actions',
    summary: 'Free spins, target outcomes, round cancel and reports',
    description:
      "The field `method` selects what is done. The caller's address must be in one of the " +
      "project's networks. Reports count as `reports`, all else as `actions`.",
    selector: 'method',
    capabilities: [FREE_SPINS, TARGET_OUTCOMES, ROUND_CANCEL, REPORTS],
    errors: [...POST_ERRORS, 'IP_NOT_ALLOWED', 'INVALID_METHOD', 'METHOD_RETIRED'],
  },
  {
    path: '/playerRtp.do',
    operationId: 'playerRtp',
    tag: 'Player RTP',
    summary: 'RTP levels and bet limits of players',
    description:
      "The field `action` selects what is done; every action answers the player's record. The " +
      "caller's address must be in one of the project's networks. Ours: calls count as `actions`, " +
      'and `Idempotency-Key` works as on the other paths.',
    selector: 'action',
    capabilities: [PLAYER_RTP],
    errors: [
      ...POST_ERRORS,
      'IP_NOT_ALLOWED',
      'INVALID_ACTION',
      'INVALID_PLAYER',
      'RTP_PROVIDER_UNSUPPORTED',
    ],
  },
]

const CAPABILITIES = POST_PATHS.flatMap(({ capabilities }) => capabilities)
const methodsOf = ({ capabilities }: PostPath) => capabilities.flatMap(({ methods }) => methods)

const TAGS = [
  { name: 'Launch', description: 'Players come in through a link.' },
  { name: 'Game actions', description: 'What an operator asks for players and rounds.' },
  { name: 'Player RTP', description: 'Levels and limits of one player.' },
  { name: 'Public', description: 'Need no credentials.' },
  { name: 'Wallet', description: "What the platform asks of the operator's wallet." },
]

/** Parts of the schemas that have a name in the document. */
const NAMED: NamedSchemas = {
  at: '#/components/schemas',
  byName: {
    ...Object.fromEntries(CAPABILITIES.flatMap(({ parts }) => Object.entries(parts))),
    ...PUBLIC_PARTS,
    SummaryOk,
    WalletError,
    WalletOk,
  },
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const schemaRef = (name: string) => ref('schemas', name)

export function buildOpenApi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelhouse operator API',
      version: API_VERSION,
      summary: 'Slot games for casino operators. TEST_ONLY: no real payments exist.',
      description: describeApi(),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The platform that serves this document.' }],
    // Credentials are fields of the body, which no security scheme of OpenAPI can say.
    security: [],
    tags: TAGS,
    paths: Object.fromEntries([
      ...POST_PATHS.map(path => [path.path, { post: postOperation(path) }]),
      ...PUBLIC_ENDPOINTS.map(endpoint => [endpoint.path, { get: getOperation(endpoint) }]),
    ]),
    webhooks: Object.fromEntries(
      Object.entries(CALLBACKS).map(([name, callback]) => [
        name,
        { post: webhook(name, callback) },
      ]),
    ),
    components: {
      schemas: { ...namedSchemas(), ...methodSchemas(), Error: ERROR },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfNoneMatch: IF_NONE_MATCH },
      headers: HEADERS,
    },
    'x-errors': Object.fromEntries(
      Object.entries(OPERATOR_ERRORS).map(([code, status]) => [
        code,
        { status, meaning: MEANINGS[code as OperatorErrorCode] },
      ]),
    ),
  }
}

function describeApi(): string {
  const paragraphs = [
    'The platform runs in a test-only mode: units are non-withdrawable and no real payments exist. ' +
      'Calls are `POST` with `Content-Type: application/json` and a JSON object. Success is ' +
      '`status: ok` plus the result; an error is `{"status":"error","message":"<CODE>"}`: branch on ' +
      'the code.',
    'Credentials: every POST carries `partner` (project id) and `api_key` (project secret) in its ' +
      'body; there are no signatures and no tokens in headers. Keep the key on your server. ' +
      '`/gameActions.do` and `/playerRtp.do` are also limited to the networks of the project.',
    'Amounts are exact: read them as decimals, never as floating point. Times are ISO 8601, UTC in ' +
      'answers. Unknown fields of an answer are to be ignored; unknown fields of a request are ' +
      'refused.',
    `Quotas by default: ${CALLS_PER_MINUTE.launch} launches, ${CALLS_PER_MINUTE.actions} actions ` +
      `and ${CALLS_PER_MINUTE.reports} reports a minute; a full minute may be burst. Past them: 429 ` +
      '`RATE_LIMITED` with `Retry-After`.',
    'Every answer but that of `/games/catalog` carries `Cache-Control: no-store`. After a time-out ' +
      'repeat the call with the same `Idempotency-Key`.',
    'The specification of the API leaves some things open. What is marked "ours" is the choice of ' +
      'this platform: the order of the checks (size and JSON, credentials, allowlist, quota, ' +
      '`Idempotency-Key`, method, body), 404 `NOT_FOUND` for an unknown path, 405 ' +
      '`METHOD_NOT_ALLOWED` for another verb.',
  ]
  return paragraphs.join('\n\n')
}

function postOperation(path: PostPath) {
  const { selector } = path
  const methods = methodsOf(path)
  const requests = methods.map(method => requestName(path, method))
  const answers = [...new Set(methods.map(({ answer }) => nameOf(answer)))]
  return {
    operationId: path.operationId,
    tags: [path.tag],
    summary: path.summary,
    description: path.description,
    parameters: [ref('parameters', 'IdempotencyKey')],
    requestBody: {
      required: true,
      content: json(
        selector === null ? schemaRef(requests[0]!) : oneOf(selector, methods, requests),
        Object.fromEntries(methods.map(({ name, examples }) => [name, examples.request])),
      ),
    },
    responses: {
      200: {
        description: 'Done.',
        headers: headerRefs('X-RateLimit-Limit', 'X-RateLimit-Remaining'),
        content: json(
          answers.length === 1 ? schemaRef(answers[0]!) : { anyOf: answers.map(schemaRef) },
          Object.fromEntries(methods.map(({ name, examples }) => [name, examples.answer])),
        ),
      },
      ...errorResponses([...path.errors, ...methods.flatMap(({ errors }) => errors)]),
    },
    'x-methods': methods.map(method => ({
      name: method.name,
      summary: method.summary,
      description: method.description,
      request: schemaRef(requestName(path, method)),
      answer: schemaRef(nameOf(method.answer)),
      errors: method.errors,
    })),
  }
}

function oneOf(selector: string, methods: readonly ApiMethod[], requests: readonly string[]) {
  const refs = requests.map(schemaRef)
  const mapping = methods.map(({ name }, place) => [name, refs[place]!.$ref])
  return {
    oneOf: refs,
    discriminator: { propertyName: selector, mapping: Object.fromEntries(mapping) },
  }
}

function getOperation(endpoint: PublicEndpoint) {
  const cacheHeaders = headerRefs('ETag', 'Cache-Control')
  return {
    operationId: endpoint.operationId,
    tags: ['Public'],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.isCacheable ? { parameters: [ref('parameters', 'IfNoneMatch')] } : {}),
    responses: {
      200: {
        description: 'Done.',
        ...(endpoint.isCacheable ? { headers: cacheHeaders } : {}),
        content: json(schemaRef(endpoint.answerName), { answer: endpoint.example }),
      },
      ...(endpoint.isCacheable
        ? { 304: { description: 'What the caller holds is current.', headers: cacheHeaders } }
        : {}),
      ...errorResponses(endpoint.errors),
    },
  }
}

/** One response a status. */
function errorResponses(codes: readonly OperatorErrorCode[]) {
  const all = new Set<OperatorErrorCode>([...codes, 'METHOD_NOT_ALLOWED'])
  const byStatus = new Map<number, OperatorErrorCode[]>()
  const add = (status: number, code: OperatorErrorCode) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  for (const code of all) add(OPERATOR_ERRORS[code], code)
  if (all.has('REQUEST_FAILED')) add(503, 'REQUEST_FAILED')
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, errorResponse(status, ofStatus)]),
  )
}

const STATUS_HEADERS: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After', 'X-RateLimit-Limit'],
  503: ['Retry-After'],
}

function errorResponse(status: number, codes: readonly OperatorErrorCode[]) {
  const headers = STATUS_HEADERS[status] ?? []
  return {
    description: codes.map(code => `\`${code}\`: ${MEANINGS[code]}`).join('\n\n'),
    ...(headers.length > 0 ? { headers: headerRefs(...headers) } : {}),
    content: json(
      { allOf: [schemaRef('Error'), { properties: { message: { enum: codes } } }] },
      Object.fromEntries(codes.map(code => [code, { status: 'error', message: code }])),
    ),
  }
}

function webhook(name: string, callback: Callback) {
  const answers = callback.answers.map(answer => schemaRef(nameOf(answer)))
  return {
    operationId: `wallet_${name}`,
    tags: ['Wallet'],
    summary: callback.summary,
    description:
      `${callback.description}\n\nSent to the project's callback address with the currency at its ` +
      'end. Answer within 2 seconds.',
    requestBody: {
      required: true,
      content: json(schemaRef(callbackName(name)), callback.examples),
    },
    responses: {
      200: {
        description: 'Any other status leaves the outcome unknown: the call is repeated.',
        content: json({ anyOf: answers }, callback.exampleAnswers),
      },
    },
  }
}

const ERROR = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { const: 'error' },
    message: { type: 'string', pattern: '^[A-Z][A-Z0-9_]+$', description: 'The code.' },
  },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body (without `api_key`) gives the first answer again and executes ' +
    'nothing; with another body `IDEMPOTENCY_CONFLICT`. Its scope is the project and the method. ' +
    'Ours: answers are kept for 24 hours; a repeat waits for a first call still under way.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_MAX_CHARS,
    pattern: '^[!-~]+$',
  },
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the content the caller holds.',
  schema: { type: 'string' },
}

const HEADERS = {
  'Retry-After': {
    description: 'Whole seconds to wait before the call is repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Limit': {
    description: 'The quota of the class of the call.',
    schema: { type: 'string', pattern: '^[0-9]+/min$' },
  },
  'X-RateLimit-Remaining': {
    description: 'Whole calls left right after this one. Ours: missing while calls go uncounted.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'Names the content.', schema: { type: 'string' } },
  'Cache-Control': {
    description: 'How long the answer may be kept.',
    schema: { type: 'string', const: 'public, max-age=300' },
  },
  Allow: { description: 'The verb of the path.', schema: { type: 'string' } },
}

function headerRefs(...names: string[]) {
  return Object.fromEntries(names.map(name => [name, ref('headers', name)]))
}

function json(schema: object, examples: Readonly<Record<string, object>>) {
  return {
    'application/json': {
      schema,
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { value }]),
      ),
    },
  }
}

/** The name under which a schema stands in the document. */
function nameOf(schema: TSchema): string {
  const found = Object.entries(NAMED.byName).find(([, named]) => named === schema)
  if (found === undefined) throw new Error('a schema has no name in the document')
  return found[0]
}

const pascal = (name: string) =>
  name.replace(/(?:^|[_-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** Methods of a path have names of their own; what an action is says its path. */
const requestName = ({ operationId, selector }: PostPath, { name }: ApiMethod) =>
  `${selector === 'action' ? pascal(operationId) : ''}${pascal(name)}Request`
const callbackName = (name: string) => `${pascal(name)}Callback`

function namedSchemas() {
  const parts = {
    ...NAMED.byName,
    ...Object.fromEntries(PUBLIC_ENDPOINTS.map(({ answerName, answer }) => [answerName, answer])),
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, schema]) => [name, writeSchema(schema, NAMED)]),
  )
}

function methodSchemas() {
  return Object.fromEntries([
    ...POST_PATHS.flatMap(path =>
      methodsOf(path).map(method => [
        requestName(path, method),
        writeSchema(method.request, NAMED),
      ]),
    ),
    ...Object.entries(CALLBACKS).map(([name, { schema }]) => [
      callbackName(name),
      writeSchema(schema, NAMED),
    ]),
  ])
}

/** The committed text of docs/openapi.json. */
export function printOpenApi(): string {
  return `${JSON.stringify(buildOpenApi(), null, 2)}\n`
}
