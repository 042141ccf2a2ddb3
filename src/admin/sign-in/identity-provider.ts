// An OpenID provider as the panel uses it: the authorization code flow with PKCE, state and nonce
// (RFC 7636, OpenID Connect Core 3.1). Must never log a code or a token, nor keep one.

import type { Configuration } from 'openid-client'

interface ProviderSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
}

/** Who a provider says that a person is. */
interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** What the browser keeps, sealed, until it comes back from the provider. */
export interface Begun {
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

export interface IdentityProvider {
  readonly name: string
  /** Where the browser goes, and what it keeps meanwhile. Rejects while the provider is away. */
  begin(redirectUri: string): Promise<{ url: string; begun: Begun }>
  /**
   * Null: the provider refused, or its answer is not for this browser.
   * @param cameBack the address that the browser came back to
   */
  finish(cameBack: URL, begun: Begun): Promise<Identity | null>
}

/** A sign-in waits for it. */
const PROVIDER_S = 5
/** A subject has at most 255 characters (OpenID Connect Core, 2). */
const SUBJECT_MAX_CHARS = 255

export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  const { issuer, clientId, clientSecret, name } = settings
  let found: Promise<Known> | null = null

  /** Asked once, and again after a failure. */
  function discover(): Promise<Known> {
    found ??= discoverWith(issuer, clientId, clientSecret).catch(error => {
      found = null
      throw error
    })
    return found
  }

  return {
    name,
    async begin(redirectUri) {
      const { oidc, config } = await discover()
      const verifier = oidc.randomPKCECodeVerifier()
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, begun: { verifier, state, nonce } }
    },
    async finish(cameBack, { verifier, state, nonce }) {
      const { oidc, config } = await discover()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, cameBack, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const { iss, sub } = tokens.claims()!
        return sub.length <= SUBJECT_MAX_CHARS ? { issuer: iss, subject: sub } : null
      } catch (error) {
        if (isRefusal(oidc, error)) return null
        throw error
      }
    },
  }
}

type Library = typeof import('openid-client')
interface Known {
  readonly oidc: Library
  readonly config: Configuration
}

/** The library is loaded only where there is a provider. */
async function discoverWith(issuer: string, clientId: string, secret: string): Promise<Known> {
  const oidc = await import('openid-client')
  const isPlain = new URL(issuer).protocol === 'http:'
  const config = await oidc.discovery(new URL(issuer), clientId, secret, undefined, {
    timeout: PROVIDER_S,
    // The signature of a token is checked as well, not only the connection that brought it.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  })
  return { oidc, config }
}

/** What the library reports where something else than the provider answered, or nothing. */
const IS_AWAY: ReadonlySet<string> = new Set([
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_TIMEOUT',
])

/** The provider or the library refused; otherwise the provider did not answer. */
function isRefusal(oidc: Library, error: unknown): boolean {
  if (error instanceof oidc.ClientError) return !IS_AWAY.has(error.code ?? '')
  return error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError
}
