// `round_cancel`: closes a round whose result has not been seen and gives its bet back. The
// player's actor decides, except for rounds that are final in the ledger. Source: operator API,
// "round_cancel".

import type { Pool } from 'pg'
import { formatAmount } from '../../core/money.ts'
import { transactionId } from '../../core/wallet-operation.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { type CancelView, findRoundToCancel } from '../../ledger/rounds/round-cancel.ts'
import type { CancelReason } from '../../round/round.ts'
import type { CancelAnswer, LaneTask } from '../../wire/lane.ts'
import {
  type CallContext,
  type Executed,
  NotExecuted,
  type OperatorMethod,
  type ResultOf,
} from '../call.ts'
import { refuse } from '../errors.ts'
import { compileForm } from '../request.ts'
import { type CancelledRound, type RoundCancelAnswer, RoundCancelRequest } from './schema.ts'

export interface RoundCancelDeps {
  pools: PlayerDatabases<Pool>
  /** Null when the player's lane is full: nothing was started. */
  cancel(task: Extract<LaneTask, { kind: 'cancel' }>): Promise<CancelAnswer> | null
}

type OneRound = ResultOf<RoundCancelAnswer>

/** The schema checks everything: an invalid id simply matches no round. */
const FORM = compileForm(RoundCancelRequest)

export function createRoundCancel(
  deps: RoundCancelDeps,
): OperatorMethod<RoundCancelRequest, OneRound> {
  return {
    name: 'round_cancel',
    read: FORM.read,
    execute: ({ projectId }, { round_id: roundId }, call) =>
      cancelRound(deps, projectId, roundId, call),
  }
}

/** For both who may cancel: the project's operator and the platform's owner. */
export async function cancelRound(
  deps: RoundCancelDeps,
  projectId: string,
  asked: string,
  { requestId }: Pick<CallContext, 'requestId'>,
): Promise<Executed<OneRound>> {
  const find = () => deps.pools.findById(asked, pool => findRoundToCancel(pool, projectId, asked))
  const found = await find()
  if (found === null) return refuse('ROUND_NOT_FOUND')
  // Also for a free spin that was given up: nothing was debited for it.
  if (found.isFreeSpin) return refuse('ROUND_NOT_CANCELLABLE')
  if (found.state === 'cancelled') return cancelled(found, 'already_cancelled')
  if (found.state !== 'debit_pending') return refuse('ROUND_NOT_CANCELLABLE')
  const { roundId, playerId } = found
  const task = { kind: 'cancel', projectId, playerId, roundId, requestId } as const
  const answer = (await deps.cancel(task)) ?? 'busy'
  if (answer === 'cancelled') {
    return cancelled({ ...found, cancelReason: 'operator_cancel' }, 'cancelled')
  }
  // Another call may have cancelled it meanwhile.
  const now = await find()
  if (now?.state === 'cancelled') return cancelled(now, 'already_cancelled')
  if (answer === 'busy') throw new NotExecuted('ROUND_BUSY')
  return refuse('ROUND_NOT_CANCELLABLE')
}

function cancelled(view: CancelView, result: CancelledRound['result']): Executed<OneRound> {
  const { roundId, stakeMinor, refundStatus } = view
  const reason = view.cancelReason!
  return {
    ok: true,
    round: {
      round_id: roundId,
      state: 'cancelled',
      result,
      reason,
      source: SOURCES[reason],
      refund: {
        transaction: transactionId('refund', roundId),
        amount: formatAmount(stakeMinor),
        status: refundStatus === 'confirmed' ? 'confirmed' : 'pending',
      },
    },
  }
}

const SOURCES: Readonly<Record<CancelReason, CancelledRound['source']>> = {
  operator_cancel: 'operator',
  bet_unconfirmed: 'policy',
}
