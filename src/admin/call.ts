// The order in which a request of the admin API is checked, the same for every path: host and
// origin, path, session, role, query and body, the password where it is asked for again, execution.
// Never looks into what a route does.

import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { findSession } from '../ledger/admin/sessions.ts'
import {
  ADMIN_BODY_MAX_BYTES,
  ADMIN_SIGN_IN_BODY_MAX_BYTES,
  ADMIN_STREAM_LOOK_MS,
} from '../limits/admin.ts'
import { readJsonObject } from '../wire/json-body.ts'
import { readSegment } from '../wire/path-segment.ts'
import type { AdminDeps } from './deps.ts'
import { type AdminRefused, type BrokenRule, refuse } from './errors.ts'
import type {
  AdminCall,
  AdminMethod,
  AdminResult,
  AdminRoute,
  SignedIn,
  Streamed,
} from './route.ts'
import { readSessionToken } from './sign-in/cookie.ts'
import { PasswordsCrowded } from './sign-in/passwords.ts'
import type { StepUp } from './sign-in/schema.ts'
import { stepUp } from './sign-in/step-up.ts'

/** What the edge hands over: bytes and headers, not interpreted yet. */
export interface AdminRequest {
  readonly method: string
  /** Below /admin/api, without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly address: string
  readonly signal: AbortSignal
  /**
   * Counts against the account, or its address without one, until the request is answered. Null
   * when the body is too large or its sender has left.
   */
  readBody(accountId: string | null, maxBytes: number): Promise<Buffer | null>
  /** The same for the request itself; false: too many are running, so this one is not started. */
  admit(accountId: string | null, isStream: boolean): boolean
}

export type AnswerAdmin = (request: AdminRequest) => Promise<AdminResult>

interface Compiled {
  readonly route: AdminRoute
  readonly segments: readonly string[]
  readQuery(text: string): Fields
  readBody(body: Buffer | null, contentType: string): Fields
}

type Fields = { ok: true; fields: object } | AdminRefused

const GONE = refuse('UNAUTHENTICATED', 'Sign in: your session is over, or there was none.')
const UNAVAILABLE = refuse(
  'UNAVAILABLE',
  'The database does not answer, so nobody can be recognised: try again.',
)
const CROWDED = refuse('UNAVAILABLE', 'Too many sign in just now: try again in a moment.')
const NO_ROOM: AdminRefused = {
  ...refuse('UNAVAILABLE', 'Too many requests or event streams of yours are under way: try again.'),
  retryAfterS: 1,
}
const NOT_ALLOWED = refuse('FORBIDDEN', 'Your role may look at this, and change nothing of it.')

/** Answers one request. Never rejects. */
export function createAdminApi(deps: AdminDeps, routes: readonly AdminRoute[]): AnswerAdmin {
  const compiled = routes.map(compile)
  return async request => {
    try {
      return await answer(deps, compiled, request)
    } catch (error) {
      if (error instanceof PasswordsCrowded) return CROWDED
      // Given up because its reader left.
      if (error !== request.signal.reason) deps.onFault(error)
      return refuse('REQUEST_FAILED', 'This failed on our side. Try again, and look at the log.')
    }
  }
}

async function answer(
  deps: AdminDeps,
  routes: readonly Compiled[],
  request: AdminRequest,
): Promise<AdminResult> {
  const origin = checkOrigin(deps.origin, request)
  if (origin !== null) return origin
  const found = findRoute(routes, request)
  if (!found.ok) return found
  const { route, params } = found
  const known = await checkReader(deps, route.route, request, true)
  if (!known.ok) return known
  const { account } = known
  const query = route.readQuery(request.query)
  if (!query.ok) return query
  const accountId = account?.accountId ?? null
  const body = await takeBody(route, request, accountId)
  if (!body.ok) return body
  if (!request.admit(accountId, route.route.streams !== null)) return NO_ROOM
  if (account?.role === 'viewer' && request.method !== 'GET') {
    const held = await deps.signInLimits.takeChange(account.accountId)
    if (held !== null) return held
  }
  const call: AdminCall = {
    account,
    checked: null,
    by: {
      actor: account === null ? 'unknown' : `${account.role}:${account.name}`,
      origin: `admin panel, ${request.address}`,
    },
    params,
    query: query.fields,
    body: body.fields,
    address: request.address,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 256),
    cookie: request.headers.cookie ?? '',
    signal: request.signal,
  }
  const result = await run(deps, route.route, call, request)
  if (!result.ok || !('stream' in result) || account === null) return result
  const chunks = whileSignedIn(deps, request, account, result.stream)
  return { ...result, stream: { ...result.stream, chunks } }
}

