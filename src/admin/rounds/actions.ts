// What an owner may do with a round: make its next attempt now, bring it back in play, cancel it.
// Each follows the same rules as every other cancel and retry; none settles a round by hand.
// Audited.

import { randomUUID } from 'node:crypto'
import { type AuditedBy, writeAudit } from '../../ledger/audit/audit-log.ts'
import { NotExecuted } from '../../operator/call.ts'
import { cancelRound } from '../../operator/round-cancel/method.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { type AdminResult, answered } from '../route.ts'
import { type RoundFound, requireRound } from './detail.ts'
import { owesOf } from './known-round.ts'
import { MADE, type PushRefusal, pushRound, putBack } from './push.ts'
import type { CancelledAnswer, PushedAnswer, PutBackAnswer } from './schema.ts'

export async function push(
  { pool: home, pools }: Pick<AdminDeps, 'pool' | 'pools'>,
  roundId: string,
  by: AuditedBy,
): Promise<AdminResult<PushedAnswer>> {
  const found = await requireRound(pools, roundId)
  if (!found.ok) return found
  const pushed = await pushRound(found.pool, found.known, by, home)
  if (pushed.kind === 'refused') return refuse('ROUND_NOT_PUSHABLE', WHY_NOT[pushed.cause])
  const { answer, node, now } = pushed
  const failure = now.lastFailure
  return answered({
    answer,
    node,
    isMade: answer !== null && MADE.has(answer),
    state: now.round.progress.state,
    owes: owesOf(now),
    failure: failure && {
      operation: failure.operation,
      cause: failure.cause,
      text: failure.text,
    },
  })
}

const WHY_NOT: Readonly<Record<PushRefusal, string>> = {
  'set-aside': 'The round is set aside: mend the cause, then bring it back in play.',
  'awaits-player': 'The round waits for a decision of its player: there is nothing to push.',
  'owes-nothing': 'The round owes nothing: there is nothing to push.',
}

export async function bringBack(
  { pools }: Pick<AdminDeps, 'pools'>,
  roundId: string,
  by: AuditedBy,
): Promise<AdminResult<PutBackAnswer>> {
  const found = await requireRound(pools, roundId)
  if (!found.ok) return found
  const done = await putBack(pools, roundId, by)
  if (done.kind === 'put-back') return answered({ state: done.state })
  return done.cause === 'game-busy'
    ? refuse(
        'GAME_BUSY',
        'The player has another open round of the game: repeat this once it ended.',
      )
    : refuse('ROUND_NOT_SET_ASIDE', 'Only a round that is set aside is brought back in play.')
}

/** The request is audited first: the cancel itself is done by the player's lane. */
export async function cancel(
  deps: Pick<AdminDeps, 'pool' | 'pools' | 'cancel'>,
  roundId: string,
  reason: string,
  by: AuditedBy,
): Promise<AdminResult<CancelledAnswer>> {
  const found = await requireRound(deps.pools, roundId)
  if (!found.ok) return found
  const { projectId, round } = found.known
  const { state } = round.progress
  const isOpenYet = state === 'debit_pending' && round.intent.freeSpin === null
  if (!isOpenYet && state !== 'cancelled') return NOT_CANCELLABLE
  if (isOpenYet) {
    await writeAudit(deps.pool, {
      ...by,
      action: 'round.cancel-asked',
      subject: projectId,
      before: { roundId, state },
      after: { roundId, reason },
    })
  }
  return answerCancel(deps, found, roundId)
}

async function answerCancel(
  deps: Pick<AdminDeps, 'pools' | 'cancel'>,
  { known }: RoundFound,
  roundId: string,
): Promise<AdminResult<CancelledAnswer>> {
  try {
    const call = { requestId: randomUUID() }
    const done = await cancelRound(deps, known.projectId, roundId, call)
    if (!done.ok) return NOT_CANCELLABLE
    const { result, refund } = done.round
    return answered({ result, refundStatus: refund.status })
  } catch (error) {
    if (error instanceof NotExecuted && error.code === 'ROUND_BUSY') return BUSY
    throw error
  }
}

const NOT_CANCELLABLE: AdminRefused = refuse(
  'ROUND_NOT_CANCELLABLE',
  'It is over, its result was or may have been shown to the player, or it is a free spin.',
)
const BUSY: AdminRefused = refuse(
  'ROUND_BUSY',
  'One of its wallet calls is under way, or may be. Nothing was changed: try again in a moment.',
)
