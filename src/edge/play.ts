// The route of the play sockets: who may connect, and what happens when a socket opens, sends and
// closes. The meaning of its messages is in play-commands.

import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { createTurns } from '../limits/turns.ts'
import {
  ADDRESS_BUDGETS,
  HELLO_SLOW_PROJECT_MS,
  HELLO_TURNS,
  PLAY_BACKPRESSURE_MAX_BYTES,
  PLAY_FLOOD_REFUSAL_MS,
  PLAY_FLOODS_PER_ADDRESS,
  PLAY_HELLO_TIMEOUT_MS,
  PLAY_HELLOS_PER_LINK,
  PLAY_IDLE_TIMEOUT_S,
  PLAY_MESSAGE_MAX_BYTES,
  PLAY_MESSAGES_PER_ADDRESS,
  PLAY_SOCKETS_MAX,
} from '../limits.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'
import { type Origin, readOrigin } from './caller.ts'
import { frameValueOf } from './frame-value.ts'
import { sendError, watchAbort } from './http.ts'
import { moveIdle } from './idle-sockets.ts'
import type { Routes } from './listener.ts'
import { answerFrame, type PlayCommandDeps, takePush } from './play-commands.ts'
import {
  type Connection,
  closeAll,
  closeIdle,
  closeSession,
  endSocket,
  leaveSession,
  newConnection,
  noSockets,
  noteLife,
  type OpenSockets,
  type Socket,
  sessionsOf,
  stopHelloTimer,
  takeMessage,
} from './play-sockets.ts'

/** A client that is one of ours causes neither of these. */
const FLOOD_CODES: readonly number[] = [4400, 4429]

export interface PlayEdge extends Omit<PlayCommandDeps, 'takeHello' | 'inHelloTurn'> {
  /** Origins that a browser's page may come from; pages of other origins are refused. */
  allowedOrigins: ReadonlySet<string>
  /** The name under which the caller is counted. */
  countedCaller(origin: Origin): string
  /**
   * The project whose launch link framed the page, by its `frame` value; null: the value is not
   * genuine and framed nothing.
   */
  readFramedProject(value: string): string | null
  /** The number of the place that has the session's rows; null: there is one place. */
  placeOf(sessionId: string): number | null
  onSocketClosed(): void
  /** False once the node is about to stop: its players are sent elsewhere. */
  takesSockets(): boolean
}

export interface PlaySockets {
  push(push: LanePush): void
  count(): number
  /** Closes the session's sockets whose link has an earlier version than this. */
  closeSession(sessionId: string, validFrom: number): void
  /** The sessions that are played here, each once. */
  sessions(): PlaySession[]
  /**
   * Closes up to `count` sockets that wait for no answer with "service restart"; their clients
   * connect elsewhere at once and continue.
   */
  closeIdle(count: number): void
  /**
   * Closes up to `count` sockets in the same way, of players who do nothing and are in no round.
   * @returns how many
   */
  moveIdle(count: number): Promise<number>
  /** Closes every socket in the same way. */
  closeAll(): void
}

