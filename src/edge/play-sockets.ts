// The open play sockets of this node, all of them and by the session that each plays. Sends text to
// them; reads nothing that they send.

import type { WebSocket } from 'uWebSockets.js'
import { fullBucket, takeToken } from '../limits/token-buckets.ts'
import { PLAY_MESSAGES_PER_SOCKET, PLAY_SOCKETS_PER_SESSION, REVOKED_SESSIONS } from '../limits.ts'
import type { encodeError } from '../player/views.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'

/** Close code: launch again. */
const REVOKED = 4403

/** Close code: come back at once, the node ends. */
const RESTART = 1012

/** What is known of one socket. */
export interface Connection {
  /** Null until its hello was answered. */
  session: PlaySession | null
  /** The last token that was looked up, and when. */
  greeted: { token: string; session: PlaySession; atMs: number } | null
  /** Commands sent to the lane and not answered yet. */
  unanswered: number
  /** When those were sent that start a round, by their request ids; null: no such command came yet. */
  spinsSince: Map<string, number> | null
  /** What the caller counts as. */
  readonly caller: string
  readonly budget: ReturnType<typeof fullBucket>
  /** Messages that were no play messages. */
  broken: number
  helloTimer: NodeJS.Timeout | null
  isOpen: boolean
}

export type Socket = WebSocket<Connection>

export interface OpenSockets {
  readonly all: Set<Socket>
  /** Those of a session in the order in which they came. */
  readonly bySession: Map<string, readonly Socket[]>
  /** Sessions revoked lately, with the first version that is valid again. */
  readonly revoked: Map<string, number>
}

export function noSockets(): OpenSockets {
  return { all: new Set(), bySession: new Map(), revoked: new Map() }
}

export function newConnection(caller: string, nowMs: number): Connection {
  return {
    session: null,
    greeted: null,
    unanswered: 0,
    spinsSince: null,
    caller,
    budget: fullBucket(PLAY_MESSAGES_PER_SOCKET, nowMs),
    broken: 0,
    helloTimer: null,
    isOpen: true,
  }
}

/** Counts a message of the socket; false when it sends more than a player can. */
export function takeMessage({ budget }: Connection, nowMs: number): boolean {
  return takeToken(budget, PLAY_MESSAGES_PER_SOCKET, nowMs)
}

/**
 * The socket plays this session from now on, and no other. One that was revoked while its hello was under
 * way is closed, and so are those of an older link. When there are too many the oldest is told and closed.
 */
export function joinSession(
  open: OpenSockets,
  ws: Socket,
  session: PlaySession,
  encode: typeof encodeError,
): void {
  leaveSession(open, ws)
  ws.getUserData().session = session
  open.bySession.set(session.sessionId, socketsOf(open, session.sessionId).concat(ws))
  const validFrom = open.revoked.get(session.sessionId) ?? 0
  if (session.tokenVersion < validFrom) {
    ws.end(REVOKED, 'session revoked')
    return
  }
  endOlder(open, session.sessionId, session.tokenVersion)
  const sockets = socketsOf(open, session.sessionId)
  if (sockets.length <= PLAY_SOCKETS_PER_SESSION) return
  endSocket(sockets[0]!, encode(null, 'SESSION_REPLACED'), 4409)
}

export function socketsOf({ bySession }: OpenSockets, sessionId: string): readonly Socket[] {
  return bySession.get(sessionId) ?? []
}

function endOlder(open: OpenSockets, sessionId: string, validFrom: number): void {
  for (const ws of socketsOf(open, sessionId)) {
    const { session } = ws.getUserData()
    if (session !== null && session.tokenVersion < validFrom) ws.end(REVOKED, 'session revoked')
  }
}

/** Closes the session's sockets that play an earlier version of it. */
export function closeSession(open: OpenSockets, sessionId: string, validFrom: number): void {
  open.revoked.delete(sessionId)
  open.revoked.set(sessionId, validFrom)
  if (open.revoked.size > REVOKED_SESSIONS) open.revoked.delete(open.revoked.keys().next().value!)
  endOlder(open, sessionId, validFrom)
}

/** The sessions that sockets play, each once. */
export function sessionsOf(open: OpenSockets): PlaySession[] {
  return [...open.bySession.values()].flatMap(([first]) => first?.getUserData().session ?? [])
}

/** Sends a last message and closes. */
export function endSocket(ws: Socket, text: string | null, code: number): void {
  if (text !== null) reply(ws, text)
  if (ws.getUserData().isOpen) ws.end(code)
}

export function leaveSession(open: OpenSockets, ws: Socket): void {
  const { session } = ws.getUserData()
  if (session === null) return
  const { sessionId } = session
  const others = socketsOf(open, sessionId).filter(other => other !== ws)
  if (others.length === 0) open.bySession.delete(sessionId)
  else open.bySession.set(sessionId, others)
}

/** Sends a lane's news to every socket of the session. */
export function pushNews(open: OpenSockets, { sessionId, message }: LanePush): void {
  for (const ws of socketsOf(open, sessionId)) reply(ws, message)
}

/** Sends nothing to a socket that has closed. */
export function reply(ws: Socket, text: string): void {
  if (!ws.getUserData().isOpen) return
  ws.cork(() => {
    // A socket past its backpressure limit is closed by the server; its client asks again.
    ws.send(text, false, false)
  })
}

export function stopHelloTimer(connection: Connection): void {
  if (connection.helloTimer !== null) clearTimeout(connection.helloTimer)
  connection.helloTimer = null
}

/** Ends up to so many sockets that wait for no answer. */
export function closeIdle({ all }: OpenSockets, count: number): void {
  let left = count
  for (const ws of all) {
    if (left === 0) return
    if (ws.getUserData().unanswered > 0) continue
    left--
    ws.end(RESTART, 'service restart')
  }
}

export function closeAll({ all }: OpenSockets): void {
  for (const ws of all) ws.end(RESTART, 'service restart')
}
