// What the suite found, as it is kept in bench/results and given as one line. Makes up no figure.

import type { describeMachine } from '../stream-report.ts'
import type { Latency } from './row.ts'
import { isMoved, type Spread } from './statistics.ts'

/** Of one contestant: median and quartiles of its slices. */
export interface Figures extends Spread {
  readonly about: string
  /** CPU microseconds an operation, by thread or store. */
  readonly cpuUs: Readonly<Record<string, number>>
  /** Of them all without the generator. */
  readonly cpuUsInAll: number
  /** By the clock at 70 % of its own rate; null: not measured. */
  readonly latencyMs: Latency | null
  readonly refused: Readonly<Record<string, number>>
}

export interface MeasuredCase {
  readonly name: string
  readonly ours: Figures
  readonly floor: Figures | null
  readonly peer: Figures | null
  readonly otherPeer: Figures | null
  /** How good ours is, of the other: 1 is as good, more is better; of slice by slice. */
  readonly ratioToFloor: Spread | null
  readonly ratioToPeer: Spread | null
  readonly ratioToOtherPeer: Spread | null
  /** CPU of the floor, of ours. */
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
  /** When it began, to tell results of one day apart. */
  readonly at: string
  readonly commit: string
  readonly machine: ReturnType<typeof describeMachine>
  readonly sliceMs: number
  readonly repeats: number
  /** Programs that ran or waited for a core in the minute before: what others did. */
  readonly loadBefore: number
  readonly rows: readonly MeasuredRow[]
  /** Rows that broke off; the others stand. */
  readonly failed: readonly { readonly row: number; readonly error: string }[]
}

/** One row as one line: its first case, and all of them behind it. */
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
  /** New figure, of the former one. */
  readonly ours: number
  readonly ratioToFloor: number | null
  /** Beyond noise; by the ratio to the floor where there is one, for the machine moves too. */
  readonly isMoved: boolean
}

/** Against the same case of a former result; null: it has none. */
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
