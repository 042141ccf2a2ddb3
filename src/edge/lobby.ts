// Routes of the lobby's server: the list of games and the launch behind a click. A visitor is a
// random player id in a signed cookie, and holds nothing but test units.

import type { HttpRequest } from 'uWebSockets.js'
import { randomUUID } from 'node:crypto'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { ADDRESS_BUDGETS } from '../limits.ts'
import type { LaunchRequest, LobbyBackend } from '../lobby/backend.ts'
import { answerBody } from './body.ts'
import { type Origin, readOrigin } from './caller.ts'
import { answer, sendError, sendJson } from './http.ts'
import type { Routes } from './listener.ts'

/**
 * New lobby players by address: each creates a player and a session in the ledger. A returning
 * visitor is recognised by a cookie and does not count.
 */
export const NEW_GUESTS = { perSecond: 1 / 30, atOnce: 20 } as const

const BODY_MAX_BYTES = 1024
const COOKIE = /(?:^|;\s*)lobby_player=(guest-[0-9a-f-]{36}\.[\w-]{22})(?:;|$)/

export interface LobbyEdge {
  backend: LobbyBackend
  /** Signs a guest's id for the cookie, so that players can't be created by inventing ids. */
  signGuest(player: string): string
  /** The id that was signed; null: the signature is wrong. */
  readGuest(value: string): string | null
  /** Browsers send the cookie back only over TLS. */
  isSecure: boolean
  /** The name under which the caller is counted. */
  countedCaller(origin: Origin): string
  /** For rate limits: a monotonic clock. */
  clockMs(): number
  onFault(error: unknown): void
}

export function registerLobby(app: Routes, edge: LobbyEdge): void {
  const { backend, onFault } = edge
  const newGuests = createTokenBuckets(NEW_GUESTS, ADDRESS_BUDGETS, edge.clockMs)
  app.get('/lobby/games', (res, req) => {
    const { player, cookie } = visitor(req, edge)
    answer(
      res,
      async () => sendJson(res, 200, JSON.stringify(await backend.games(player)), cookie),
      onFault,
    )
  })
  app.post('/lobby/launch', (res, req) => {
    const { player, cookie, isNew } = visitor(req, edge)
    const sameSite = req.getHeader('sec-fetch-site')
    const caller = edge.countedCaller(readOrigin(res, req))
    if (isNew && !newGuests.take(caller)) {
      sendError(res, 429, 'RATE_LIMITED', { 'retry-after': '60' })
      return
    }
    answerBody(
      res,
      caller,
      BODY_MAX_BYTES,
      async body => {
        const asked = readRequest(body)
        if (asked === null || sameSite === 'cross-site') {
          sendError(res, 400, 'INVALID_REQUEST')
          return
        }
        const launched = await backend.launch(player, asked)
        sendJson(res, launched.status, JSON.stringify(launched.body), cookie)
      },
      onFault,
    )
  })
}

interface Visitor {
  player: string
  cookie: Record<string, string>
  /** The browser has no cookie yet: a launch makes it a player. */
  isNew: boolean
}

function visitor(req: HttpRequest, { signGuest, readGuest, isSecure }: LobbyEdge): Visitor {
  const value = COOKIE.exec(req.getHeader('cookie'))?.[1]
  const known = value === undefined ? null : readGuest(value)
  if (known !== null) return { player: known, cookie: {}, isNew: false }
  const player = `guest-${randomUUID()}`
  const attributes = 'Path=/lobby/; HttpOnly; SameSite=Strict; Max-Age=31536000'
  const given = `lobby_player=${signGuest(player)}; ${attributes}${isSecure ? '; Secure' : ''}`
  const cookie = { 'set-cookie': given }
  return { player, cookie, isNew: true }
}

function readRequest(body: Buffer | null): LaunchRequest | null {
  if (body === null) return null
  try {
    const { game, currency, lang, client_platform } = JSON.parse(body.toString('utf8'))
    const given = Object.entries({ game, currency, lang, client_platform }).filter(
      ([, value]) => typeof value === 'string',
    )
    const asked = Object.fromEntries(given) as unknown as LaunchRequest
    return asked.game !== undefined && asked.currency !== undefined ? asked : null
  } catch {
    return null
  }
}
