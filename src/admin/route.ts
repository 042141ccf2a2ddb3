// One request of the admin API: its path, who may make it, what it is given and answers, and what
// it does. Its schemas are the checks, the document and the types of the panel.

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { AccountRole } from '../core/account-role.ts'
import type { Account } from '../ledger/admin/accounts.ts'
import type { AuditedBy } from '../ledger/audit/audit-log.ts'
import { ACTIONS, type AdminAction } from './access/actions.ts'
import type { Needs, Scope } from './access/scope.ts'
import type { AdminDeps } from './deps.ts'
import { type AdminErrorCode, type AdminRefused, STEP_UP_ERRORS } from './errors.ts'
import { STEP_UP_FIELDS } from './sign-in/schema.ts'
import { whatAsks } from './sign-in/what-asks.ts'

export type AdminMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who is signed in. */
export interface SignedIn {
  readonly accountId: string
  readonly name: string
  readonly role: AccountRole
  /** The project of an operator's account; null: an account of the platform. */
  readonly projectId: string | null
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
  /** The only project that the account may reach; null: every project. */
  readonly within: string | null
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

/** A route without the types of its fields, which only the route itself needs. */
export interface AdminRoute extends Documented {
  readonly method: AdminMethod
  /** Below /admin/api; `:name` matches one segment. */
  readonly path: string
  /** What the account must be allowed to do; null: no one need be signed in. */
  readonly action: AdminAction | null
  /** Where the request names its project. */
  readonly scope: Scope
  /** Whether the operators' listener serves it. */
  readonly isForOperators: boolean
  /** A second action that a body needs; null: none. */
  alsoNeeds(body: object): AdminAction | null
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
  /** In addition to those of any request and of its action. */
  readonly errors?: readonly AdminErrorCode[]
  /** Fields are texts, as they come in an address; without this schema no field is allowed. */
  readonly query?: Query
  readonly body?: Body
  readonly answer?: Answer
  /** The content type of a stream, instead of an answer. */
  readonly streams?: string
  /** A second action that a body needs; null: none. */
  alsoNeeds?(body: Static<Body>): AdminAction | null
  run(
    deps: AdminDeps,
    call: AdminCall<ParamsOf<Path>, Static<Query>, Static<Body>>,
  ): Promise<AdminResult<Static<Answer>>>
}

/** What a request is answered with when its sender may not make it. */
const ERRORS_OF_ACTION = ['UNAUTHENTICATED', 'FORBIDDEN'] as const

/**
 * Objects of a request refuse unknown fields.
 * @param request its verb and its path below /admin/api
 * @param needs what its sender must be allowed to do, and where it names its project
 */
export function defineRoute<
  const Path extends string,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
  Answer extends TSchema = Nothing,
>(
  request: `${AdminMethod} ${Path}`,
  needs: Needs<Path, Static<Body>>,
  definition: RouteDefinition<Path, Query, Body, Answer>,
): AdminRoute {
  const [method, path] = request.split(' ') as [AdminMethod, Path]
  const { query = NOTHING, body = NOTHING, streams = null, ...route } = definition
  const [action, scope] = needs === 'anyone' ? [null, 'own' as const] : needs
  const answer = streams === null ? (definition.answer ?? NOTHING) : null
  const errors = [...(action === null ? [] : ERRORS_OF_ACTION), ...(definition.errors ?? [])]
  const made = {
    ...route,
    method,
    path,
    action,
    scope: scope as Scope,
    isForOperators: action === null || ACTIONS[action].reach === 'project',
    alsoNeeds: (given: object) => definition.alsoNeeds?.(given as Static<Body>) ?? null,
    errors,
    query: closed(query),
    answer,
    streams,
  }
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
