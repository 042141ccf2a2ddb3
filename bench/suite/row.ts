// What a row of the suite is: a subject measured in three ways in turn. Ours is compared with its
// floor (what cannot be avoided: the same bytes, statements and calls with nothing in between) and
// with its peers (what a competent team does with the usual tools). Measures nothing itself.

import type { Profiles } from '../profile/profiles.ts'
import type { Platform } from '../stream-platform.ts'

/** In the order in which they take turns. */
export const ROLES = ['ours', 'floor', 'peer', 'otherPeer'] as const
export type Role = (typeof ROLES)[number]

export interface Row {
  readonly number: number
  readonly name: string
  /** The unit of the figure that is compared. */
  readonly unit: string
  readonly better: 'more' | 'less'
  /** A short description of each of them. */
  readonly abouts: Readonly<Partial<Record<Role, string>>>
  /** Duration of one slice of the row, as a multiple of the usual one; absent: 1. */
  readonly sliceTimes?: number
  /** Contestants get more than they can do; elsewhere a refusal is a fault of the measurement. */
  readonly isOverloaded?: boolean
  cases(size: Size): readonly Case[]
}

/** A row is measured once for each case: a script, a number of players, a latency. */
export interface Case {
  /** Empty if the row has only one. */
  readonly name: string
  /** Instead of the row's, where others are compared. */
  readonly abouts?: Row['abouts']
  open(scope: Scope): Promise<Opened>
}

export type Opened = { ours: Running } & Partial<Record<Role, Running>>

/** One of the contestants, opened once, asked for slices of work in turn with the others. */
export interface Running {
  /** As much as it can in this time. */
  slice(forMs: number): Promise<Slice>
  /**
   * This many a second by the clock, whether or not the last ones were answered; latency counts
   * from when each was due.
   */
  paced?(forMs: number, aSecond: number): Promise<Slice>
  /** CPU seconds used so far, by thread or store. */
  cpu?: ReadCpu
}

/** `generator` makes the load: it is shown, but does not count toward the cost of an operation. */
export type CpuSeconds = Readonly<Record<string, number>>
export type ReadCpu = () => CpuSeconds

export interface Slice {
  /** The figure that is compared. */
  readonly value: number
  /** The number by which the CPU of the slice is divided. */
  readonly operations: number
  readonly latencyMs?: Latency | undefined
  /** Every latency, where it was asked for. */
  readonly latenciesUs?: readonly number[] | undefined
  /** Operations that were not done, by cause. */
  readonly refused?: Readonly<Record<string, number>> | undefined
  /** TLS handshakes with the wallet; absent: it has no TLS. */
  readonly handshakes?: number | undefined
}

/** Milliseconds. */
export type Latency = Readonly<Record<'p50' | 'p99' | 'p999', number>>

export interface Size {
  /** The smallest sizes: whether it works, not how fast. */
  readonly isSmoke: boolean
  /** Every player count and latency. */
  readonly isFull: boolean
  /** The platform was started for this run, and so trusts the certificate of a wallet with TLS. */
  readonly isOwn: boolean
}

/** What the rows share. */
export interface Setting {
  readonly size: Size
  /** Absent: no profiles were requested. */
  readonly profiles?: Profiles | undefined
  /** Its Redis and Postgres belong to it alone, and serve every row. */
  platform(): Promise<Platform>
  /** A migrated database that only the suite uses, on the platform's Postgres. */
  databaseUrl(): Promise<string>
  /** The platform's Redis, under a prefix of the suite. */
  redis: { address(): Promise<string>; prefix: string }
}

/** The stores of a setting, as a separate program needs them. */
export interface StoreAddresses {
  redisUrl: string
  redisPrefix: string
  databaseUrl: string
}

/** The scope in which a case is opened. */
export interface Scope extends Setting {
  /** Runs when the case is over, the last one first. */
  defer(close: () => unknown): void
}