/**
 * Who asks, and whether they may. Asked again after a wait that the sender controls (a body, a
 * password): meanwhile the person may be signed out, disabled or given another role.
 */
async function checkReader(
  deps: AdminDeps,
  { role }: AdminRoute,
  request: AdminRequest,
  isUse: boolean,
): Promise<{ ok: true; account: SignedIn | null } | AdminRefused> {
  const account = await recognise(deps, request, isUse)
  if (account === 'unavailable') return UNAVAILABLE
  if (role === 'anyone') return { ok: true, account }
  if (account === null) return GONE
  return role === 'owner' && account.role !== 'owner' ? NOT_ALLOWED : { ok: true, account }
}

/**
 * The body is read only once it is known who asks: for a stranger the limit is small, or the body
 * is not read at all.
 */
async function takeBody(
  { route, readBody }: Compiled,
  request: AdminRequest,
  accountId: string | null,
): Promise<Fields> {
  if (route.method === 'GET') return { ok: true, fields: {} }
  const isOpen = route.role === 'anyone'
  const maxBytes = isOpen ? ADMIN_SIGN_IN_BODY_MAX_BYTES : ADMIN_BODY_MAX_BYTES
  const body = await request.readBody(accountId, maxBytes)
  return readBody(body, request.headers['content-type'] ?? '')
}

/**
 * The route itself never gets the password: it could end up in the audit log with the rest of the
 * body.
 */
async function run(
  deps: AdminDeps,
  route: AdminRoute,
  call: AdminCall,
  request: AdminRequest,
): Promise<AdminResult> {
  if (route.method === 'GET') return route.run(deps, call as never)
  const { password, code, ...body }: StepUp = call.body
  const isAsked = route.asksAgain?.(body) === true
  const steppedUp = isAsked ? await stepUp(deps, call, { password, code }, route.path) : null
  if (steppedUp?.ok === false) return steppedUp
  const still = await checkReader(deps, route, request, false)
  if (!still.ok) return still
  const given = route.asksAgain === null ? call.body : body
  return route.run(deps, { ...call, body: given, checked: steppedUp?.account ?? null } as never)
}

/**
 * A reader who is signed out, disabled, idle for too long or given another role gets no more: an
 * event stream ends, and a file is broken off, so that it does not look complete. While the ledger
 * does not answer, the reader stays: the overview is needed most when a store is down.
 */
async function* whileSignedIn(
  deps: AdminDeps,
  request: AdminRequest,
  { role }: SignedIn,
  { chunks, fileName }: Streamed['stream'],
): AsyncIterable<string> {
  let nextLookMs = deps.nowMs() + ADMIN_STREAM_LOOK_MS
  for await (const chunk of chunks) {
    if (deps.nowMs() >= nextLookMs) {
      const known = await recognise(deps, request, false)
      if (known !== 'unavailable' && known?.role !== role) {
        if (fileName === undefined) return
        throw new Error(`the reader of ${fileName} may not read on`)
      }
      nextLookMs = deps.nowMs() + ADMIN_STREAM_LOOK_MS
    }
    yield chunk
  }
}

/**
 * A page of another site can neither send requests in the name of the person signed in here
 * (Origin, and a header that needs a CORS preflight) nor read answers through a host name of its
 * choice for this address (Host).
 */
function checkOrigin(origin: string, { method, headers }: AdminRequest): AdminRefused | null {
  const host = new URL(origin).host
  if (headers.host !== host) {
    return refuse('INVALID_ADMIN_ORIGIN', `The panel is at ${origin} and answers there alone.`)
  }
  if (method === 'GET') return null
  if (headers.origin === origin && headers['x-admin-request'] === '1') return null
  return refuse(
    'INVALID_ADMIN_ORIGIN',
    `A change needs the headers "Origin: ${origin}" and "X-Admin-Request: 1".`,
  )
}

type FoundRoute = { ok: true; route: Compiled; params: object } | AdminRefused

