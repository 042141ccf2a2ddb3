// The actor of one player: takes the player's commands one after another and passes each to its
// file in commands/. Holds the player's state and no rules.

import type { PlayerRef } from '../core/player.ts'
import type { DriverState } from '../round/driver-state.ts'
import { isOver } from '../round/round.ts'
import type { CancelAnswer, PlaySession, RetryAnswer } from '../wire/lane.ts'
import type { LaneMessage } from '../wire/play-commands.ts'
import { refreshBalance } from './commands/balance.ts'
import { cancel, refuseCancel } from './commands/cancel.ts'
import { decide, decideOverdue } from './commands/decide.ts'
import { hello } from './commands/hello.ts'
import { type Leaving, leave } from './commands/leave.ts'
import { resume, retry, sendNotification } from './commands/resume.ts'
import { spin } from './commands/spin.ts'
import type { PlayerDeps } from './deps.ts'
import { createPlayerState, isForgettable, type PlayerState, recallOffers } from './player-state.ts'

export function createActor(deps: PlayerDeps, player: PlayerRef): Actor {
  return new PlayerActor(deps, createPlayerState(player))
}

export type Actor = Pick<PlayerActor, keyof PlayerActor>

/**
 * All but `refuseCancel`, `workOn`, `isInRound`, `recallOffers` and `isForgettable` run in the
 * player's mailbox.
 * A class, because a lane holds thousands of idle actors, and a closure for each of their methods
 * took 900 bytes of each.
 */
class PlayerActor {
  private readonly deps: PlayerDeps
  private readonly state: PlayerState

  constructor(deps: PlayerDeps, state: PlayerState) {
    this.deps = deps
    this.state = state
  }

  /**
   * Answers one message of the player with one encoded play message.
   * @param own deps for this command only
   */
  play(session: PlaySession, message: LaneMessage, own = this.deps): Promise<string> {
    if (message.type !== 'hello') forgetGreetings(this.state)
    return answerMessage(own, this.state, session, message)
  }

  /** Drives a round that the recovery job found without a driver. */
  resume(roundId: string): Promise<RetryAnswer | 'waiting'> {
    forgetGreetings(this.state)
    return resume(this.deps, this.state, roundId)
  }

  /** Drives a round whose retry is due, or was requested now. */
  retry(roundId: string): Promise<RetryAnswer> {
    forgetGreetings(this.state)
    return retry(this.deps, this.state, roundId)
  }

  /** Makes the decision that a round waits for, if its deadline has passed. */
  decideOverdue(roundId: string): Promise<void> {
    forgetGreetings(this.state)
    return decideOverdue(this.deps, this.state, roundId)
  }

  /** Sends a notification again that the wallet has not answered yet. */
  notify(roundId: string, event: 'start' | 'finish'): Promise<void> {
    return sendNotification(this.deps, this.state, roundId, event)
  }

  /**
   * Cancels a round for the operator, unless a wallet call of it is under way.
   * @param requestId of the operator's call
   */
  cancel(roundId: string, requestId: string): Promise<CancelAnswer> {
    forgetGreetings(this.state)
    return cancel(this.deps, this.state, roundId, requestId)
  }

  /**
   * The player moves to another memory: from now on this one drives none of the player's rounds.
   */
  leave(): Promise<Leaving> {
    return leave(this.deps, this.state)
  }

  /** Takes over the offers that another memory made to the player. */
  recallOffers(offers: Parameters<typeof recallOffers>[1]): void {
    recallOffers(this.state, offers)
  }

  /**
   * May be called at any time, also while a command runs: the reason why a cancel is refused
   * without waiting for its turn.
   */
  refuseCancel(roundId: string): Exclude<CancelAnswer, 'cancelled'> | null {
    return refuseCancel(this.state, roundId)
  }

  /**
   * May be called at any time: whether a drive of the round runs, or a retry of it is scheduled.
   */
  workOn(roundId: string): DriverState['work'] {
    return this.state.rounds.get(roundId)?.driven.driver.work ?? 'resting'
  }

  /** May be called at any time: whether this memory has a round of the player that is not over. */
  isInRound(): boolean {
    return [...this.state.rounds.values()].some(({ driven }) => !isOver(driven.round))
  }

  /** True when forgetting this actor costs only a reading of the ledger. */
  isForgettable(): boolean {
    return isForgettable(this.state)
  }
}

/**
 * Called before work that may move a round, so that no later hello is answered from an earlier one.
 */
function forgetGreetings(state: PlayerState): void {
  state.greetings = []
}

function answerMessage(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  message: LaneMessage,
): Promise<string> {
  switch (message.type) {
    case 'hello':
      return hello(deps, state, session, message.requestId)
    case 'spin':
    case 'free-spin':
      return spin(deps, state, session, message)
    case 'choose':
    case 'gamble':
    case 'collect':
      return decide(deps, state, session, message)
    case 'refresh-balance':
      return refreshBalance(deps, state, session, message.requestId)
  }
}
