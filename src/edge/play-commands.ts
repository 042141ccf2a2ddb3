// Handles what a play socket sends: checks that it is a play message, passes it to the player's
// lane and sends the answer back. Holds no rule of the game.

import { Compile } from 'typebox/compile'
import type { Lanes } from '../lanes/routing.ts'
import type { Turn } from '../limits/turns.ts'
import { HELLO_KEPT_MS, PLAY_BROKEN_MESSAGES, PLAY_COMMANDS_PER_SOCKET } from '../limits.ts'
import type { encodeError } from '../player/views.ts'
import { readJsonObject } from '../wire/json-body.ts'
import { ANSWERED, type LanePush, type LaneTask, type PlaySession } from '../wire/lane.ts'
import {
  ClientMessage,
  type LaneMessage,
  type Question,
  type SessionCommand,
} from '../wire/play-commands.ts'
import { inStep, type Step } from '../wire/trace.ts'
import {
  type Connection,
  countRefusal,
  endSocket,
  forwardPush,
  joinSession,
  type OpenSockets,
  reply,
  type Socket,
  stopHelloTimer,
} from './play-sockets.ts'

/** A spin whose outcome was sent to its player. */
export interface OutcomeSent {
  gameId: string
  tookMs: number
}

export interface MessageAnswered {
  type: ClientMessage['type']
  /** The game of the session; null before hello. */
  gameId: string | null
  /** Encoded; null: no answer could be made; ANSWERED: it was pushed. */
  answer: string | null
  tookMs: number
}

export interface PlayCommandDeps {
  lanes: Pick<Lanes, 'run'>
  /** The session of a token; null when the token is not genuine or no longer valid. */
  findSession(token: string): Promise<PlaySession | null>
  encodeError: typeof encodeError
  /** Answers questions beside play; null: there are too many questions now. */
  answerQuestion(session: PlaySession, question: Question): Promise<string> | null
  /** False: the link was used for more hellos than a player's client sends. */
  takeHello(token: string): boolean
  /** Does a hello in its turn; commands of play wait for none. Null: too many hellos wait. */
  inHelloTurn(work: (turn: HelloTurn) => Promise<string>): Promise<string> | null
  nowMs(): number
  /** The session starts no new round. */
  isOver(session: PlaySession): boolean
  /** False: this node starts no round; rounds in play go on. */
  startsRounds(): boolean
  /** Does a command's work; the step is null when the command is not traced. */
  follow(
    name: string,
    labels: Readonly<Record<string, string>>,
    work: (step: Step | null) => Promise<string>,
  ): Promise<string>
  onMessage(type: string): void
  onAnswer(answer: MessageAnswered): void
  onOutcome(sent: OutcomeSent): void
  /** A monotonic clock. */
  clockMs(): number
  onFault(error: unknown, requestId?: string): void
}

export interface HelloTurn extends Turn {
  /** The hello's session is found: its operator's wallet may be slow. */
  noteProject(projectId: string): void
}

type Hello = Extract<ClientMessage, { type: 'hello' }>

const clientMessage = Compile(ClientMessage)
const STARTS_A_ROUND: ReadonlySet<ClientMessage['type']> = new Set(['spin', 'free-spin'])
const QUESTIONS: ReadonlySet<ClientMessage['type']> = new Set(['rules', 'history', 'replay'])
const PONG = (requestId: string) => JSON.stringify({ type: 'pong', requestId })

/** Answers one frame. Never rejects: a fault is answered with REQUEST_FAILED. */
export async function answerFrame(
  deps: PlayCommandDeps,
  open: OpenSockets,
  ws: Socket,
  bytes: ArrayBuffer | null,
): Promise<void> {
  // Borrowed memory: decoded before anything is awaited.
  const message = bytes === null ? null : readJsonObject(Buffer.from(bytes))
  try {
    await answerMessage(deps, open, ws, message)
  } catch (error) {
    const requestId = requestIdOf(message)
    deps.onFault(error, requestId ?? undefined)
    reply(ws, deps.encodeError(requestId, 'REQUEST_FAILED', { retry: true }))
  }
}

