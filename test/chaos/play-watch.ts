// What a judge may watch while the players of a run play.

import type { Answer } from './line.ts'

/** What players feel, as it happens. */
export interface PlayWatch {
  /** Called when a player sends a spin; the returned function is called with its answer. */
  beginSpin(player: number, requestId: string): (answer: Answer) => void
  /** The player sees the result of the spin with this request id. */
  shown(player: number, requestId: string): void
  /** A command failed and is sent again: the error's code, or that the connection was lost. */
  repeated(player: number, code: string): void
}

export const LOST_CONNECTION = 'connection lost'
