// Reads answers for a client that waits for the end of a command: an outcome is kept until its
// round is settled, and both together are the round. Sends nothing.

import type { ServerMessage } from './play-answers.ts'

type Outcome = Extract<ServerMessage, { type: 'outcome' }>

/** One per connection: an outcome and the settlement of its round arrive on the same connection. */
export interface AnswerReader {
  /** The answer or push in the message; null: it answers nothing yet, or nothing any more. */
  read(message: ServerMessage): Exclude<ServerMessage, { type: 'outcome' | 'settled' }> | null
}

export function createAnswerReader(): AnswerReader {
  /**
   * A player's commands are done one after another: the end of an outcome comes before the next
   * outcome.
   */
  let last: Outcome | null = null
  return {
    read(message) {
      if (message.type === 'outcome') {
        last = message
        return null
      }
      if (message.type !== 'settled') return message
      // The outcome came on another connection: this client repeats its command and gets the round.
      return last?.requestId === message.requestId ? settle(last, message) : null
    },
  }
}

/** The round as it is answered to a client that asks for it now. */
export function settle(
  { round }: Pick<Outcome, 'round'>,
  {
    requestId,
    balance,
    balanceAt,
    freeSpin,
    freeSpins,
  }: Extract<ServerMessage, { type: 'settled' }>,
): Extract<ServerMessage, { type: 'round' }> {
  return {
    type: 'round',
    requestId,
    balance,
    balanceAt,
    round: { ...round, status: 'settled', freeSpin },
    freeSpins,
  }
}