async function answerMessage(
  deps: PlayCommandDeps,
  open: OpenSockets,
  ws: Socket,
  message: unknown,
): Promise<void> {
  const requestId = requestIdOf(message)
  if (!clientMessage.Check(message)) {
    const refusal = deps.encodeError(requestId, 'INVALID_REQUEST', {
      message: 'Not a play message.',
    })
    const isLast = ++ws.getUserData().broken >= PLAY_BROKEN_MESSAGES
    if (isLast) endSocket(ws, refusal, 4400)
    else reply(ws, refusal)
    return
  }
  deps.onMessage(message.type)
  if (message.type === 'ping') {
    reply(ws, PONG(message.requestId))
    return
  }
  if (message.type === 'hello' && !deps.takeHello(message.token)) {
    endSocket(ws, deps.encodeError(requestId, 'BUSY', { retry: true }), 4429)
    return
  }
  const startedMs = deps.clockMs()
  ws.getUserData().commandAtMs = startedMs
  let answer: string | null = null
  if (STARTS_A_ROUND.has(message.type)) noteSpin(ws.getUserData(), message.requestId, startedMs)
  try {
    answer = await deps.follow(`play ${message.type}`, { 'request.id': message.requestId }, step =>
      takeCommand(deps, open, ws, message, step),
    )
    if (answer !== ANSWERED) reply(ws, answer)
  } finally {
    const { session, spinsSince } = ws.getUserData()
    const gameId = session?.gameId ?? null
    const tookMs = deps.clockMs() - startedMs
    if (spinsSince?.get(message.requestId) === startedMs) {
      spinsSince.delete(message.requestId)
      // The push arrives later, on another channel.
      if (answer === ANSWERED && gameId !== null) deps.onOutcome({ gameId, tookMs })
    }
    deps.onAnswer({ type: message.type, gameId, answer, tookMs })
  }
}

function noteSpin(connection: Connection, requestId: string, startedMs: number): void {
  connection.spinsSince ??= new Map()
  connection.spinsSince.set(requestId, startedMs)
}

/** Forwards a lane's push. An outcome ends the wait of its spin. */
export function takePush(deps: PlayCommandDeps, open: OpenSockets, push: LanePush): void {
  const sockets = forwardPush(open, push)
  const { requestId, message } = push
  if (requestId === null || message === null) return
  // The first push of a spin is its outcome.
  for (const ws of sockets) {
    const { spinsSince, session } = ws.getUserData()
    const sinceMs = spinsSince?.get(requestId)
    if (sinceMs === undefined) continue
    spinsSince?.delete(requestId)
    deps.onOutcome({ gameId: session!.gameId, tookMs: deps.clockMs() - sinceMs })
  }
}

async function takeCommand(
  deps: PlayCommandDeps,
  open: OpenSockets,
  ws: Socket,
  message: Exclude<ClientMessage, { type: 'ping' }>,
  step: Step | null,
): Promise<string> {
  const connection = ws.getUserData()
  const { session, underWay } = connection
  const { requestId } = message
  if (underWay.length >= PLAY_COMMANDS_PER_SOCKET) {
    return refuse(deps, connection, requestId, 'BUSY')
  }
  underWay.push(requestId)
  try {
    if (message.type === 'hello') {
      const greeted = deps.inHelloTurn(turn => sayHello(deps, open, ws, message, step, turn))
      return (await greeted) ?? refuse(deps, connection, requestId, 'BUSY')
    }
    if (session === null) return refuse(deps, connection, requestId, 'UNAUTHORIZED')
    if (!isQuestion(message)) return await runCommand(deps, session, message, step)
    const answer = deps.answerQuestion(session, message)
    return await (answer ?? refuse(deps, connection, requestId, 'BUSY'))
  } finally {
    underWay.splice(underWay.indexOf(requestId), 1)
  }
}

