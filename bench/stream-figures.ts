// The figures that the players of a stream collect for its report. Must not compute anything.

import type { Histogram } from './histogram.ts'

/** Figures of all players of a stream together. */
export interface StreamFigures {
  /** Spins settled without a lost connection, in microseconds. */
  spins: Histogram
  /**
   * The same until their outcome was sent; spins that wait for a decision have no separate outcome.
   */
  outcomes: Histogram
  /** The same, cleared by its reader every second. */
  window: Histogram
  /** Choices, gambles and collects. */
  decisions: Histogram
  /** Commands answered only after a lost connection. */
  resumed: Histogram
  rounds: number
  /** Answers with `retry: true`, by code. */
  retries: Map<string, number>
  reconnects: number
  /** Rounds that were pending or crediting when they were first answered. */
  waits: number
  /** Minor units by currency, as the players saw it. */
  bets: Map<string, number>
  wins: Map<string, number>
}
