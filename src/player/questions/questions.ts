// A player's questions: each is answered from the ledger and the games, apart from play and never
// in the player's mailbox. Moves nothing, and reveals nothing of any other player.

import type { PlaySession } from '../../wire/lane.ts'
import type { Question } from '../../wire/play-commands.ts'
import type { QuestionDeps } from './deps.ts'
import { answerHistory } from './history.ts'
import { answerReplay } from './replay.ts'
import { answerRules } from './rules.ts'

/** One encoded play message. */
export function answerQuestion(
  deps: QuestionDeps,
  session: PlaySession,
  question: Question,
): Promise<string> {
  switch (question.type) {
    case 'rules':
      return answerRules(deps, session, question.requestId)
    case 'history':
      return answerHistory(deps, session, question.requestId, question.before ?? null)
    case 'replay':
      return answerReplay(deps, session, question.requestId, question.roundId ?? null)
  }
}
