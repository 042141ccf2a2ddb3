// The OpenID provider that people may sign in through, from a node's environment: all of its
// settings, or none.

import { isHttpsOrLocal, matching, parseOrigin, parseUrl, type Reader } from './setting-reader.ts'

export interface OidcSettings {
  /** As the provider names itself, character by character. */
  readonly issuer: string
  readonly clientId: string
  /** Never print it. */
  readonly clientSecret: string
  /** What the panel calls the provider. */
  readonly name: string
}

const PRINTABLE = matching(/^[!-~]{1,512}$/)

/** Null: people sign in by password only. */
export function readOidc(reader: Reader): OidcSettings | null {
  const issuer = reader.readOptional(
    'OIDC_ISSUER',
    'the https address of an OpenID provider, as it names itself',
    parseIssuer,
  )
  const clientId = reader.readOptional('OIDC_CLIENT_ID', 'the id given by the provider', PRINTABLE)
  const clientSecret = reader.readOptional(
    'OIDC_CLIENT_SECRET',
    'the secret given by the provider',
    PRINTABLE,
  )
  const name = reader.readOptional(
    'OIDC_NAME',
    'what the panel calls the provider, up to 40 characters',
    matching(/^[^\p{C}]{1,40}$/u),
  )
  if (issuer === null && clientId === null && clientSecret === null) return null
  if (issuer === null || clientId === null || clientSecret === null) {
    reader.problems.push('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together.')
    return null
  }
  return Object.freeze({ issuer, clientId, clientSecret, name: name ?? new URL(issuer).host })
}

/** Its path may matter; codes and tokens go there, so it is https or this machine. */
function parseIssuer(text: string): string | null {
  const url = parseUrl(text, ['http:', 'https:'])
  if (url === null || parseOrigin(text) === null) return null
  return isHttpsOrLocal(url) ? text : null
}
