// Connects the play edge (WebSocket) with the lanes and the sessions of this node, and players'
// questions beside play with the ledger: a limited number at once, and each session only at a
// person's pace.

import { isPast } from '../../core/expiry.ts'
import { shardOfId } from '../../core/shard.ts'
import type { ConnectionBounds } from '../../edge/connections.ts'
import type { Routes } from '../../edge/listener.ts'
import { type PlaySockets, registerPlay } from '../../edge/play.ts'
import { findGame } from '../../games/catalogue/games.ts'
import type { Lanes } from '../../lanes/routing.ts'
import { mapDatabases } from '../../ledger/database/player-databases.ts'
import { placeNumberOf } from '../../ledger/database/shard-map.ts'
import { createOwnRounds } from '../../ledger/players/own-rounds.ts'
import { groupSessionReads } from '../../ledger/players/sessions.ts'
import { createTokenBuckets } from '../../limits/token-buckets.ts'
import { ADDRESS_BUDGETS } from '../../limits.ts'
import { countCaller } from '../../operator/caller-address.ts'
import { readFramedProject } from '../../operator/launch/embedding.ts'
import { readToken } from '../../operator/launch/session-token.ts'
import { answerQuestion } from '../../player/questions/questions.ts'
import { encodeError } from '../../player/views.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { Question } from '../../wire/play-commands.ts'
import type { Parts } from '../parts.ts'
import { shardMapOf } from '../settings/config.ts'
import { playOrigins } from '../settings/listening.ts'

export function registerPlayRoutes(
  app: Routes,
  parts: Parts,
  lanes: Lanes,
  connections: ConnectionBounds,
): PlaySockets {
  const { clock } = parts
  const { trustedProxies } = parts.config
  const shardMap = shardMapOf(parts.config)
  const sockets: PlaySockets = registerPlay(app, {
    lanes,
    findSession: findSessionOfToken(parts),
    readFramedProject: value => readFramedProject(parts.embeddingKeys.frameKey, value),
    answerQuestion: openQuestions(parts),
    encodeError,
    allowedOrigins: playOrigins(parts.config),
    countedCaller: ({ socket, forwarded }) => countCaller(socket, forwarded, trustedProxies),
    placeOf: sessionId => placeNumberOf(shardMap, shardOfId(sessionId)),
    onSocketClosed: connections.onSocketClosed,
    clockMs: () => performance.now(),
    nowMs: clock.nowMs,
    isOver: session => isPast(session.expiresAtMs, clock.nowMs()),
    takesSockets: () => takesSockets(parts, sockets.count()),
    startsRounds: () => parts.stage !== 'draining' && !clock.isOff(),
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
function findSessionOfToken({ tokenKey, databases }: Parts) {
  const sessions = mapDatabases(databases, each => groupSessionReads(each.sessionPool))
  return async (token: string): Promise<PlaySession | null> => {
    const claims = readToken(tokenKey, token)
    if (claims === null) return null
    const { sessionId } = claims
    const session = await sessions.findById(sessionId, find => find(sessionId))
    return session?.tokenVersion === claims.tokenVersion ? session : null
  }
}

/** Questions of one session: a person opens a list and turns its pages. */
export const QUESTIONS_PER_SESSION = { perSecond: 2, atOnce: 20 } as const
/**
 * Questions that one node answers at once; above that it answers BUSY, and the client asks again.
 * They share the connections of launches and hellos, and must leave most of them free.
 */
const QUESTIONS_AT_ONCE = 3

/** Null: there are too many questions now, from this session or in all. */
export function openQuestions(
  { databases, projects, clock }: Pick<Parts, 'databases' | 'projects' | 'clock'>,
  nowMs: () => number = () => performance.now(),
): (session: PlaySession, question: Question) => Promise<string> | null {
  const rounds = mapDatabases(databases, ({ pool }) => createOwnRounds(pool))
  const ofSession = createTokenBuckets(QUESTIONS_PER_SESSION, ADDRESS_BUDGETS, nowMs)
  const deps = {
    roundsOf: rounds.of,
    findProject: projects.find,
    findGame,
    nowMs: clock.nowMs,
  }
  let underWay = 0
  return (session, question) => {
    if (underWay >= QUESTIONS_AT_ONCE || !ofSession.take(session.sessionId)) return null
    underWay++
    return answerQuestion(deps, session, question).finally(() => {
      underWay--
    })
  }
}
