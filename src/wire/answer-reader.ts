// How a client reads answers that waits for the end of a command: an outcome is kept until its round is
// settled, and both together are the round. Sends nothing.

import type { ServerMessage } from './play.ts'

type Outcome = Extract<ServerMessage, { type: 'outcome' }>

/** One a connection: what a settled round belongs to was told on the same one. */
export interface AnswerReader {
  /** The answer or news that the message is; null: nothing to answer with yet, or no more. */
  read(message: ServerMessage): Exclude<ServerMessage, { type: 'outcome' | 'settled' }> | null
}

export function createAnswerReader(): AnswerReader {
  /** A player's commands are done one after another: an outcome's end comes before the next outcome. */
  let last: Outcome | null = null
  return {
    read(message) {
      if (message.type === 'outcome') {
        last = message
        return null
      }
      if (message.type !== 'settled') return message
      // Told on another connection: this client repeats its command and gets the round.
      return last?.requestId === message.requestId ? settle(last, message) : null
    },
  }
}

/** The round as it is answered to whoever asks for it now. */
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
