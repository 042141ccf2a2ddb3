// The open play sockets of this node, in all and by session. Sends text to them; reads nothing that
// they send.

import type { WebSocket } from 'uWebSockets.js'
import { chargeTokens, fullBucket, takeToken } from '../limits/token-buckets.ts'
import { PLAY_MESSAGES_PER_SOCKET, PLAY_SOCKETS_PER_SESSION, REVOKED_SESSIONS } from '../limits.ts'
import type { encodeError } from '../player/views.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'
import type { Elsewhere, ServerMessage } from '../wire/play-answers.ts'
import { toBytes } from './http.ts'

/** Close code: launch again. */
const REVOKED = 4403

/** Close code: come back at once; another node is ready. */
const RESTART = 1012

/** The state of one socket. */
export interface Connection {
  /** Null until its hello was answered. */
  session: PlaySession | null
  /** The last token that was looked up, and when. */
  greeted: { token: string; session: PlaySession; atMs: number } | null
  /** Request ids of the commands that are not answered yet. */
  readonly underWay: string[]
  /** A ping was sent to check that it is alive, because another page has opened its session. */
  isAsked: boolean
  /** How many others have its session open, as last sent to it. */
  otherPages: number
  /** The time of the newest balance that was pushed to it. */
  balanceAt: number
  /**
   * When each command that starts a round was sent, by request id; null: no such command came yet.
   */
  spinsSince: Map<string, number> | null
  /** The name under which the caller is counted. */
  readonly caller: string
  /**
   * The project whose launch link allowed the frame around the page: no sessions of other projects
   * are played; null: no project's.
   */
  readonly framedBy: string | null
  readonly budget: ReturnType<typeof fullBucket>
  /** When its last command came, by the clock of the edge; pings do not count. */
  commandAtMs: number
  /** Frames that were not play messages. */
  broken: number
  helloTimer: NodeJS.Timeout | null
  isOpen: boolean
}

export type Socket = WebSocket<Connection>

export interface OpenSockets {
  readonly all: Set<Socket>
  /** The sockets of a session in the order in which they came. */
  readonly bySession: Map<string, readonly Socket[]>
  /** The sockets of a player, in all sessions. */
  readonly byPlayer: Map<string, readonly Socket[]>
  /** Sessions revoked recently, with the first version that is valid again. */
  readonly revoked: Map<string, number>
}

export function noSockets(): OpenSockets {
  return { all: new Set(), bySession: new Map(), byPlayer: new Map(), revoked: new Map() }
}

