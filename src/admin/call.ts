// The order in which a request of the admin API is checked, the same for every path: host and
// origin, path, session, action, query and body, project, the password where it is asked for again,
// execution.
// Never looks into what a route does.

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { TObject } from 'typebox'
import { findSession } from '../ledger/admin/sessions.ts'
import {
  ADMIN_BODY_MAX_BYTES,
  ADMIN_SIGN_IN_BODY_MAX_BYTES,
  ADMIN_STREAM_LOOK_MS,
} from '../limits/admin.ts'
import { readStep } from '../wire/path-segment.ts'
import { mayDo } from './access/actions.ts'
import { checkBodyScope, checkScope } from './access/scope.ts'
import type { AdminDeps } from './deps.ts'
import { ADMIN_ERRORS, type AdminRefused, Refusal, refuse } from './errors.ts'
import { bodyCheck, isStorable, NOT_JSON, queryCheck, TOO_LARGE } from './fields.ts'
import type { AdminCall, AdminResult, AdminRoute, SignedIn, Streamed } from './route.ts'
import { readSessionToken } from './sign-in/cookie.ts'
import { PasswordsCrowded } from './sign-in/passwords.ts'
import type { StepUp } from './sign-in/schema.ts'
import { isOf, originOf } from './sign-in/side.ts'
import { stepUp } from './sign-in/step-up.ts'

const NO_PATH = refuse('NOT_FOUND', 'There is no such path.')
const OTHER_VERB = refuse('METHOD_NOT_ALLOWED', 'The path exists under another verb.')
const FAILED = refuse('REQUEST_FAILED', 'This failed on our side. Try again, and look at the log.')
const GONE = refuse('UNAUTHENTICATED', 'Sign in: your session is over, or there was none.')
const UNAVAILABLE = refuse(
  'UNAVAILABLE',
  'The database does not answer, so no session can be checked: try again.',
)
const CROWDED = refuse('UNAVAILABLE', 'Too many sign in just now: try again in a moment.')
const NO_ROOM: AdminRefused = {
  ...refuse('UNAVAILABLE', 'Too many requests or event streams of yours are under way: try again.'),
  retryAfterS: 1,
}
const NOT_ALLOWED = refuse('FORBIDDEN', 'Your role does not allow this: ask an owner.')

/** Every path below the prefix of `app` is answered: those that are no route, with a refusal. */
export function registerAdminApi(
  app: FastifyInstance,
  deps: AdminDeps,
  routes: readonly AdminRoute[],
): void {
  app.setValidatorCompiler<TObject>(({ schema }) => bodyCheck(schema))
  app.addContentTypeParser('application/json', readBody)
  app.setErrorHandler((error: Error, req, reply) => sendRefused(reply, refusalOf(deps, error, req)))
  app.addHook('onRequest', async req => {
    checkOrigin(deps.origin, req)
    req.params = readIds(req.params as Record<string, string>)
  })
  for (const route of routes) registerRoute(app, deps, route)
  refuseOthers(app, routes)
}

function registerRoute(app: FastifyInstance, deps: AdminDeps, route: AdminRoute): void {
  const { method, path, action, query, body } = route
  const checkQuery = queryCheck(query)
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    // For a stranger the limit is small.
    bodyLimit: action === null ? ADMIN_SIGN_IN_BODY_MAX_BYTES : ADMIN_BODY_MAX_BYTES,
    schema: method === 'GET' ? {} : { body },
    // The body is read only once it is known who asks.
    onRequest: async req => {
      req.account = await checkReader(deps, route, req, true)
      const checked = checkQuery(req.query as Record<string, unknown>)
      if ('error' in checked) throw checked.error
      await checkHead(deps, route, req)
    },
    handler: async (req, reply) => send(deps, req, reply, await answer(deps, route, req)),
  })
}

/** An account of an operator reaches its project only. */
async function checkHead(deps: AdminDeps, route: AdminRoute, req: FastifyRequest): Promise<void> {
  const within = req.account?.projectId ?? null
  if (within === null || route.action === null) return
  const asked = {
    params: req.params as Record<string, string>,
    query: req.query as Record<string, unknown>,
  }
  const refused = await checkScope(deps, route.scope, within, asked)
  if (refused !== null) throw new Refusal(refused)
}

