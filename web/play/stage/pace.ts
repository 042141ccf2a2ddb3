// Owns how long everything takes, in milliseconds, at the normal pace and in turbo. It must never
// hold state; the stage reads the current pace at each moment.

import type { Tier } from '../round/moments.ts'

export interface Pace {
  /** Minimum time from the press to the first column's stop. */
  leadMs: number
  /** Between the stops of adjacent columns. */
  gapMs: number
  /** From a column's stop order to its rest. */
  settleMs: number
  /** Added before a column that could complete a scatter award. */
  anticipationMs: number
  /** Wins of one board, shown together. */
  winsMs: number
  /** One cascade: removal, then fall. */
  vanishMs: number
  fallMs: number
  /** A multiplier's flight. */
  flightMs: number
  /** A symbol filling its column. */
  expandMs: number
  /**
   * One respin of the free cells, and the interval between two amounts of cash on their way to the
   * win.
   */
  respinMs: number
  collectMs: number
  /** Large texts: more free games, the special symbol, a pot. */
  bannerMs: number
  /** Between two free games. */
  breatherMs: number
  /** The count of a win banner by its tier; then it stays. With `holdMs` 4, 8 and 14 seconds. */
  countMs: Readonly<Record<Tier, number>>
  holdMs: number
  /** The count of a feature's total that is not a big win. */
  totalMs: number
  /** Scatters celebrate the feature they won. */
  scatterMs: number
  /** A feature's first and last card close by themselves after this; a tap closes them earlier. */
  introMs: number
  outroMs: number
}

export const NORMAL: Pace = {
  leadMs: 520,
  gapMs: 170,
  settleMs: 420,
  anticipationMs: 1100,
  winsMs: 1150,
  vanishMs: 420,
  fallMs: 460,
  flightMs: 620,
  expandMs: 620,
  respinMs: 950,
  collectMs: 300,
  bannerMs: 2400,
  breatherMs: 260,
  countMs: { big: 2800, mega: 6800, epic: 12800 },
  holdMs: 1200,
  totalMs: 1400,
  scatterMs: 2000,
  introMs: 8000,
  outroMs: 6000,
}

/** A losing spin takes lead + settle, about 200 ms with a local answer. Nothing waits for a tap. */
export const TURBO: Pace = {
  leadMs: 40,
  gapMs: 0,
  settleMs: 140,
  anticipationMs: 0,
  winsMs: 260,
  vanishMs: 130,
  fallMs: 105,
  flightMs: 200,
  expandMs: 170,
  respinMs: 190,
  collectMs: 60,
  bannerMs: 900,
  breatherMs: 0,
  countMs: { big: 900, mega: 1500, epic: 2200 },
  holdMs: 600,
  totalMs: 500,
  scatterMs: 450,
  introMs: 1100,
  outroMs: 1100,
}

/** The wins of a finished round, one after another. */
export const CYCLE = {
  firstMs: 700,
  eachMs: 1_900,
  pulseMs: 1_150,
  /** After this many cycles all wins stay lit and the page may sleep. */
  rounds: 3,
}

/** Between two frames of the background effects: with a graphics card, and in software. */
export const AIR = { everyMs: 33, softwareMs: 150, restAfterMs: 45_000 }
