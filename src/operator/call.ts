// The order in which a POST of the operator API is checked, the same for every path: JSON,
// credentials, whether the project is on, allowlist, rate limit, idempotency key, method, body,
// execution. Never looks into what a method does.

import { createHash } from 'node:crypto'
import { isInside } from '../core/network.ts'
import type { RateClass } from '../core/settings-schema.ts'
import type { AuditChange } from '../ledger/audit/audit-log.ts'
import type { IdempotentCalls, Once } from '../ledger/projects/idempotency.ts'
import type { IdempotentCall } from '../ledger/projects/idempotency-rows.ts'
import type { Project } from '../ledger/projects/projects.ts'
import type { Counts } from '../limits/counts.ts'
import {
  FAILED_KEYS_PER_MINUTE,
  IDEMPOTENCY_KEPT_MS,
  IDEMPOTENCY_KEY_MAX_CHARS,
  IDEMPOTENT_BYTES_PER_CALL,
  IDEMPOTENT_READING_BYTES,
  RETENTION_EVERY_MS,
} from '../limits.ts'
import { readJsonObject } from '../wire/json-body.ts'
import { canonicalJson } from './canonical-json.ts'
import { authenticate, type Caller, type CredentialsDeps } from './credentials.ts'
import {
  type BodyCause,
  OPERATOR_ERRORS,
  type OperatorErrorCode,
  type RefusalDetails,
  type Refused,
} from './errors.ts'
import { type AdmitCall, quotaOf } from './rate-limit.ts'
import type { Read } from './request.ts'

/** What the edge hands over: bytes and headers, not interpreted yet. */
export interface OperatorRequest {
  /** Null when it was larger than HTTP_BODY_MAX_BYTES. */
  body: Buffer | null
  contentType: string
  /** Every Idempotency-Key header that was sent. */
  idempotencyKeys: readonly string[]
  /** The caller's address; null when it can't be determined. */
  address: string | null
  /** Used in the answer, in the log lines of the call and in the wallet calls that it causes. */
  requestId: string
}

export interface OperatorAnswer {
  status: number
  body: object
  /** Lower-case names. */
  headers?: Readonly<Record<string, string>>
  /** The requested method, for the metrics; absent: the call did not get that far. */
  method?: string
}

export interface CallDeps extends CredentialsDeps {
  /** Counts the call against the project's quota. Never rejects. */
  admit: AdmitCall
  /** By project: one whose wallet hangs must not take the slots of all others. */
  callsUnderWay: Counts
  callsPerProject(): number
  runOnce: IdempotentCalls['runOnce']
  onFault(error: unknown, requestId: string): void
}

/** What an execution gets about its call. */
export interface CallContext {
  requestId: string
  /** Logs a fault of this call. */
  onFault(error: unknown): void
}

/** How a change of a player's entitlements is made. */
export interface Change extends Pick<CallContext, 'onFault'> {
  /** The record of an owner's change; absent for an operator's. */
  audit?: AuditChange
}

/** The result of an execution: JSON, kept unchanged for an Idempotency-Key. */
export type Executed<Result> = ({ ok: true } & Result) | Refused

/** The fields of an answer besides its `status`. */
export type ResultOf<Answer extends { status: 'ok' }> = Omit<Answer, 'status'>

/** One method of the API: reads a body, executes it, and makes the answer from its result. */
export interface OperatorMethod<Request, Result> {
  /** Together with the project, the scope of an Idempotency-Key. */
  name: string
  /** It changes nothing: its answer is kept for a key only while there is room. */
  isReading?: true
  read(body: object, project: Project): Read<Request>
  execute(project: Project, request: Request, call: CallContext): Promise<Executed<Result>>
  /** Default: status `ok` and the fields of the result. */
  present?(result: Result): object
}

/** A method without the types of its request and result, which only the method itself needs. */
export type AnyMethod = OperatorMethod<unknown, unknown>

/** One path of the API: what every call to it must pass, and the methods behind it. */
export interface OperatorRoute {
  /** The caller's address must be in one of the project's networks. */
  needsAllowlist: boolean
  /**
   * The quota that the call counts against; derived only from the body, before its fields are
   * checked.
   */
  rateClass(body: object): RateClass
  /** The method that a body asks for. */
  findMethod(body: object): Read<AnyMethod>
}

export function failure(code: OperatorErrorCode, details?: RefusalDetails): OperatorAnswer {
  const body = { status: 'error', message: code, ...details }
  return { status: OPERATOR_ERRORS[code].status, body }
}

/** Thrown by a method that executed nothing and may be called again: the answer is not kept. */
export class NotExecuted extends Error {
  readonly code: OperatorErrorCode
  constructor(code: OperatorErrorCode) {
    super(code)
    this.name = 'NotExecuted'
    this.code = code
  }
}

/** Answers one call. Never throws: a failure without a public code is REQUEST_FAILED. */
export async function answerCall(
  deps: CallDeps,
  request: OperatorRequest,
  route: OperatorRoute,
): Promise<OperatorAnswer> {
  try {
    return await answer(deps, request, route)
  } catch (error) {
    if (error instanceof NotExecuted) return failure(error.code)
    deps.onFault(error, request.requestId)
    return failure('REQUEST_FAILED')
  }
}

/**
 * Every check takes precedence over all that come after it; a call that fails a check has executed
 * nothing.
 */
