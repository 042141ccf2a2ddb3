// Play sockets: bytes <-> play messages. A socket says hello once with its token; after that its
// commands go to the player's lane and the answers come back. Knows no rule of the game.

import type { TemplatedApp, WebSocket } from 'uWebSockets.js'
import { Compile } from 'typebox/compile'
import type { Lanes } from '../lanes/routing.ts'
import {
  PLAY_BACKPRESSURE_MAX_BYTES,
  PLAY_COMMANDS_PER_SOCKET,
  PLAY_HELLO_TIMEOUT_MS,
  PLAY_IDLE_TIMEOUT_S,
  PLAY_MESSAGE_MAX_BYTES,
  PLAY_SOCKETS_MAX,
} from '../limits.ts'
import type { encodeError } from '../player/views.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'
import { ClientMessage, type PlayCommand } from '../wire/play.ts'

export interface PlayEdge {
  lanes: Pick<Lanes, 'run'>
  /** The session a token stands for; null when the token is not genuine or no longer valid. */
  findSession(token: string): Promise<PlaySession | null>
  encodeError: typeof encodeError
  /** Hosts a browser's page may come from; a page of any other origin is refused. */
  publicHost: string
  nowMs(): number
  isDraining(): boolean
  onMessage(type: string): void
  onFault(error: unknown): void
}

interface Seat {
  session: PlaySession | null
  /** Commands sent to the lane and not answered yet. */
  unanswered: number
  helloTimer: NodeJS.Timeout | null
  isOpen: boolean
}

type Socket = WebSocket<Seat>
type Hello = Extract<ClientMessage, { type: 'hello' }>

const clientMessage = Compile(ClientMessage)
const STARTS_A_ROUND: ReadonlySet<ClientMessage['type']> = new Set(['spin', 'free-spin'])

export interface PlaySockets {
  push(news: LanePush): void
  count(): number
  /** Ends every socket with "service restart"; clients reconnect elsewhere and continue. */
  closeAll(): void
}

export function registerPlay(app: TemplatedApp, edge: PlayEdge): PlaySockets {
  const open = new Set<Socket>()
  const bySession = new Map<string, Set<Socket>>()

  app.ws<Seat>('/play/socket', {
    maxPayloadLength: PLAY_MESSAGE_MAX_BYTES,
    maxBackpressure: PLAY_BACKPRESSURE_MAX_BYTES,
    closeOnBackpressureLimit: 1,
    idleTimeout: PLAY_IDLE_TIMEOUT_S,
    sendPingsAutomatically: true,
    upgrade(res, req, context) {
      const refusal = refuseUpgrade(req.getHeader('origin'), req.getHeader('host'))
      if (refusal !== null) {
        res.writeStatus(refusal).end()
        return
      }
      const seat: Seat = { session: null, unanswered: 0, helloTimer: null, isOpen: true }
      res.upgrade(
        seat,
        req.getHeader('sec-websocket-key'),
        req.getHeader('sec-websocket-protocol'),
        req.getHeader('sec-websocket-extensions'),
        context,
      )
    },
    open(ws) {
      open.add(ws)
      const seat = ws.getUserData()
      seat.helloTimer = setTimeout(() => ws.end(4401, 'no hello'), PLAY_HELLO_TIMEOUT_MS)
    },
    message(ws, bytes, isBinary) {
      // Borrowed memory: decoded before anything is awaited.
      const message = isBinary ? null : decode(bytes)
      receive(ws, message).catch(error => {
        edge.onFault(error)
        reply(ws, edge.encodeError(requestIdOf(message), 'REQUEST_FAILED', { retry: true }))
      })
    },
    close(ws) {
      const seat = ws.getUserData()
      seat.isOpen = false
      stopHelloTimer(seat)
      open.delete(ws)
      leave(ws, seat)
    },
  })

  function refuseUpgrade(origin: string, host: string): string | null {
    if (open.size >= PLAY_SOCKETS_MAX || edge.isDraining()) return '503 Service Unavailable'
    if (origin === '') return null
    const from = URL.canParse(origin) ? new URL(origin).host : ''
    return from === host || from === edge.publicHost ? null : '403 Forbidden'
  }

  async function receive(ws: Socket, message: unknown): Promise<void> {
    const requestId = requestIdOf(message)
    if (!clientMessage.Check(message)) {
      reply(ws, edge.encodeError(requestId, 'INVALID_REQUEST', { message: 'Not a play message.' }))
      return
    }
    const seat = ws.getUserData()
    edge.onMessage(message.type)
    if (seat.unanswered >= PLAY_COMMANDS_PER_SOCKET) {
      reply(ws, edge.encodeError(requestId, 'BUSY', { retry: true }))
      return
    }
    seat.unanswered++
    try {
      reply(
        ws,
        message.type === 'hello' ? await hello(ws, seat, message) : await run(seat, message),
      )
    } finally {
      seat.unanswered--
    }
  }

  async function hello(ws: Socket, seat: Seat, message: Hello): Promise<string> {
    const { requestId } = message
    const session = await edge.findSession(message.token)
    if (session === null) return edge.encodeError(requestId, 'UNAUTHORIZED')
    if (session.expiresAtMs <= edge.nowMs()) return edge.encodeError(requestId, 'SESSION_EXPIRED')
    // Said: how long the lane takes to answer is not the socket's doing.
    stopHelloTimer(seat)
    const answer = edge.lanes.run(session, {
      kind: 'play',
      session,
      message: withoutToken(message),
    })
    if (answer === null) return edge.encodeError(requestId, 'BUSY', { retry: true })
    const encoded = await answer
    if (seat.isOpen) join(ws, seat, session)
    return encoded
  }

  async function run(seat: Seat, message: PlayCommand): Promise<string> {
    const { requestId } = message
    const { session } = seat
    if (session === null) return edge.encodeError(requestId, 'UNAUTHORIZED')
    if (STARTS_A_ROUND.has(message.type) && edge.isDraining()) {
      return edge.encodeError(requestId, 'SHUTTING_DOWN', { retry: true })
    }
    const answer = edge.lanes.run(session, { kind: 'play', session, message })
    return answer ?? edge.encodeError(requestId, 'BUSY', { retry: true })
  }

  function join(ws: Socket, seat: Seat, session: PlaySession): void {
    leave(ws, seat)
    seat.session = session
    const sockets = bySession.get(session.sessionId) ?? new Set()
    bySession.set(session.sessionId, sockets.add(ws))
  }

  function leave(ws: Socket, seat: Seat): void {
    if (seat.session === null) return
    const sockets = bySession.get(seat.session.sessionId)
    sockets?.delete(ws)
    if (sockets?.size === 0) bySession.delete(seat.session.sessionId)
  }

  return {
    push({ sessionId, message }) {
      for (const ws of bySession.get(sessionId) ?? []) reply(ws, message)
    },
    count: () => open.size,
    closeAll() {
      for (const ws of open) ws.end(1012, 'service restart')
    },
  }
}

function stopHelloTimer(seat: Seat): void {
  if (seat.helloTimer !== null) clearTimeout(seat.helloTimer)
}

/** The lane has no use for the token: the session stands for it. */
function withoutToken(message: Hello): Hello {
  return { ...message, token: '-' }
}

function reply(ws: Socket, text: string): void {
  if (!ws.getUserData().isOpen) return
  ws.cork(() => {
    // A socket past its backpressure limit is closed by the server; its client asks again.
    ws.send(text, false, false)
  })
}

function decode(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}

function requestIdOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('requestId' in message)) return null
  const { requestId } = message
  return typeof requestId === 'string' && requestId.length <= 64 ? requestId : null
}
