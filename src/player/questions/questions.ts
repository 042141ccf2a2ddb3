// A player's questions: each is answered from the ledger and the games, apart from play and never
// in the player's mailbox. Moves nothing, and reveals nothing of any other player.

import type { PlaySession } from '../../wire/lane.ts'
import type { Question } from '../../wire/play-questions.ts'
import type { QuestionDeps } from './deps.ts'
import { tellHistory } from './history.ts'
import { tellReplay } from './replay.ts'
import { tellRules } from './rules.ts'

/** One encoded play message. */
export function answerQuestion(
  deps: QuestionDeps,
  session: PlaySession,
  question: Question,
): Promise<string> {
  switch (question.type) {
    case 'rules':
      return tellRules(deps, session, question.requestId)
    case 'history':
      return tellHistory(deps, session, question.requestId, question.before ?? null)
    case 'replay':
      return tellReplay(deps, session, question.requestId, question.roundId ?? null)
  }
}
