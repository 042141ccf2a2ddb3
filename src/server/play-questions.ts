// Connects players' questions beside play with the ledger: a limited number at once, and each
// session only at a person's pace. Holds no rule about the answers.

import { findGame } from '../games/catalogue/games.ts'
import { mapDatabases } from '../ledger/database/player-databases.ts'
import { createOwnRounds } from '../ledger/players/own-rounds.ts'
import { createTokenBuckets } from '../limits/token-buckets.ts'
import { ADDRESS_BUDGETS } from '../limits.ts'
import { answerQuestion } from '../player/questions/questions.ts'
import type { PlaySession } from '../wire/lane.ts'
import type { Question } from '../wire/play-commands.ts'
import type { Parts } from './parts.ts'

/** Questions of one session: a person opens a list and turns its pages. */
export const QUESTIONS_PER_SESSION = { perSecond: 2, atOnce: 20 } as const
/**
 * Questions that one node answers at once; above that it answers BUSY, and the client asks again.
 * They share the connections of launches and hellos, and must leave most of them free.
 */
const QUESTIONS_AT_ONCE = 3

/** Null: there are too many questions now, from this session or in all. */
export function openQuestions(
  { databases, projects }: Pick<Parts, 'databases' | 'projects'>,
  nowMs: () => number = () => performance.now(),
): (session: PlaySession, question: Question) => Promise<string> | null {
  const rounds = mapDatabases(databases, ({ pool }) => createOwnRounds(pool))
  const ofSession = createTokenBuckets(QUESTIONS_PER_SESSION, ADDRESS_BUDGETS, nowMs)
  const deps = {
    roundsOf: rounds.of,
    findProject: projects.find,
    findGame,
    nowMs: Date.now,
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
