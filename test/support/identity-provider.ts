// An OpenID provider over HTTP, for tests: discovery, authorization, tokens signed with its key.
// Signs in whoever the test names; checks the client's secret, PKCE and that a code is used once.

import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { request } from 'undici'

export const CLIENT = { clientId: 'reelhouse', clientSecret: 'the secret of the client' }

/** The part of a tap test that is needed here. */
interface Test {
  teardown(work: () => unknown): void
}

/** What the test may change of the provider's answers. */
interface ProviderMood {
  /** Who is signed in there; null: the person refused. */
  subject: string | null
  /** Fields of the token that differ from the right ones. */
  claims: Readonly<Record<string, unknown>>
  /** With a key that the provider does not publish. */
  isForged: boolean
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function startIdentityProvider(t: Test) {
  const mood: ProviderMood = { subject: 'person-1', claims: {}, isForged: false }
  const [key, other] = [newKey(), newKey()]
  const codes = new Map<string, URLSearchParams>()
  const server = http.createServer((req, res) => {
    answer(req).then(
      ([status, body, location]) => {
        res.writeHead(status, {
          'content-type': 'application/json',
          ...(location === undefined ? {} : { location }),
        })
        res.end(JSON.stringify(body))
      },
      error => res.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  type Answer = [status: number, body: object, location?: string]

  async function answer(req: http.IncomingMessage): Promise<Answer> {
    const url = new URL(req.url ?? '', issuer)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return [200, METADATA(issuer)]
      case '/jwks':
        return [
          200,
          { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] },
        ]
      case '/authorize':
        return authorize(url.searchParams)
      case '/token':
        return exchange(req, new URLSearchParams(await text(req)))
      default:
        return [404, {}]
    }
  }

  function authorize(asked: URLSearchParams): Answer {
    const back = new URL(asked.get('redirect_uri')!)
    back.searchParams.set('state', asked.get('state')!)
    if (mood.subject === null) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      codes.set(code, asked)
      back.searchParams.set('code', code)
    }
    return [302, {}, back.href]
  }

  function exchange({ headers }: http.IncomingMessage, given: URLSearchParams): Answer {
    const asked = codes.get(given.get('code') ?? '')
    codes.delete(given.get('code') ?? '')
    const challenge = createHash('sha256').update(given.get('code_verifier') ?? '')
    const isRight =
      asked?.get('code_challenge') === challenge.digest('base64url') &&
      asked.get('redirect_uri') === given.get('redirect_uri') &&
      isClient(headers.authorization, given)
    if (!isRight) return [400, { error: 'invalid_grant' }]
    const nowS = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub: mood.subject,
      aud: CLIENT.clientId,
      iat: nowS,
      exp: nowS + 60,
      nonce: asked.get('nonce'),
      ...mood.claims,
    }
    const { privateKey } = mood.isForged ? other : key
    const id_token = signToken(
      claims,
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    )
    return [200, { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token }]
  }

  return {
    issuer,
    mood,
    /** A browser follows the address, and returns the query that it comes back with. */
    async visit(url: string): Promise<string> {
      const { statusCode, headers, body } = await request(url)
      await body.dump()
      if (statusCode !== 302) throw new Error(`the provider answered ${statusCode}`)
      return new URL(String(headers.location)).search.slice(1)
    },
  }
}

const METADATA = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

/** By `client_secret_post` or `client_secret_basic`. */
function isClient(authorization = '', given: URLSearchParams): boolean {
  const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const [id, secret] = basic.split(':').map(part => decodeURIComponent(part.replace(/\+/g, ' ')))
  const found = given.has('client_secret')
    ? [given.get('client_id'), given.get('client_secret')]
    : [id, secret]
  return found[0] === CLIENT.clientId && found[1] === CLIENT.clientSecret
}

function signToken(claims: object, privateKey: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
}
