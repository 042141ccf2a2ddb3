// A caller of the admin API: accounts created in the ledger, signed in through the API, and calls
// with the headers that a browser on the panel would send.

import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Pool } from 'pg'
import { request } from 'undici'
import { type AdminAction, mayDo } from '../../src/admin/access/actions.ts'
import type { AccountRole } from '../../src/core/account-role.ts'
import { createAccount, useLink } from '../../src/ledger/admin/accounts.ts'

export const PASSWORD = 'correct horse battery'
const BY = { actor: 'owner:test', origin: 'a test' }
/**
 * argon2id at its cheapest: a file checks up to hundreds of passwords, and a real one takes 30 ms.
 * Passwords that are set through the API have real ones.
 */
const CHEAP = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface AdminAnswer {
  status: number
  /** JSON; null without a body. */
  body: AnswerBody
  text: string
  headers: Record<string, string | string[] | undefined>
}

/** Any field that a test expects. */
// biome-ignore lint/suspicious/noExplicitAny: tests look at many shapes
type AnswerBody = any

export interface AdminCaller {
  /** Its session cookie. */
  cookie: string
  call(method: string, path: string, body?: object): Promise<AdminAnswer>
}

/** Whether a person of the platform with this role is refused a route. */
export const isRefusedTo = (role: AccountRole, { action }: { action: AdminAction | null }) =>
  action !== null && !mayDo({ role, projectId: null }, action)

/**
 * Makes an account that has a password.
 * @param projectId null: of the platform; otherwise it signs in as `name@projectId`
 */
export async function makeAccount(
  pool: Pool,
  name: string,
  role: AccountRole,
  password = PASSWORD,
  projectId: string | null = null,
): Promise<string> {
  const created = await createAccount(pool, { name, role, projectId }, BY)
  if (created.kind === 'refused') throw new Error(created.cause)
  await useLink(pool, created.link, await hash(password, CHEAP), '127.0.0.1')
  return created.account.accountId
}

/** Test processes begin far apart. */
let callers = randomInt(2 ** 24)
/**
 * From its own network: where a node trusts 127.0.0.1 as a proxy, no caller uses another's tries.
 */
export function nextAddress(): string {
  callers++
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`
}

/** A caller that is not signed in, on the panel's own page. */
export function createCaller(internalUrl: string, cookie = ''): AdminCaller {
  const address = nextAddress()
  return {
    cookie,
    call: (method, path, body) =>
      callAdmin(internalUrl, method, path, method === 'GET' ? undefined : body, {
        'x-forwarded-for': address,
        ...(method === 'GET' ? {} : { origin: internalUrl, 'x-admin-request': '1' }),
        ...(cookie === '' ? {} : { cookie }),
      }),
  }
}

/** The caller as a user of the panel: gives the password when it is asked for. */
export function confirming(caller: AdminCaller): AdminCaller {
  return {
    ...caller,
    async call(method, path, body) {
      const answer = await caller.call(method, path, body)
      const { message, field } = answer.body ?? {}
      if (message !== 'CONFIRMATION_REQUIRED' || field !== 'password') return answer
      return caller.call(method, path, { ...body, password: PASSWORD })
    },
  }
}

/** @param path below /admin/api */
export async function callAdmin(
  internalUrl: string,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<AdminAnswer> {
  const answer = await request(`${internalUrl}/admin/api${path}`, {
    method: method as 'GET',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.body.text()
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : null,
  }
}

export async function signIn(
  internalUrl: string,
  name: string,
  password = PASSWORD,
): Promise<AdminCaller> {
  const { status, headers, text } = await createCaller(internalUrl).call('POST', '/sign-in', {
    name,
    password,
  })
  if (status !== 200) throw new Error(`${name} is not signed in: ${text}`)
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  return createCaller(internalUrl, cookie)
}

/**
 * An owner and a viewer, signed in.
 * @param suffix of their names, on a node that several files use at once
 */
export async function signInBoth(pool: Pool, internalUrl: string, suffix = '') {
  async function enter(name: string, role: AccountRole): Promise<AdminCaller> {
    await makeAccount(pool, name, role)
    return signIn(internalUrl, name)
  }
  const [owner, viewer] = await Promise.all([
    enter(`olga${suffix}`, 'owner'),
    enter(`viktor${suffix}`, 'viewer'),
  ])
  return { owner, viewer, signedOut: createCaller(internalUrl) }
}