/** For a message that the client should not have sent yet; it counts against the socket. */
function refuse(
  deps: PlayCommandDeps,
  connection: Connection,
  requestId: string,
  code: 'BUSY' | 'UNAUTHORIZED',
): string {
  countRefusal(connection)
  return deps.encodeError(requestId, code, { retry: code === 'BUSY' })
}

async function sayHello(
  deps: PlayCommandDeps,
  open: OpenSockets,
  ws: Socket,
  message: Hello,
  step: Step | null,
  turn: HelloTurn,
): Promise<string> {
  const { requestId } = message
  if (!ws.getUserData().isOpen) return deps.encodeError(requestId, 'BUSY', { retry: true })
  const recall = () => recallSession(deps, ws.getUserData(), message.token)
  const session = await inStep(step, 'ledger findSession', recall)
  if (session === null) return deps.encodeError(requestId, 'UNAUTHORIZED')
  turn.noteProject(session.projectId)
  if (deps.isOver(session)) return deps.encodeError(requestId, 'SESSION_EXPIRED')
  // The results of a command in progress go to the sockets of its session: this socket has to stay
  // in it until then.
  const { session: current, underWay, framedBy } = ws.getUserData()
  if (framedBy !== null && framedBy !== session.projectId) {
    return deps.encodeError(requestId, 'UNAUTHORIZED')
  }
  if (current !== null && current.sessionId !== session.sessionId && underWay.length > 1) {
    return deps.encodeError(requestId, 'BUSY', { retry: true })
  }
  // The lane does not need the token: the session replaces it.
  const withoutToken = { ...message, token: '-' }
  const answer = deps.lanes.run(session, playTask(session, withoutToken, step))
  if (answer === null) return deps.encodeError(requestId, 'BUSY', { retry: true })
  // The client has sent hello: the time that the lane takes to answer does not count against it.
  stopHelloTimer(ws.getUserData())
  const encoded = await answer
  if (ws.getUserData().isOpen) joinSession(open, ws, session, deps.encodeError)
  return encoded
}

/**
 * A socket that sends hello again within seconds causes no reading of the ledger. Its session may
 * have been revoked, which closes the socket, or have a newer link, which the lane detects.
 */
async function recallSession(
  { findSession, isOver, nowMs }: PlayCommandDeps,
  connection: Connection,
  token: string,
): Promise<PlaySession | null> {
  const { greeted } = connection
  const isKnown = greeted?.token === token && Math.abs(nowMs() - greeted.atMs) < HELLO_KEPT_MS
  if (isKnown) return greeted.session
  const session = await findSession(token)
  // A launch can extend an expired session at any moment.
  const isLive = session !== null && !isOver(session)
  connection.greeted = isLive ? { token, session, atMs: nowMs() } : null
  return session
}

async function runCommand(
  deps: PlayCommandDeps,
  session: PlaySession,
  message: SessionCommand,
  step: Step | null,
): Promise<string> {
  const { requestId } = message
  if (STARTS_A_ROUND.has(message.type) && !deps.startsRounds()) {
    return deps.encodeError(requestId, 'SHUTTING_DOWN', { retry: true })
  }
  const answer = deps.lanes.run(session, playTask(session, message, step))
  return answer ?? deps.encodeError(requestId, 'BUSY', { retry: true })
}

function isQuestion(message: LaneMessage | Question): message is Question {
  return QUESTIONS.has(message.type)
}

function playTask(session: PlaySession, message: LaneMessage, step: Step | null): LaneTask {
  const task = { kind: 'play', session, message } as const
  return step === null ? task : { ...task, traceparent: step.traceparent }
}

function requestIdOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('requestId' in message)) return null
  const { requestId } = message
  return typeof requestId === 'string' && requestId.length <= 64 ? requestId : null
}