export function registerPlay(app: Pick<Routes, 'ws'>, edge: PlayEdge): PlaySockets {
  const open = noSockets()
  const ofCaller = createTokenBuckets(PLAY_MESSAGES_PER_ADDRESS, ADDRESS_BUDGETS, edge.clockMs)
  const ofLink = createTokenBuckets(PLAY_HELLOS_PER_LINK, ADDRESS_BUDGETS, edge.clockMs)
  const floods = createTokenBuckets(PLAY_FLOODS_PER_ADDRESS, ADDRESS_BUDGETS, edge.clockMs)
  const inHelloTurn = createHelloTurns(edge.clockMs)
  const commands: PlayCommandDeps = { ...edge, takeHello: ofLink.take, inHelloTurn }
  /** Closes the socket when it sends more than a player can; false: it was closed. */
  function admitFrame(ws: Socket): boolean {
    const connection = ws.getUserData()
    if (takeMessage(connection, edge.clockMs()) && ofCaller.take(connection.caller)) return true
    endSocket(ws, null, 4429)
    return false
  }

  app.ws<Connection>('/play/socket', {
    maxPayloadLength: PLAY_MESSAGE_MAX_BYTES,
    maxBackpressure: PLAY_BACKPRESSURE_MAX_BYTES,
    closeOnBackpressureLimit: 1,
    idleTimeout: PLAY_IDLE_TIMEOUT_S,
    sendPingsAutomatically: true,
    upgrade(res, req, context) {
      const refusal = refuseUpgrade(edge, open, req)
      if (refusal !== null) {
        sendError(res, ...refusal)
        return
      }
      const caller = edge.countedCaller(readOrigin(res, req))
      if (floods.waitS(caller) > 0) {
        refuseLater(res)
        return
      }
      const framedBy = edge.readFramedProject(frameValueOf(req))
      upgrade(res, req, context, newConnection(caller, edge.clockMs(), framedBy))
    },
    open(ws) {
      open.all.add(ws)
      const connection = ws.getUserData()
      const giveUp = () => {
        // A hello waits for its turn.
        if (connection.underWay.length > 0) watch()
        else ws.end(4401, 'no hello')
      }
      const watch = () => {
        connection.helloTimer = setTimeout(giveUp, PLAY_HELLO_TIMEOUT_MS)
      }
      watch()
    },
    message(ws, bytes, isBinary) {
      if (admitFrame(ws)) answerFrame(commands, open, ws, isBinary ? null : bytes)
    },
    // The server answers each ping by itself: pings count like messages.
    ping: ws => void admitFrame(ws),
    pong(ws) {
      if (admitFrame(ws)) noteLife(open, ws)
    },
    close(ws, code) {
      const connection = ws.getUserData()
      if (FLOOD_CODES.includes(code)) floods.take(connection.caller)
      connection.isOpen = false
      stopHelloTimer(connection)
      open.all.delete(ws)
      leaveSession(open, ws)
      edge.onSocketClosed()
    },
  })

  return {
    push: push => takePush(commands, open, push),
    count: () => open.all.size,
    closeSession: (sessionId, validFrom) => closeSession(open, sessionId, validFrom),
    sessions: () => sessionsOf(open),
    closeIdle: count => closeIdle(open, count),
    moveIdle: count =>
      moveIdle(open, count, edge.clockMs, edge.placeOf, player => isInRound(edge, player)),
    closeAll: () => closeAll(open),
  }
}

/** An operator whose wallet hangs delays only the hellos of that operator's players. */
function createHelloTurns(clockMs: () => number): PlayCommandDeps['inHelloTurn'] {
  const turns = createTurns(HELLO_TURNS)
  /** Operators whose hellos took too long, with the time of the last one. */
  const slow = new Map<string, number>()
  return work =>
    turns.take(async turn => {
      let project: string | null = null
      const noteProject = (projectId: string) => {
        project = projectId
        const sinceMs = slow.get(projectId)
        if (sinceMs === undefined) return
        if (clockMs() - sinceMs < HELLO_SLOW_PROJECT_MS) turn.end()
        else slow.delete(projectId)
      }
      const answer = await work({ ...turn, noteProject })
      if (turn.isLate() && project !== null) slow.set(project, clockMs())
      return answer
    })
}

/** Status and code of a refusal; null: the socket may open. */
function refuseUpgrade(
  edge: PlayEdge,
  open: OpenSockets,
  req: HttpRequest,
): [status: number, code: string] | null {
  const isFull = open.all.size >= PLAY_SOCKETS_MAX
  if (isFull || !edge.takesSockets()) return [503, 'REQUEST_FAILED']
  const origin = req.getHeader('origin')
  // Clients other than browsers send no origin.
  return origin === '' || edge.allowedOrigins.has(origin) ? null : [403, 'FORBIDDEN']
}

/** A lane that cannot be asked may have one. */
async function isInRound({ lanes }: PlayEdge, { projectId, playerId }: PlaySession) {
  const player = { projectId, playerId }
  const answer = await lanes.run(player, { kind: 'in-round', ...player })?.catch(() => null)
  return answer !== 'no'
}

/** An answer at once would be asked for again at once. Exported for its test. */
export function refuseLater(res: HttpResponse): void {
  const refuse = () => sendError(res, 429, 'RATE_LIMITED', { 'retry-after': '1' })
  const timer = setTimeout(refuse, PLAY_FLOOD_REFUSAL_MS)
  watchAbort(res).onAborted.push(() => clearTimeout(timer))
}

function upgrade(
  res: HttpResponse,
  req: HttpRequest,
  context: us_socket_context_t,
  connection: Connection,
): void {
  res.upgrade(
    connection,
    req.getHeader('sec-websocket-key'),
    req.getHeader('sec-websocket-protocol'),
    req.getHeader('sec-websocket-extensions'),
    context,
  )
}
