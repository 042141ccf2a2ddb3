// The suite's results, as stored in bench/results and printed as one line. Calculates no figure.

import type { Machine } from '../printing.ts'
import type { Latency } from './row.ts'
import { isMoved, type Spread } from './statistics.ts'

/** The figures of one contestant: median and quartiles of its slices. */
export interface Figures extends Spread {
  readonly about: string
  /** CPU microseconds an operation, by thread or store. */
  readonly cpuUs: Readonly<Record<string, number>>
  /** The sum without the generator. */
  readonly cpuUsInAll: number
  /** By the clock at 70 % of the contestant's rate; null: not measured. */
  readonly latencyMs: Latency | null
  readonly refused: Readonly<Record<string, number>>
  /** TLS handshakes with the wallet in all slices; absent: it has no TLS. */
  readonly handshakes?: number
}

export interface MeasuredCase {
  readonly name: string
  readonly ours: Figures
  readonly floor: Figures | null
  readonly peer: Figures | null
  readonly otherPeer: Figures | null
  /**
   * How good ours is relative to the other: 1 is equal, more is better; compared slice by slice.
   */
  readonly ratioToFloor: Spread | null
  readonly ratioToPeer: Spread | null
  readonly ratioToOtherPeer: Spread | null
  /** The floor's CPU divided by ours. */
  readonly cpuRatioToFloor: number | null
}

export interface MeasuredRow {
  readonly row: number
  readonly name: string
  readonly unit: string
  readonly better: 'more' | 'less'
  readonly cases: readonly MeasuredCase[]
}

export interface SuiteResult {
  readonly date: string
  /** When it began, to distinguish results of the same day. */
  readonly at: string
  readonly commit: string
  readonly machine: Machine
  readonly sliceMs: number
  readonly repeats: number
  /** Programs that ran or waited for a core in the minute before: the load by others. */
  readonly loadBefore: number
  readonly rows: readonly MeasuredRow[]
  /** Rows that stopped with an error; the others are valid. */
  readonly failed: readonly { readonly row: number; readonly error: string }[]
  /** Why figures of a row moved since the result before, by its number; added after the run. */
  readonly notes?: Readonly<Record<string, string>>
}

/** One row as one line: its first case, followed by all of them. */
export function lineOf({ cases, ...row }: MeasuredRow): object {
  const [
    { ours, floor, peer, otherPeer, ratioToFloor, ratioToPeer, ratioToOtherPeer, cpuRatioToFloor },
  ] = cases as [MeasuredCase]
  const spread = (figures: Figures | null) => figures && [figures.low, figures.high]
  return {
    ...row,
    ours: ours.median,
    floor: floor?.median ?? null,
    peer: peer?.median ?? null,
    ratio_to_floor: ratioToFloor?.median ?? null,
    ratio_to_peer: ratioToPeer?.median ?? null,
    cpu_ratio_to_floor: cpuRatioToFloor,
    ...(otherPeer === null
      ? {}
      : { other_peer: otherPeer.median, ratio_to_other_peer: ratioToOtherPeer?.median ?? null }),
    spread: { ours: spread(ours), floor: spread(floor), peer: spread(peer) },
    cpu: { ours: ours.cpuUs, floor: floor?.cpuUs ?? null, peer: peer?.cpuUs ?? null },
    cases,
  }
}

export interface Change {
  /** The new figure divided by the earlier one. */
  readonly ours: number
  readonly ratioToFloor: number | null
  /**
   * Beyond noise; judged by the ratio to the floor if there is one, because the machine's speed
   * varies too.
   */
  readonly isMoved: boolean
}

/** Compared with the same case of an earlier result; null: it has no such case. */
export function changeOf(
  before: SuiteResult,
  { row: number }: MeasuredRow,
  now: MeasuredCase,
): Change | null {
  const former = before.rows
    .find(({ row }) => row === number)
    ?.cases.find(({ name }) => name === now.name)
  if (former === undefined) return null
  const [was, is] =
    former.ratioToFloor !== null && now.ratioToFloor !== null
      ? [former.ratioToFloor, now.ratioToFloor]
      : [former.ours, now.ours]
  return {
    ours: now.ours.median / former.ours.median,
    ratioToFloor: former.ratioToFloor && now.ratioToFloor && is.median / was.median,
    isMoved: isMoved(was, is),
  }
}