async function answer(
  deps: CallDeps,
  request: OperatorRequest,
  route: OperatorRoute,
): Promise<OperatorAnswer> {
  const body = parseBody(request)
  if (typeof body === 'string') return failure('INVALID_REQUEST', { cause: body })
  const caller = await authenticate(deps, body, request)
  if (caller.kind === 'too-many-failures') await deps.failedKeys.holdBack()
  if (caller.kind !== 'known') return refuseCaller(caller)
  const { project } = caller
  if (!project.settings.enabled) return failure('FORBIDDEN')
  if (route.needsAllowlist && !isAllowed(project, request)) {
    return failure('IP_NOT_ALLOWED', { address: request.address })
  }
  const { isAllowed: isInQuota, headers } = await deps.admit(
    project,
    route.rateClass(body),
    error => deps.onFault(error, request.requestId),
  )
  if (!isInQuota) return { ...failure('RATE_LIMITED'), headers }
  if (!isValidKey(request.idempotencyKeys)) return failure('INVALID_IDEMPOTENCY_KEY')
  const found = route.findMethod(body)
  if (!found.ok) return failure(found.code, found.details)
  const { name: method } = found.value
  const asked = found.value.read(body, project)
  if (!asked.ok) return { ...failure(asked.code, asked.details), method }
  const [key] = request.idempotencyKeys
  const { requestId } = request
  const context = { requestId, onFault: (error: unknown) => deps.onFault(error, requestId) }
  const execute = () => found.value.execute(project, asked.value, context)
  const once = await withinShare(deps, project, async () =>
    key === undefined
      ? { kind: 'answer', result: await execute() }
      : deps.runOnce(identify(project, found.value, key, body), execute),
  )
  const answered = { ...presentOnce(found.value, once), method }
  const waitS = retryAfterS(once)
  if (waitS !== null) {
    return { ...answered, headers: { ...headers, 'retry-after': String(waitS) } }
  }
  return answered.status === 200 ? { ...answered, headers } : answered
}

/** A project's searches for target outcomes take a few seconds each. */
const SEARCH_WAIT_S = 5

/** Of a call that was refused because too much is under way; null for all others. */
function retryAfterS(once: Attempt): number | null {
  switch (once.kind) {
    case 'crowded':
      return 1
    case 'full':
      // Kept answers are deleted a day later, in batches.
      return RETENTION_EVERY_MS / 1000
    case 'not-executed':
      return once.code === 'RATE_LIMITED' ? SEARCH_WAIT_S : null
    default:
      return null
  }
}

type Attempt =
  | Once<Executed<unknown>>
  /** The method refused it and changed nothing: not kept for an Idempotency-Key. */
  | { kind: 'not-executed'; code: OperatorErrorCode }

/** `crowded` also when the project has its full share of calls in progress. */
async function withinShare(
  { callsUnderWay, callsPerProject }: CallDeps,
  { projectId }: Project,
  work: () => Promise<Once<Executed<unknown>>>,
): Promise<Attempt> {
  if (callsUnderWay.of(projectId) >= callsPerProject()) return { kind: 'crowded' }
  callsUnderWay.up(projectId)
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotExecuted) return { kind: 'not-executed', code: error.code }
    throw error
  } finally {
    callsUnderWay.down(projectId)
  }
}

function refuseCaller(caller: Exclude<Caller, { kind: 'known' }>): OperatorAnswer {
  if (caller.kind === 'unauthorized') return failure('UNAUTHORIZED')
  const headers = {
    'retry-after': String(caller.retryAfterS),
    'x-ratelimit-limit': `${FAILED_KEYS_PER_MINUTE}/min`,
  }
  return { ...failure('RATE_LIMITED'), headers }
}

function isAllowed({ allowedNetworks }: Project, { address }: OperatorRequest): boolean {
  return address !== null && isInside(address, allowedNetworks)
}

function presentOnce(method: AnyMethod, once: Attempt): OperatorAnswer {
  switch (once.kind) {
    case 'answer':
      if (!once.result.ok) return failure(once.result.code, once.result.details)
      return { status: 200, body: presentResult(method, once.result) }
    case 'conflict':
      return failure('IDEMPOTENCY_CONFLICT')
    case 'late':
      return failure('REQUEST_FAILED')
    case 'not-executed':
      return failure(once.code)
    // The one code that means "nothing was executed, repeat it with the same key in a moment".
    case 'crowded':
    case 'full':
      return failure('RATE_LIMITED')
  }
}

export function presentResult(method: AnyMethod, { ok: _, ...fields }: { ok: true }): object {
  return method.present?.(fields) ?? { status: 'ok', ...fields }
}

function parseBody({ body, contentType }: OperatorRequest): Record<string, unknown> | BodyCause {
  if (body === null) return 'too_large'
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return 'content_type'
  return readJsonObject(body) ?? 'not_json'
}

/** No header, or one of 1-128 printable ASCII characters without spaces. */
function isValidKey(keys: readonly string[]): boolean {
  if (keys.length === 0) return true
  const [key] = keys
  return keys.length === 1 && /^[!-~]+$/.test(key!) && key!.length <= IDEMPOTENCY_KEY_MAX_CHARS
}

/** Equal bodies have one hash, whatever the order of fields; the project's key is left out. */
function identify(
  project: Project,
  { name: method, isReading }: AnyMethod,
  key: string,
  { api_key: _, ...compared }: Record<string, unknown>,
): IdempotentCall {
  const bodySha256 = createHash('sha256').update(canonicalJson(compared)).digest()
  const { projectId } = project
  const mostBytes = isReading ? IDEMPOTENT_READING_BYTES : mostKeptBytes(project)
  return { projectId, method, key, bodySha256, isReading: isReading === true, mostBytes }
}

const MINUTES_KEPT = IDEMPOTENCY_KEPT_MS / 60_000

/** For calls that change something: a project with higher quotas has more answers a day. */
function mostKeptBytes(project: Project): number {
  const perMinute = quotaOf(project, 'launch') + quotaOf(project, 'actions')
  return perMinute * MINUTES_KEPT * IDEMPOTENT_BYTES_PER_CALL
}
