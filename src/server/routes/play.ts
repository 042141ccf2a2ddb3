// Connects the play edge (WebSocket) with the lanes and the sessions of this node.

import { isPast } from '../../core/expiry.ts'
import type { ConnectionBounds } from '../../edge/connections.ts'
import type { Routes } from '../../edge/listener.ts'
import { type PlaySockets, registerPlay } from '../../edge/play.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { findSession } from '../../ledger/players/sessions.ts'
import { countCaller } from '../../operator/caller-address.ts'
import { readFramedProject } from '../../operator/launch/embedding.ts'
import { readToken } from '../../operator/launch/session-token.ts'
import { encodeError } from '../../player/views.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { Parts } from '../parts.ts'
import { playOrigins } from '../play-origins.ts'
import { openQuestions } from '../play-questions.ts'

export function registerPlayRoutes(
  app: Routes,
  parts: Parts,
  lanes: Lanes,
  connections: ConnectionBounds,
): PlaySockets {
  const { trustedProxies } = parts.config
  const sockets: PlaySockets = registerPlay(app, {
    lanes,
    findSession: token => findSessionOfToken(parts, token),
    readFramedProject: value => readFramedProject(parts.embeddingKeys.frameKey, value),
    answerQuestion: openQuestions(parts),
    encodeError,
    allowedOrigins: playOrigins(parts.config),
    countedCaller: ({ socket, forwarded }) => countCaller(socket, forwarded, trustedProxies),
    onSocketClosed: connections.onSocketClosed,
    clockMs: () => performance.now(),
    nowMs: Date.now,
    isOver: session => isPast(session.expiresAtMs, Date.now()),
    takesSockets: () => takesSockets(parts, sockets.count()),
    isDraining: () => parts.stage === 'draining',
    follow: parts.tracer.follow,
    onMessage: parts.metrics.playMessage,
    onAnswer: parts.metrics.playAnswer,
    onOutcome: parts.metrics.outcomeSent,
    onFault: parts.onFault,
  })
  parts.metrics.watchSockets(sockets.count)
  return sockets
}

function takesSockets({ stage, bounds }: Parts, open: number): boolean {
  return (stage === 'serving' || stage === 'leaving') && open < bounds.of('play-sockets')
}

/** An older token of an extended session is no longer valid. */
async function findSessionOfToken(
  { tokenKey, databases }: Parts,
  token: string,
): Promise<PlaySession | null> {
  const claims = readToken(tokenKey, token)
  if (claims === null) return null
  const { sessionId } = claims
  const session = await databases.findById(sessionId, ({ pool }) => findSession(pool, sessionId))
  return session?.tokenVersion === claims.tokenVersion ? session : null
}
