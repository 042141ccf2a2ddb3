// Sign-in through an OpenID provider. An account is linked to a person's identity by its one-time
// link; from then on it signs in there only, and its password confirms changes. What a sign-in
// needs until the browser comes back is in a sealed cookie: no node keeps it.

import { Type } from 'typebox'
import { type Account, findIdentity, findLink, useLinkAs } from '../../ledger/admin/accounts.ts'
import { seal, unseal } from '../../ledger/projects/seal.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import {
  type AdminCall,
  type AdminResult,
  type AdminRoute,
  answered,
  defineRoute,
} from '../route.ts'
import { endedFlowCookie, flowCookie, readFlowCookie } from './cookie.ts'
import type { Begun, IdentityProvider } from './identity-provider.ts'
import { checkPassword } from './passwords.ts'
import { begin, NO_LINK, noteRefused, type SignedInSummary } from './routes.ts'
import { LinkUse, SignedIn, SignInWays } from './schema.ts'
import { isOf } from './side.ts'

/** Where the provider sends the browser back to: a page of the panel. */
const BACK = '/admin/provider'
/** A person signs in at the provider within this time. */
const FLOW_MS = 10 * 60_000
const OWNER = 'sign-in through a provider'
const FAILED = refuse('SIGN_IN_FAILED', 'The provider did not sign you in, or no account is yours.')
const AWAY = refuse('UNAVAILABLE', 'The sign-in provider does not answer: try again.')
const OFF = refuse('NOT_FOUND', 'People sign in by password here.')

/** In the cookie, sealed. */
interface Flow extends Begun {
  readonly untilMs: number
  /** Of a one-time link that is used when the browser comes back; null: an ordinary sign-in. */
  readonly link: { readonly token: string; readonly passwordHash: string } | null
}

const Address = Type.Object({ url: Type.String({ description: 'Where the browser goes.' }) })
const CameBack = Type.Object({
  query: Type.String({ maxLength: 4_096, description: 'Of the address it came back to.' }),
})

export const PROVIDER_ROUTES: readonly AdminRoute[] = [
  defineRoute('GET /sign-in', 'anyone', {
    summary: 'How one signs in here',
    answer: SignInWays,
    run: async ({ side, provider }) => answered({ side, provider: provider?.name ?? null }),
  }),
  defineRoute('POST /sign-in/provider', 'anyone', {
    summary: 'Begin to sign in through the provider',
    answer: Address,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    run: (deps, call) => send(deps, call, null),
  }),
  defineRoute('POST /link/provider', 'anyone', {
    summary: 'Begin to use a one-time link: set a password, and sign in through the provider',
    description:
      'The link is used up when the browser comes back; from then on the account signs ' +
      'in there, and its password confirms changes.',
    body: LinkUse,
    answer: Address,
    errors: ['NOT_FOUND', 'UNKNOWN_LINK', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    run: async (deps, call) => {
      const { token, password } = call.body
      const held = await deps.signInLimits.takeLink(call.address)
      if (held !== null) return held
      const wrong = checkPassword(password, 'password')
      if (wrong !== null) return wrong
      const account = await findLink(deps.pool, token)
      if (account === null || !isOf(deps.side, account)) return NO_LINK
      return send(deps, call, { token, passwordHash: await deps.passwords.hash(password) })
    },
  }),
  defineRoute('POST /sign-in/provider/end', 'anyone', {
    summary: 'Sign in with what the provider answered',
    body: CameBack,
    answer: SignedIn,
    errors: ['NOT_FOUND', 'SIGN_IN_FAILED', 'UNKNOWN_LINK', 'IDENTITY_TAKEN', 'TOO_MANY_ATTEMPTS'],
    run: end,
  }),
]

async function send(
  deps: AdminDeps,
  { address }: AdminCall,
  link: Flow['link'],
): Promise<AdminResult<{ url: string }>> {
  const { provider, masterKey, origin, nowMs } = deps
  if (provider === null) return OFF
  const held = await deps.signInLimits.takeProvider(address)
  if (held !== null) return held
  const begun = await orAway(deps, provider.begin(`${origin}${BACK}`))
  if (begun === null) return AWAY
  const flow: Flow = { ...begun.begun, untilMs: nowMs() + FLOW_MS, link }
  const sealed = seal(masterKey, OWNER, JSON.stringify(flow)).toString('base64url')
  return answered({ url: begun.url }, [flowCookie(sealed, deps, FLOW_MS / 1000)])
}

type EndCall = AdminCall<object, object, Type.Static<typeof CameBack>>

async function end(deps: AdminDeps, call: EndCall): Promise<AdminResult<SignedInSummary>> {
  const { provider } = deps
  if (provider === null) return OFF
  const held = await deps.signInLimits.takeProvider(call.address)
  if (held !== null) return held
  const flow = readFlow(deps, call.cookie)
  if (flow === null) return noteRefused(deps, FAILED)
  const account = await identify(deps, provider, call, flow)
  if ('code' in account) return noteRefused(deps, account)
  const begun = await begin(deps, call, account)
  return begun.ok ? { ...begun, cookies: [...begun.cookies!, endedFlowCookie(deps)] } : begun
}

async function identify(
  deps: AdminDeps,
  provider: IdentityProvider,
  { body, by }: EndCall,
  { link, ...begun }: Flow,
): Promise<Account | AdminRefused> {
  const cameBack = new URL(`${deps.origin}${BACK}`)
  cameBack.search = body.query
  const identity = await orAway(
    deps,
    provider.finish(cameBack, begun).then(found => ({ found })),
  )
  if (identity === null) return AWAY
  if (identity.found === null) return FAILED
  if (link === null) {
    const account = await findIdentity(deps.pool, identity.found)
    return account !== null && isOf(deps.side, account) && !account.isDisabled ? account : FAILED
  }
  const used = await useLinkAs(deps.pool, link.token, link.passwordHash, by.origin, identity.found)
  if (used === 'identity-taken') return TAKEN
  return used ?? NO_LINK
}

const TAKEN = refuse('IDENTITY_TAKEN', 'This person of the provider has another account here.')

/** Null: none, too old, or sealed by another platform. */
function readFlow({ masterKey, nowMs, ...panel }: AdminDeps, cookie: string): Flow | null {
  const sealed = readFlowCookie(cookie, panel)
  if (sealed === null) return null
  try {
    const text = unseal(masterKey, OWNER, Buffer.from(sealed, 'base64url'), 'A cookie')
    const flow = JSON.parse(text) as Flow
    return flow.untilMs > nowMs() ? flow : null
  } catch {
    return null
  }
}

/** Null: the provider does not answer. */
async function orAway<Value>({ onFault }: AdminDeps, asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked
  } catch (error) {
    onFault(error)
    return null
  }
}
