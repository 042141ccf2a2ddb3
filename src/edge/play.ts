// The route of the play sockets: who may connect, and what happens when a socket opens, sends and
// closes. What its messages mean is in play-commands.

import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t } from 'uWebSockets.js'
import {
  PLAY_BACKPRESSURE_MAX_BYTES,
  PLAY_HELLO_TIMEOUT_MS,
  PLAY_IDLE_TIMEOUT_S,
  PLAY_MESSAGE_MAX_BYTES,
  PLAY_SOCKETS_MAX,
} from '../limits.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'
import { answerFrame, type PlayCommandDeps } from './play-commands.ts'
import {
  type Connection,
  closeSession,
  leaveSession,
  newConnection,
  noSockets,
  type OpenSockets,
  pushNews,
  sessionsOf,
  stopHelloTimer,
} from './play-sockets.ts'

export interface PlayEdge extends PlayCommandDeps {
  /** Hosts a browser's page may come from; a page of any other origin is refused. */
  publicHost: string
}

export interface PlaySockets {
  push(news: LanePush): void
  count(): number
  /** Closes the session's sockets whose link is of an earlier version than this. */
  closeSession(sessionId: string, validFrom: number): void
  /** The sessions that are played here, each once. */
  sessions(): PlaySession[]
  /** Ends every socket with "service restart"; clients reconnect elsewhere and continue. */
  closeAll(): void
}

export function registerPlay(app: TemplatedApp, edge: PlayEdge): PlaySockets {
  const open = noSockets()

  app.ws<Connection>('/play/socket', {
    maxPayloadLength: PLAY_MESSAGE_MAX_BYTES,
    maxBackpressure: PLAY_BACKPRESSURE_MAX_BYTES,
    closeOnBackpressureLimit: 1,
    idleTimeout: PLAY_IDLE_TIMEOUT_S,
    sendPingsAutomatically: true,
    upgrade(res, req, context) {
      const refusal = refuseUpgrade(edge, open, req)
      if (refusal === null) upgrade(res, req, context)
      else res.writeStatus(refusal).end()
    },
    open(ws) {
      open.all.add(ws)
      const giveUp = () => ws.end(4401, 'no hello')
      ws.getUserData().helloTimer = setTimeout(giveUp, PLAY_HELLO_TIMEOUT_MS)
    },
    message(ws, bytes, isBinary) {
      answerFrame(edge, open, ws, isBinary ? null : bytes)
    },
    close(ws) {
      const connection = ws.getUserData()
      connection.isOpen = false
      stopHelloTimer(connection)
      open.all.delete(ws)
      leaveSession(open, ws)
    },
  })

  return {
    push: news => pushNews(open, news),
    count: () => open.all.size,
    closeSession: (sessionId, validFrom) => closeSession(open, sessionId, validFrom),
    sessions: () => sessionsOf(open),
    closeAll() {
      for (const ws of open.all) ws.end(1012, 'service restart')
    },
  }
}

/** The status line of a refusal; null: the socket may open. */
function refuseUpgrade(edge: PlayEdge, open: OpenSockets, req: HttpRequest): string | null {
  const isFull = open.all.size >= PLAY_SOCKETS_MAX
  if (isFull || edge.isDraining()) return '503 Service Unavailable'
  const origin = req.getHeader('origin')
  if (origin === '') return null
  const from = URL.canParse(origin) ? new URL(origin).host : ''
  const isKnown = from === req.getHeader('host') || from === edge.publicHost
  return isKnown ? null : '403 Forbidden'
}

function upgrade(res: HttpResponse, req: HttpRequest, context: us_socket_context_t): void {
  res.upgrade(
    newConnection(),
    req.getHeader('sec-websocket-key'),
    req.getHeader('sec-websocket-protocol'),
    req.getHeader('sec-websocket-extensions'),
    context,
  )
}
