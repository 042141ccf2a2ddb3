// One operation of the OpenAPI document: a POST path with its methods, a public GET, a callback to
// the wallet. Pure.

import type { NamedSchemas } from '../schema-refs.ts'
import { WalletError, WalletOk } from '../wallet-callbacks.ts'
import { headerRefs, jsonContent, ref, schemaRef } from './components.ts'
import type { ApiDescription, ApiMethod, PostPath, PublicEndpoint } from './description.ts'
import { CREDENTIALS } from './examples.ts'
import { callbackName, nameOf, requestName } from './schema-names.ts'
import type { Callback } from './webhooks.ts'

type Errors = ApiDescription['errors']

export const methodsOf = ({ capabilities }: PostPath) =>
  capabilities.flatMap(({ methods }) => methods)

export function postOperation(path: PostPath, named: NamedSchemas, errors: Errors) {
  const methods = methodsOf(path)
  return {
    operationId: path.operationId,
    tags: [path.tag],
    summary: path.summary,
    description: path.description,
    parameters: [ref('parameters', 'IdempotencyKey'), ref('parameters', 'RequestId')],
    requestBody: {
      required: true,
      content: jsonContent(
        requestSchema(path, methods),
        Object.fromEntries(methods.map(method => [method.name, exampleRequest(path, method)])),
      ),
    },
    responses: {
      200: postAnswer(methods, named),
      ...errorResponses([...path.errors, ...methods.flatMap(method => method.errors)], errors),
    },
    'x-methods': methods.map(method => ({
      name: method.name,
      summary: method.summary,
      description: method.description,
      request: schemaRef(requestName(path, method)),
      answer: schemaRef(nameOf(method.answer, named)),
      errors: method.errors,
    })),
  }
}

function exampleRequest({ selector }: PostPath, { name, examples }: ApiMethod): object {
  return { ...CREDENTIALS, ...(selector === null ? {} : { [selector]: name }), ...examples.request }
}

function requestSchema(path: PostPath, methods: readonly ApiMethod[]) {
  const refs = methods.map(method => schemaRef(requestName(path, method)))
  if (path.selector === null) return refs[0]!
  const mapping = Object.fromEntries(methods.map(({ name }, i) => [name, refs[i]!.$ref]))
  return { oneOf: refs, discriminator: { propertyName: path.selector, mapping } }
}

function postAnswer(methods: readonly ApiMethod[], named: NamedSchemas) {
  const answers = [...new Set(methods.map(({ answer }) => nameOf(answer, named)))]
  return {
    description: 'Done.',
    headers: headerRefs('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'),
    content: jsonContent(
      answers.length === 1 ? schemaRef(answers[0]!) : { anyOf: answers.map(schemaRef) },
      Object.fromEntries(
        methods.map(({ name, examples }) => [name, { status: 'ok', ...examples.answer }]),
      ),
    ),
  }
}

export function getOperation(endpoint: PublicEndpoint, errors: Errors) {
  const idHeader = headerRefs('X-Request-Id')
  const cacheHeaders = headerRefs('X-Request-Id', 'ETag', 'Cache-Control')
  return {
    operationId: endpoint.operationId,
    tags: ['Public'],
    summary: endpoint.summary,
    description: endpoint.description,
    ...(endpoint.isCacheable ? { parameters: [ref('parameters', 'IfNoneMatch')] } : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: endpoint.isCacheable ? cacheHeaders : idHeader,
        content: jsonContent(schemaRef(endpoint.answerName), { answer: endpoint.example }),
      },
      ...(endpoint.isCacheable
        ? {
            304: {
              description: 'The content that the caller holds is current.',
              headers: cacheHeaders,
            },
          }
        : {}),
      ...errorResponses(endpoint.errors, errors),
    },
  }
}

/** One response per status; REQUEST_FAILED has two. */
function errorResponses(codes: readonly string[], errors: Errors) {
  const all = new Set([...codes, 'METHOD_NOT_ALLOWED'])
  const byStatus = new Map<number, string[]>()
  const add = (status: number, code: string) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  for (const code of all) add(errors[code]!.status, code)
  if (all.has('REQUEST_FAILED')) add(503, 'REQUEST_FAILED')
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [status, errorResponse(status, ofStatus, errors)]),
  )
}

const STATUS_HEADERS: Readonly<Record<number, readonly string[]>> = {
  405: ['Allow'],
  429: ['Retry-After', 'X-RateLimit-Limit'],
  503: ['Retry-After'],
}

/** The codes are no enum: more may come, and a generated client must read them too. */
function errorResponse(status: number, codes: readonly string[], errors: Errors) {
  const headers = ['X-Request-Id', ...(STATUS_HEADERS[status] ?? [])]
  return {
    description: codes.map(code => `\`${code}\`: ${errors[code]!.meaning}`).join('\n\n'),
    headers: headerRefs(...headers),
    content: jsonContent(
      schemaRef('Error'),
      Object.fromEntries(
        codes.map(code => [code, { status: 'error', message: code, ...errors[code]!.details }]),
      ),
    ),
  }
}

/** Callbacks that an operator's call may cause. */
const CAUSED_BY_CALLS: ReadonlySet<string> = new Set(['session_info', 'refund'])

export function webhookOperation(name: string, callback: Callback, named: NamedSchemas) {
  const { answers = [WalletOk, WalletError] } = callback
  const examples = Object.entries(callback.examples)
  return {
    operationId: `wallet_${name}`,
    tags: ['Wallet'],
    summary: callback.summary,
    description:
      `${callback.description}\n\nSent to the project's callback address with the currency at ` +
      'its end. Answer within 2 seconds.',
    parameters: [
      ref('parameters', 'WalletSignature'),
      ...(CAUSED_BY_CALLS.has(name) ? [ref('parameters', 'CauseRequestId')] : []),
      ref('parameters', 'TraceParent'),
    ],
    requestBody: {
      required: true,
      content: jsonContent(
        schemaRef(callbackName(name)),
        Object.fromEntries(examples.map(([each, body]) => [each, { method: name, ...body }])),
      ),
    },
    responses: {
      200: {
        description: 'Any other status leaves the outcome unknown: the call is repeated.',
        content: jsonContent(
          { anyOf: answers.map(answer => schemaRef(nameOf(answer, named))) },
          callback.exampleAnswers,
        ),
      },
      401: {
        description:
          'The key or the signature is not right. The outcome is unknown to the platform, which ' +
          'repeats the call.',
        content: jsonContent(schemaRef('WalletError'), {
          UNAUTHORIZED: { status: 'error', message: 'UNAUTHORIZED' },
        }),
      },
    },
  }
}