/** Other verbs of the paths, and other paths. */
function refuseOthers(app: FastifyInstance, routes: readonly AdminRoute[]): void {
  const forms = routes.map(({ path }) => path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+'))
  const known = new RegExp(`^${app.prefix}(${forms.join('|')})$`)
  const refuseIt = async ({ url }: FastifyRequest) => {
    throw new Refusal(known.test(url.split('?', 1)[0]!) ? OTHER_VERB : NO_PATH)
  }
  const method = app.supportedMethods as HTTPMethods[]
  app.route({ method, url: '/*', exposeHeadRoute: false, onRequest: refuseIt, handler: refuseIt })
}

async function answer(
  deps: AdminDeps,
  route: AdminRoute,
  req: FastifyRequest,
): Promise<AdminResult> {
  const { account } = req
  if (!req.turn.admit(account?.accountId ?? null, route.streams !== null)) return NO_ROOM
  const isTrusted = account === null || (account.role === 'owner' && account.projectId === null)
  if (!isTrusted && route.method !== 'GET') {
    const held = await deps.signInLimits.takeChange(account.accountId)
    if (held !== null) return held
  }
  const call: AdminCall = {
    account,
    checked: null,
    within: account?.projectId ?? null,
    by: {
      actor: account === null ? 'unknown' : `${account.role}:${account.name}`,
      origin: originOf(deps.side, req.caller),
    },
    params: req.params as object,
    query: req.query as object,
    body: (req.body ?? {}) as object,
    address: req.caller,
    userAgent: (req.headers['user-agent'] ?? '').slice(0, 256),
    cookie: req.headers.cookie ?? '',
    signal: req.left,
  }
  return run(deps, route, call, req)
}

/**
 * Who asks, if they may; null where anyone may. Asked again after a wait that the sender controls
 * (a body, a password): meanwhile the person may be signed out, disabled or given another role.
 */
async function checkReader(
  deps: AdminDeps,
  { action }: AdminRoute,
  { headers }: FastifyRequest,
  isUse: boolean,
): Promise<SignedIn | null> {
  const account = await recognise(deps, headers.cookie, isUse)
  if (account === 'unavailable') throw new Refusal(UNAVAILABLE)
  if (action === null) return account
  if (account === null) throw new Refusal(GONE)
  if (!mayDo(account, action)) throw new Refusal(NOT_ALLOWED)
  return account
}

/** What only the body shows: the project that it names, and a second action that it needs. */
function checkBody({ scope, alsoNeeds }: AdminRoute, { account, body }: AdminCall): void {
  if (account === null) return
  const second = alsoNeeds(body)
  if (second !== null && !mayDo(account, second)) throw new Refusal(NOT_ALLOWED)
  const refused = account.projectId && checkBodyScope(scope, account.projectId, body)
  if (refused) throw new Refusal(refused)
}

/**
 * The route itself never gets the password: it could end up in the audit log with the rest of the
 * body.
 */
async function run(
  deps: AdminDeps,
  route: AdminRoute,
  call: AdminCall,
  req: FastifyRequest,
): Promise<AdminResult> {
  if (route.method === 'GET') return route.run(deps, call as never)
  const { password, code, ...body }: StepUp = call.body
  checkBody(route, call)
  const isAsked = route.asksAgain?.(body) === true
  const steppedUp = isAsked ? await stepUp(deps, call, { password, code }, route.path) : null
  if (steppedUp?.ok === false) return steppedUp
  await checkReader(deps, route, req, false)
  const given = route.asksAgain === null ? call.body : body
  return route.run(deps, { ...call, body: given, checked: steppedUp?.account ?? null } as never)
}

/**
 * A reader who is signed out, disabled, idle for too long or given another role gets no more: an
 * event stream ends, and a file is broken off, so that it does not look complete. While the ledger
 * does not answer, the reader stays: the overview is needed most when a store is down.
 */
export async function* whileSignedIn(
  deps: AdminDeps,
  cookie: string | undefined,
  role: SignedIn['role'],
  { chunks, fileName }: Streamed['stream'],
): AsyncIterable<string> {
  let nextLookMs = deps.nowMs() + ADMIN_STREAM_LOOK_MS
  for await (const chunk of chunks) {
    if (deps.nowMs() >= nextLookMs) {
      const known = await recognise(deps, cookie, false)
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
function checkOrigin(origin: string, { method, headers }: FastifyRequest): void {
  const { host } = new URL(origin)
  if (headers.host !== host) {
    const reason = `The panel is at ${origin} and answers there alone.`
    throw new Refusal(refuse('INVALID_ADMIN_ORIGIN', reason))
  }
  if (method === 'GET') return
  if (headers.origin === origin && headers['x-admin-request'] === '1') return
  const reason = `A change needs the headers "Origin: ${origin}" and "X-Admin-Request: 1".`
  throw new Refusal(refuse('INVALID_ADMIN_ORIGIN', reason))
}

function readIds(params: Readonly<Record<string, string>>): object {
  const ids = Object.entries(params).map(([name, text]) => [name, readStep(text)] as const)
  if (ids.some(([, id]) => id === '' || !isStorable(id))) throw new Refusal(NO_PATH)
  return Object.fromEntries(ids)
}

/** Who asks; null: the request belongs to no signed-in account. */
async function recognise(
  { pool, nowMs, onFault, ...panel }: AdminDeps,
  cookie: string | undefined,
  isUse: boolean,
): Promise<SignedIn | null | 'unavailable'> {
  const token = readSessionToken(cookie ?? '', panel)
  if (token === null) return null
  try {
    const found = await findSession(pool, token, nowMs(), isUse)
    return found !== null && isOf(panel.side, found) ? found : null
  } catch (error) {
    onFault(error)
    return 'unavailable'
  }
}

/** Counts against the account, or its address without one, until all of it is there. */
function readBody(req: FastifyRequest): Promise<Buffer | typeof TOO_LARGE> {
  const { raw, account, turn, routeOptions } = req
  const read = new Promise<Buffer | typeof TOO_LARGE>(resolve => {
    const chunks: Buffer[] = []
    let bytes = 0
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= routeOptions.bodyLimit) chunks.push(chunk)
      else resolve(TOO_LARGE)
    })
    raw.on('end', () => resolve(Buffer.concat(chunks)))
    // Its sender left: the answer reaches no one. The rest of a body that is too large is read and
    // discarded until the deadline, so that its sender gets an answer.
    for (const left of ['close', 'error']) raw.on(left, () => resolve(TOO_LARGE))
    if (raw.destroyed) resolve(TOO_LARGE)
  })
  return turn.whileWaiting(account?.accountId ?? null, raw, read)
}

function refusalOf(deps: AdminDeps, error: Error, req: FastifyRequest): AdminRefused {
  if (error instanceof Refusal) return error.refused
  if (error instanceof PasswordsCrowded) return CROWDED
  // Fastify's own: there is no parser for this type of content.
  if ('code' in error && String(error.code).startsWith('FST_ERR_CTP')) return NOT_JSON
  // Given up because its reader left.
  if (error !== req.left.reason) deps.onFault(error)
  return FAILED
}

function sendRefused(reply: FastifyReply, refused: AdminRefused): FastifyReply {
  const { ok: _, retryAfterS, code, ...more } = refused
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  return reply.code(ADMIN_ERRORS[code].status).send({ status: 'error', message: code, ...more })
}

function send(
  deps: AdminDeps,
  { account, left, headers }: FastifyRequest,
  reply: FastifyReply,
  result: AdminResult,
): FastifyReply {
  if (!result.ok) return sendRefused(reply, result)
  if (!('stream' in result)) {
    if (result.cookies !== undefined) reply.header('set-cookie', [...result.cookies])
    return reply.send(result.answer)
  }
  const { contentType, fileName } = result.stream
  if (fileName !== undefined) {
    const name = fileName.replace(/[^\w.-]/g, '_')
    reply.header('content-disposition', `attachment; filename="${name}"`)
  }
  const stream = Readable.from(whileSignedIn(deps, headers.cookie, account!.role, result.stream))
  stream.on('error', error => {
    // Before its first chunk, the error handler answers; after it, Fastify ends the connection.
    if (reply.raw.headersSent && !left.aborted) deps.onFault(error)
  })
  return reply.type(contentType).send(stream)
}
