// The parts of the OpenAPI document that operations refer to: parameters, headers, the form of an
// error. Contains no method.

import { IDEMPOTENCY_KEY_MAX_CHARS } from '../../limits.ts'

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
export const schemaRef = (name: string) => ref('schemas', name)

export function headerRefs(...names: string[]) {
  return Object.fromEntries(names.map(name => [name, ref('headers', name)]))
}

/** A JSON body with its examples by name. */
export function jsonContent(schema: object, examples: Readonly<Record<string, object>>) {
  return {
    'application/json': {
      schema,
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { value }]),
      ),
    },
  }
}

export const ERROR = {
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
    'The same key with the same body (without `api_key`) gives the first answer again and ' +
    'executes nothing; with another body `IDEMPOTENCY_CONFLICT`. Its scope is the project and ' +
    'the method. Ours: answers are kept for 24 hours; a repeat waits for a first call that is ' +
    'still in progress. For methods that change nothing, up to 64 MB of answers are kept per ' +
    'project; beyond that such a call runs again. Beyond the limit for all other methods, a ' +
    'call with a new key gets `RATE_LIMITED` and has executed nothing.',
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
  description: 'The `ETag` of the content that the caller holds.',
  schema: { type: 'string' },
}

/** It contains nothing that could break a header, a log line or a query. */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._:-]{8,128}$'
const REQUEST_ID_SCHEMA = { type: 'string', pattern: REQUEST_ID_PATTERN }

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Ours: the id of the call, accepted from a trusted proxy. An id from any other sender, or ' +
    'of another form, is replaced.',
  schema: REQUEST_ID_SCHEMA,
}

const CAUSE_REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    "Ours: the id of the operator's call that caused this one, a launch or `round_cancel`. " +
    'Missing when a player or the platform caused it.',
  schema: REQUEST_ID_SCHEMA,
}

const SIGNATURE = {
  name: 'X-Reelhouse-Signature',
  in: 'header',
  required: false,
  description:
    'Ours, if the project requires signed calls: `t`, Unix time in seconds of this sending, ' +
    'and one or two `v1`, each the HMAC-SHA256 in hex of `<t>.<body>` under a signing key. One ' +
    'match is enough; refuse a `t` more than five minutes away.',
  schema: { type: 'string', pattern: '^t=[0-9]+(,v1=[0-9a-f]{64}){1,2}$' },
  example: `t=1767225600,v1=${'5f0c'.repeat(16)}`,
}

const TRACE_PARENT = {
  name: 'traceparent',
  in: 'header',
  required: false,
  description:
    'Ours, if the platform is set to trace wallets: the W3C trace context of the call. Ignore ' +
    'it unless you use tracing.',
  schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' },
}

export const PARAMETERS = {
  IdempotencyKey: IDEMPOTENCY_KEY,
  IfNoneMatch: IF_NONE_MATCH,
  RequestId: REQUEST_ID,
  CauseRequestId: CAUSE_REQUEST_ID,
  WalletSignature: SIGNATURE,
  TraceParent: TRACE_PARENT,
}

export const HEADERS = {
  'X-Request-Id': {
    description: 'Ours: the id of the call, in every answer. Give it when you ask about a call.',
    schema: REQUEST_ID_SCHEMA,
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the call is repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Limit': {
    description: 'The quota of the class of the call.',
    schema: { type: 'string', pattern: '^[0-9]+/min$' },
  },
  'X-RateLimit-Remaining': {
    description:
      'Whole calls left right after this one. Ours: missing while calls are not counted.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'Identifies the content.', schema: { type: 'string' } },
  'Cache-Control': {
    description: 'How long the answer may be cached.',
    schema: { type: 'string', const: 'public, max-age=300' },
  },
  Allow: { description: 'The verb that the path supports.', schema: { type: 'string' } },
}