export function newConnection(caller: string, nowMs: number, framedBy: string | null): Connection {
  return {
    session: null,
    greeted: null,
    underWay: [],
    isAsked: false,
    otherPages: 0,
    balanceAt: 0,
    spinsSince: null,
    caller,
    framedBy,
    budget: fullBucket(PLAY_MESSAGES_PER_SOCKET, nowMs),
    commandAtMs: nowMs,
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
 * A command or question that is refused with BUSY, or with UNAUTHORIZED before the answer to
 * hello, counts as fifty messages: a client that does not wait is closed after 40 of them, because
 * each costs an answer.
 */
const REFUSAL_COUNTS_AS = 50

export function countRefusal({ budget }: Connection): void {
  // The message itself has taken one.
  chargeTokens(budget, REFUSAL_COUNTS_AS - 1)
}

/**
 * The socket plays this session from now on, and no other. If the session was revoked during its
 * hello, it is closed; sockets of an older link are closed too. When there are too many, the oldest
 * gets a message and is closed.
 */
export function joinSession(
  open: OpenSockets,
  ws: Socket,
  session: PlaySession,
  encode: typeof encodeError,
): void {
  const isNew = ws.getUserData().session?.sessionId !== session.sessionId
  if (isNew) leaveSession(open, ws)
  else forget(open, ws)
  ws.getUserData().session = session
  add(open.bySession, session.sessionId, ws)
  add(open.byPlayer, playerOf(session), ws)
  const validFrom = open.revoked.get(session.sessionId) ?? 0
  if (session.tokenVersion < validFrom) {
    ws.end(REVOKED, 'session revoked')
    return
  }
  endOlder(open, session.sessionId, session.tokenVersion)
  const sockets = socketsOf(open, session.sessionId)
  if (isNew) askOthers(sockets, ws)
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
  const connection = ws.getUserData()
  const { session } = connection
  if (session === null) return
  forget(open, ws)
  connection.isAsked = false
  connection.otherPages = 0
  connection.balanceAt = 0
  sendPages(open, session.sessionId)
}

function forget(open: OpenSockets, ws: Socket): void {
  const { session } = ws.getUserData()
  if (session === null) return
  remove(open.bySession, session.sessionId, ws)
  remove(open.byPlayer, playerOf(session), ws)
}

const playerOf = ({ projectId, playerId }: Pick<PlaySession, 'projectId' | 'playerId'>) =>
  `${projectId}:${playerId}`

function add(to: Map<string, readonly Socket[]>, key: string, ws: Socket): void {
  to.set(key, (to.get(key) ?? []).concat(ws))
}

function remove(from: Map<string, readonly Socket[]>, key: string, ws: Socket): void {
  const others = (from.get(key) ?? []).filter(other => other !== ws)
  if (others.length === 0) from.delete(key)
  else from.set(key, others)
}

/**
 * A socket whose line was lost looks open for a long time: it counts once it has answered a ping.
 */
function askOthers(sockets: readonly Socket[], newest: Socket): void {
  for (const ws of sockets) {
    if (ws === newest) continue
    ws.getUserData().isAsked = true
    ws.ping()
  }
}

/** The socket has answered a ping. */
export function noteLife(open: OpenSockets, ws: Socket): void {
  const connection = ws.getUserData()
  if (!connection.isAsked) return
  connection.isAsked = false
  if (connection.session !== null) sendPages(open, connection.session.sessionId)
}

/** Sends how many others have the session open, to the sockets for which that has changed. */
function sendPages(open: OpenSockets, sessionId: string): void {
  const living = socketsOf(open, sessionId).filter(ws => !ws.getUserData().isAsked)
  const pages = living.length - 1
  for (const ws of living) {
    const connection = ws.getUserData()
    if (connection.otherPages === pages) continue
    connection.otherPages = pages
    reply(ws, JSON.stringify({ type: 'elsewhere', pages } satisfies Elsewhere))
  }
}

/**
 * Sends a lane's push to the sockets that it concerns, and its balance to the player's other
 * sockets in the currency: they show the balance of the account, whatever game they play. For a
 * player with one page this costs one look at a list.
 */
export function forwardPush(open: OpenSockets, push: LanePush): readonly Socket[] {
  const sockets = open.byPlayer.get(playerOf(push)) ?? []
  const { message } = push
  let sent = 0
  for (const ws of sockets) {
    if (message === null || !isConcerned(ws, push)) continue
    sent++
    reply(ws, message)
  }
  const isAlone = sockets.length === sent && sent <= 1
  if (!isAlone) pushBalance(sockets, push)
  return sockets
}

function isConcerned(ws: Socket, { sessionId, gameId }: LanePush): boolean {
  const { session } = ws.getUserData()
  return session?.sessionId === sessionId || (gameId !== null && session?.gameId === gameId)
}

/** Never older than the last balance sent, and not to the socket whose answer contains it. */
function pushBalance(
  sockets: readonly Socket[],
  { currency, balance, balanceAt, requestId }: LanePush,
): void {
  if (balance === null || balanceAt === null) return
  const message = JSON.stringify({
    type: 'balance',
    balance,
    balanceAt,
  } satisfies Partial<ServerMessage>)
  for (const ws of sockets) {
    const connection = ws.getUserData()
    if (connection.session?.currency !== currency || connection.balanceAt >= balanceAt) continue
    connection.balanceAt = balanceAt
    if (requestId === null || !connection.underWay.includes(requestId)) reply(ws, message)
  }
}

/** Sends nothing to a socket that has closed. */
export function reply(ws: Socket, text: string): void {
  if (!ws.getUserData().isOpen) return
  ws.cork(() => {
    // A socket past its backpressure limit is closed by the server; its client asks again.
    ws.send(toBytes(text), false, false)
  })
}

export function stopHelloTimer(connection: Connection): void {
  if (connection.helloTimer !== null) clearTimeout(connection.helloTimer)
  connection.helloTimer = null
}

/** Closes up to `count` sockets that wait for no answer. */
export function closeIdle({ all }: OpenSockets, count: number): void {
  let left = count
  for (const ws of all) {
    if (left === 0) return
    if (ws.getUserData().underWay.length > 0) continue
    left--
    restartSocket(ws)
  }
}

export function closeAll({ all }: OpenSockets): void {
  for (const ws of all) restartSocket(ws)
}

export function restartSocket(ws: Socket): void {
  ws.end(RESTART, 'service restart')
}
