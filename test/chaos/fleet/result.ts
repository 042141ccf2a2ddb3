// What a fleet's run was, for its judge and its printed report. Types only.

import type { Second } from '../../../bench/curve-plot.ts'
import type { ChaosResult } from '../report.ts'
import type { TimedEvent } from './timeline.ts'

export interface FleetResult {
  run: ChaosResult
  events: TimedEvent[]
  /** After the run's first spin. */
  startsAtSecond: number[]
  seconds: Second[]
  /** The median wait before the first event. */
  calmSpinMs: number | null
  saves: LedgerFigures
  /** What was compared by separate means, and where it differs. */
  compared: { rounds: number; drawnAgain: number }
  differences: string[]
  /** Values past their bounds. */
  problems: string[]
}

export interface LedgerFigures {
  /** Rounds that the ledger lost in a failover. */
  orphans: {
    /** Refunded by the platform, and left for a person. */
    platform: number
    person: number
    /** Of both, those whose bet a wallet was ever called for. */
    betsSent: number
  }
  /** Updates of a settled round's row after its insert. */
  aRound: number
  /** Of rounds without decisions: a decision adds one save, with its result. */
  withoutDecisions: number
}
