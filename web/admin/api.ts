// The panel's only access to the admin API. Must never cache an answer, nor send a change without
// the header that other sites can't send.

import { writeSegment } from '../../src/wire/path-segment.ts'

const API = '/admin/api'

/**
 * Why the API refused, or why no answer came (UNREACHABLE; INVALID_ANSWER when something else
 * answered).
 */
export class AdminRefusal extends Error {
  readonly code: string
  /** 0 when there was no answer. */
  readonly status: number
  /** Path of the invalid field: `settings.projectLimits[2].max`. */
  readonly field: string | null
  /** What else the page needs to continue, such as the values that somebody else saved. */
  readonly details: unknown
  readonly retryAfterS: number | null

  constructor(status: number, body: RefusalBody, retryAfterS: number | null = null) {
    super(body.reason ?? '')
    this.code = body.message ?? 'INVALID_ANSWER'
    this.status = status
    this.field = body.field ?? null
    this.details = body.details ?? null
    this.retryAfterS = retryAfterS
  }
}

interface RefusalBody {
  message?: string
  reason?: string
  field?: string
  details?: unknown
}

export type QueryFields = Readonly<Record<string, string | number | undefined | null>>

export interface Given<Body extends object> {
  /** Empty, null and undefined fields are left out. */
  query?: QueryFields | undefined
  body?: Body
  signal?: AbortSignal
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Calls the admin API; throws AdminRefusal. `Answer` and `Body` are the types of
 * src/admin/<capability>/schema.ts.
 * @param path below /admin/api, made by `at` when it contains ids
 */
export async function callAdmin<Answer, Body extends object = object>(
  method: Method,
  path: string,
  given: Given<Body> = {},
): Promise<Answer> {
  const response = await askAdmin(method, path, given)
  const body = await readJson(response)
  if (body === null) throw new AdminRefusal(response.status, {})
  return body as Answer
}

/** An answer that is a file. Throws AdminRefusal. */
export async function askAdmin<Body extends object>(
  method: Method,
  path: string,
  given: Given<Body>,
): Promise<Response> {
  const response = await send(method, path, given)
  if (response.ok) return response
  const body: RefusalBody = (await readJson(response)) ?? {}
  const retryAfter = response.headers.get('retry-after')
  const retryAfterS = retryAfter === null ? null : Number(retryAfter)
  const refusal = new AdminRefusal(response.status, body, retryAfterS)
  if (refusal.code === 'UNAUTHENTICATED') for (const listen of signedOut) listen()
  throw refusal
}

/** The ids in a path: `{ roundId: string }` of `/rounds/:roundId`. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : object

/** Fills ids into a path of the panel or the API: at('/projects/:projectId', { projectId }). */
export function at<const Path extends string>(path: Path, params: ParamsOf<Path>): string {
  const values = params as Readonly<Record<string, string>>
  return path.replace(/:(\w+)/g, (_, name: string) => writeSegment(values[name] ?? ''))
}

/** The URL of a stream or a file of the API, for EventSource and for links. */
export function addressOf(path: string, query: QueryFields = {}): string {
  return `${API}${withQuery(path, query)}`
}

/** A path with its query string. */
export function withQuery(path: string, query: QueryFields): string {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') fields.set(name, String(value))
  }
  const printed = fields.toString()
  return `${path}${printed === '' ? '' : `?${printed}`}`
}

const signedOut = new Set<() => void>()

/**
 * Calls the listener on every answer that says no session is signed in. Returns a function that
 * stops it.
 */
export function onSignedOut(listen: () => void): () => void {
  signedOut.add(listen)
  return () => signedOut.delete(listen)
}

async function send<Body extends object>(
  method: Method,
  path: string,
  { query, body, signal }: Given<Body>,
): Promise<Response> {
  const isChange = method !== 'GET'
  try {
    return await fetch(addressOf(path, query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(isChange ? { 'x-admin-request': '1', 'content-type': 'application/json' } : {}),
      },
      ...(isChange ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new AdminRefusal(0, { message: 'UNREACHABLE' })
  }
}

async function readJson(response: Response): Promise<object | null> {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' ? body : null
  } catch {
    return null
  }
}
