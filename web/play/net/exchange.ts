// Owns the state of one round that the client follows: the command it began with, and its updates,
// queued until they are taken. It must never send anything.

import type { PlayErrorCode, ServerMessage } from '../../../src/wire/play-answers.ts'
import type { PlayCommand } from '../../../src/wire/play-commands.ts'
import type { FreeSpinsView, RoundView } from '../../../src/wire/play-round.ts'

export type OutcomeMessage = Extract<ServerMessage, { type: 'outcome' }>
type Welcome = Extract<ServerMessage, { type: 'welcome' }>
type Unsigned<T> = T extends unknown ? Omit<T, 'requestId'> : never
export type Order = Unsigned<PlayCommand>

/**
 * A balance, and when the wallet reported it: the later report wins, in whatever order they arrive.
 */
export interface Reported {
  balance: string
  balanceAt: number
}

/** Null if the wallet has not reported a balance yet. */
export function reportedOf({
  balance,
  balanceAt,
}: Pick<OutcomeMessage, keyof Reported>): Reported | null {
  return balance === null || balanceAt === null ? null : { balance, balanceAt }
}

/** An update of a followed round; `freeSpins` is missing when the message does not contain it. */
export type Update = { freeSpins?: FreeSpinsView | null } & (
  | { kind: 'round'; round: RoundView; reported: Reported | null }
  | { kind: 'refused'; code: PlayErrorCode; message: string }
  /** The platform no longer has the round open, and there is no command to repeat. */
  | { kind: 'gone'; reported: Reported; sessionPlay: Welcome['sessionPlay'] }
)

/** The updates of one followed round, in order. */
export class Exchange {
  readonly command: PlayCommand | null
  roundId: string | null
  retries = 0
  /** As sent before the round was over. */
  outcome: OutcomeMessage | null = null
  private readonly arrived: Update[] = []
  private waiter: ((update: Update) => void) | null = null
  private onArrival: (() => void) | null = null

  constructor(command: PlayCommand | null, roundId: string | null) {
    this.command = command
    this.roundId = roundId
  }

  next(): Promise<Update> {
    const first = this.arrived.shift()
    if (first !== undefined) return Promise.resolve(first)
    return new Promise(resolve => {
      this.waiter = resolve
    })
  }

  /** Whether an update is queued. */
  hasNext(): boolean {
    return this.arrived.length > 0
  }

  /** Takes all that is queued. */
  rest(): Update[] {
    return this.arrived.splice(0)
  }

  /** Resolves with the next update but leaves it in the queue; for one caller at a time. */
  async peek(): Promise<Update> {
    if (!this.hasNext()) {
      await new Promise<void>(resolve => {
        this.onArrival = resolve
      })
    }
    return this.arrived[0]!
  }

  push(update: Update): void {
    const { waiter, onArrival } = this
    this.waiter = null
    this.onArrival = null
    if (waiter !== null) {
      waiter(update)
      return
    }
    this.arrived.push(update)
    onArrival?.()
  }
}