function findRoute(routes: readonly Compiled[], { method, path }: AdminRequest): FoundRoute {
  const segments = path.split('/')
  const ofPath = routes.flatMap(route => {
    const params = matchPath(route.segments, segments)
    return params === null ? [] : [{ ok: true as const, route, params }]
  })
  if (ofPath.length === 0) return refuse('NOT_FOUND', 'There is no such path.')
  const found = ofPath.find(({ route }) => route.route.method === (method as AdminMethod))
  return found ?? refuse('METHOD_NOT_ALLOWED', 'The path exists under another verb.')
}

function matchPath(wanted: readonly string[], given: readonly string[]): object | null {
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [i, segment] of wanted.entries()) {
    const text = given[i]!
    if (!segment.startsWith(':')) {
      if (segment !== text) return null
      continue
    }
    const value = readSegment(text)
    if (value === null || value === '' || !isStorable(value)) return null
    params[segment.slice(1)] = value
  }
  return params
}

/** Who asks; null: the request belongs to no signed-in account. */
async function recognise(
  { pool, origin, nowMs, onFault }: AdminDeps,
  { headers }: AdminRequest,
  isUse = true,
): Promise<SignedIn | null | 'unavailable'> {
  const token = readSessionToken(headers.cookie ?? '', origin)
  if (token === null) return null
  try {
    return await findSession(pool, token, nowMs(), isUse)
  } catch (error) {
    onFault(error)
    return 'unavailable'
  }
}

function compile(route: AdminRoute): Compiled {
  const checkQuery = createCheck(route.query)
  const checkBody = createCheck(route.body)
  return {
    route,
    segments: route.path.split('/'),
    readQuery(text) {
      const given = new URLSearchParams(text)
      const names = [...given.keys()]
      const twice = names.find((name, i) => names.indexOf(name) !== i)
      if (twice !== undefined) {
        return refuse('INVALID_REQUEST', `"${twice}" is given twice.`, twice)
      }
      return checkQuery(Object.fromEntries(given))
    },
    readBody(body, contentType) {
      if (body === null) return refuse('INVALID_REQUEST', 'The request is too large.')
      if (body.length === 0) return checkBody({})
      const isJson = /^application\/json\s*(;|$)/i.test(contentType)
      const fields = isJson ? readJsonObject(body) : null
      return fields === null
        ? refuse('INVALID_REQUEST', 'The body is not one JSON object.')
        : checkBody(fields)
    },
  }
}

/** Names the first field that is missing, wrong or unknown. */
function createCheck(schema: TObject): (fields: Record<string, unknown>) => Fields {
  const form = Compile(schema)
  const isKnown = (name: string) => Object.hasOwn(schema.properties, name)
  return fields => {
    const unknown = Object.keys(fields).find(name => !isKnown(name))
    if (unknown !== undefined) {
      return refuseForm(`"${unknown}" means nothing here.`, unknown, {
        rule: 'unknown',
        limit: null,
      })
    }
    if (form.Check(fields)) {
      const odd = Object.keys(fields).find(name => !isStorable(fields[name]))
      if (odd === undefined) return { ok: true, fields }
      return refuseForm(`${odd}: it has a character that is none.`, odd, {
        ...{ rule: 'character', limit: null },
      })
    }
    const [first] = form.Errors(fields)
    const place = first?.instancePath ?? ''
    const missing = (first?.params as { requiredProperties?: string[] })?.requiredProperties?.[0]
    const field = [...place.split('/').slice(1), ...(missing === undefined ? [] : [missing])]
    const what = missing === undefined ? `it ${first?.message ?? 'is wrong'}` : 'it is missing'
    const broken: BrokenRule =
      missing === undefined ? brokenRule(first) : { rule: 'missing', limit: null }
    return refuseForm(`${field.join('.')}: ${what}.`, field.join('.'), broken)
  }
}

function refuseForm(reason: string, field: string, details: BrokenRule): AdminRefused {
  return { ...refuse('INVALID_REQUEST', reason, field), details }
}

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum'] as const

function brokenRule(error: { keyword?: string; params?: object } | undefined): BrokenRule {
  const bound = BOUNDS.find(name => name === error?.keyword)
  const { limit = null } = (error?.params ?? {}) as { limit?: number }
  if (bound !== undefined) return { rule: bound, limit }
  return { rule: error?.keyword === 'enum' ? 'enum' : 'form', limit: null }
}

const HALF = /\p{Surrogate}/u

/**
 * Postgres and its JSON refuse a NUL and half of a surrogate pair. The depth is bounded by the
 * schema.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !HALF.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).flat().every(isStorable)
}
