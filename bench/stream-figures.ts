// The figures that the players of a stream collect for its report. Must not compute anything.

import { createHistogram } from './histogram.ts'

/** Figures of all players of a stream together. */
export type StreamFigures = ReturnType<typeof createFigures>

export function createFigures() {
  return {
    /** Spins settled without a lost connection, in microseconds. */
    spins: createHistogram(),
    /** The same until their outcome was sent; a spin that waits for a decision adds no time. */
    outcomes: createHistogram(),
    /** The same as `spins`, cleared by its reader every second. */
    window: createHistogram(),
    /** Choices, gambles and collects. */
    decisions: createHistogram(),
    /** Commands answered only after a lost connection. */
    resumed: createHistogram(),
    rounds: 0,
    /** Answers with `retry: true`, by code. */
    retries: new Map<string, number>(),
    reconnects: 0,
    /** Rounds that were pending or crediting when they were first answered. */
    waits: 0,
    /** Minor units by currency, as the players saw it. */
    bets: new Map<string, number>(),
    wins: new Map<string, number>(),
  }
}
