// Routes of the lobby's server: the list of games and the launch behind a click. A visitor is a
// random player id in a cookie; it holds test units and nothing else.

import type { HttpRequest, TemplatedApp } from 'uWebSockets.js'
import { randomUUID } from 'node:crypto'
import type { LaunchWish, LobbyBackend } from '../lobby/backend.ts'
import { answer, readBody, sendError, sendJson } from './http.ts'

const BODY_MAX_BYTES = 1024
const COOKIE = /(?:^|;\s*)lobby_player=(guest-[0-9a-f-]{36})(?:;|$)/

export function registerLobby(
  app: TemplatedApp,
  backend: LobbyBackend,
  onFault: (error: unknown) => void,
): void {
  app.get('/lobby/games', (res, req) => {
    const { player, cookie } = visitor(req)
    answer(
      res,
      async () => sendJson(res, 200, JSON.stringify(await backend.games(player)), cookie),
      onFault,
    )
  })
  app.post('/lobby/launch', (res, req) => {
    const { player, cookie } = visitor(req)
    const sameSite = req.getHeader('sec-fetch-site')
    answer(
      res,
      async () => {
        const wish = readWish(await readBody(res, BODY_MAX_BYTES))
        if (wish === null || sameSite === 'cross-site') {
          sendError(res, 400, 'INVALID_REQUEST')
          return
        }
        const { status, body } = await backend.launch(player, wish)
        sendJson(res, status, JSON.stringify(body), cookie)
      },
      onFault,
    )
  })
}

function visitor(req: HttpRequest): { player: string; cookie: Record<string, string> } {
  const known = COOKIE.exec(req.getHeader('cookie'))?.[1]
  if (known !== undefined) return { player: known, cookie: {} }
  const player = `guest-${randomUUID()}`
  const attributes = 'Path=/lobby/; HttpOnly; SameSite=Strict; Max-Age=31536000'
  return { player, cookie: { 'set-cookie': `lobby_player=${player}; ${attributes}` } }
}

function readWish(body: Buffer | null): LaunchWish | null {
  if (body === null) return null
  try {
    const { game, currency, lang, client_platform } = JSON.parse(body.toString('utf8'))
    const given = Object.entries({ game, currency, lang, client_platform }).filter(
      ([, value]) => typeof value === 'string',
    )
    const wish = Object.fromEntries(given) as unknown as LaunchWish
    return wish.game !== undefined && wish.currency !== undefined ? wish : null
  } catch {
    return null
  }
}
