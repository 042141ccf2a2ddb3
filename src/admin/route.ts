// One request of the admin API: its path, who may make it, what it is given and answers, and what
// it does. Its schemas are the checks, the document and the types of the panel.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Account } from '../ledger/admin/accounts.ts'
import type { AuditedBy } from '../ledger/audit/audit-log.ts'
import type { AdminDeps } from './deps.ts'
import { type AdminErrorCode, type AdminRefused, STEP_UP_ERRORS } from './errors.ts'
import { STEP_UP_FIELDS } from './sign-in/schema.ts'
import { whatAsks } from './sign-in/what-asks.ts'

export type AdminRole = 'owner' | 'viewer'
export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who is signed in. */
export interface SignedIn {
  readonly accountId: string
  readonly name: string
  readonly role: AdminRole
  readonly sessionId: string
  readonly hasTotp: boolean
  readonly timeZone: string
}

/** The names after the colons of a path. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : object

export interface AdminCall<Params = object, Query = object, Body = object> {
  /** Null where anyone may ask. */
  readonly account: SignedIn | null
  /** The account as read when its password was asked for again; null if it was not asked for. */
  readonly checked: Account | null
  readonly by: AuditedBy
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The browser's address. */
  readonly address: string
  readonly userAgent: string
  /** The whole Cookie header; only routes of sign-in read it. */
  readonly cookie: string
  /** Aborts when the reader leaves or the node stops. */
  readonly signal: AbortSignal
}

/** A body that is written while it is read: CSV files, event streams. */
export interface Streamed {
  readonly ok: true
  readonly stream: {
    readonly contentType: string
    /** Set: the browser saves the answer as a file of this name. */
    readonly fileName?: string
    readonly chunks: AsyncIterable<string>
  }
}

export interface Answered<Answer> {
  readonly ok: true
  readonly answer: Answer
  readonly cookies?: readonly string[]
}

export type AdminResult<Answer = unknown> = Answered<Answer> | Streamed | AdminRefused

interface Documented {
  readonly summary: string
  /** Markdown. */
  readonly description?: string
}

/** The lowest role that may make a request; `anyone` needs no sign-in. */
type NeededRole = AdminRole | 'anyone'

/** A route without the types of its fields, which only the route itself needs. */
export interface AdminRoute extends Documented {
  readonly method: AdminMethod
  /** Below /admin/api; `:name` matches one segment. */
  readonly path: string
  readonly role: NeededRole
  /** In addition to those that any request can be answered with. */
  readonly errors: readonly AdminErrorCode[]
  /**
   * Whether the password is asked for again before this body is answered; null: never. From
   * sign-in/what-asks.ts.
   */
  readonly asksAgain: ((body: object) => boolean) | null
  readonly query: TObject
  readonly body: TObject
  /** Null: a stream of this content type. */
  readonly answer: TSchema | null
  readonly streams: string | null
  run(deps: AdminDeps, call: never): Promise<AdminResult>
}

const NOTHING = Type.Object({}, { additionalProperties: false })
type Nothing = typeof NOTHING

export interface RouteDefinition<
  Path extends string,
  Query extends TObject,
  Body extends TObject,
  Answer extends TSchema,
> extends Documented {
  /** In addition to those of any request and of the role. */
  readonly errors?: readonly AdminErrorCode[]
  /** Fields are texts, as they come in an address; without this schema no field is allowed. */
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
  /** The content type of a stream, instead of an answer. */
  readonly streams?: string
  run(
    deps: AdminDeps,
    call: AdminCall<ParamsOf<Path>, Static<Query>, Static<Body>>,
  ): Promise<AdminResult<Static<Answer>>>
}

/** What a request is answered with when its sender may not make it. */
const ERRORS_OF_ROLE = {
  anyone: [],
  viewer: ['UNAUTHENTICATED'],
  owner: ['UNAUTHENTICATED', 'FORBIDDEN'],
} as const satisfies Record<NeededRole, readonly AdminErrorCode[]>

/**
 * Objects of a request refuse unknown fields.
 * @param request its verb and its path below /admin/api
 */
export function defineRoute<
  const Path extends string,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
  Answer extends TSchema = Nothing,
>(
  request: `${AdminMethod} ${Path}`,
  role: NeededRole,
  definition: RouteDefinition<Path, Query, Body, Answer>,
): AdminRoute {
  const [method, path] = request.split(' ') as [AdminMethod, Path]
  const { query = NOTHING, body = NOTHING, streams = null, ...route } = definition
  const answer = streams === null ? (definition.answer ?? NOTHING) : null
  const errors = [...ERRORS_OF_ROLE[role], ...(definition.errors ?? [])]
  const made = { ...route, method, path, role, errors, query: closed(query), answer, streams }
  const { asks } = whatAsks(method, path)
  if (asks === 'never') return { ...made, body: closed(body), asksAgain: null }
  return {
    ...made,
    body: closed(Type.Object({ ...body.properties, ...STEP_UP_FIELDS })),
    asksAgain: given => asks === 'always' || asks(given),
    errors: [...errors, ...STEP_UP_ERRORS],
  }
}

function closed(schema: TObject): TObject {
  return { ...schema, additionalProperties: false } as TObject
}

export function answered<Answer>(
  answer: Answer,
  cookies: readonly string[] = [],
): Answered<Answer> {
  return cookies.length === 0 ? { ok: true, answer } : { ok: true, answer, cookies }
}

export function streamed(stream: Streamed['stream']): Streamed {
  return { ok: true, stream }
}
