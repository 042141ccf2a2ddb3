// Owns how long everything takes, in milliseconds, at the normal pace and in turbo. It must never
// hold state; the stage asks for the pace in force at each moment.

export interface Pace {
  /** From the press to the first column's stop, at the least. */
  leadMs: number
  /** Between the stops of neighbouring columns. */
  gapMs: number
  /** From a column's stop order to its rest. */
  settleMs: number
  /** Added before a column that could complete a scatter award. */
  suspenseMs: number
  /** Wins of one board, shown together. */
  winsMs: number
  /** One cascade: vanish, then fall. */
  vanishMs: number
  fallMs: number
  /** A multiplier's flight. */
  flightMs: number
  /** A symbol filling its column. */
  expandMs: number
  /** One respin of the free boxes, and between two amounts of cash on their way to the win. */
  respinMs: number
  collectMs: number
  /** Big words: free games won, ended, big win. */
  bannerMs: number
  /** Between two free games. */
  breatherMs: number
}

export const NORMAL: Pace = {
  leadMs: 520,
  gapMs: 170,
  settleMs: 420,
  suspenseMs: 900,
  winsMs: 1100,
  vanishMs: 420,
  fallMs: 460,
  flightMs: 620,
  expandMs: 620,
  respinMs: 950,
  collectMs: 300,
  bannerMs: 2400,
  breatherMs: 260,
}

/** A losing spin takes lead + settle, about 200 ms with a local answer. */
export const TURBO: Pace = {
  leadMs: 40,
  gapMs: 0,
  settleMs: 140,
  suspenseMs: 0,
  winsMs: 260,
  vanishMs: 130,
  fallMs: 105,
  flightMs: 200,
  expandMs: 170,
  respinMs: 190,
  collectMs: 60,
  bannerMs: 900,
  breatherMs: 0,
}
