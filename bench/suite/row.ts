// What a row of the suite is: something measured three ways in turn. Ours stands beside its floor (what cannot
// be avoided: the same bytes, statements and calls with nothing between) and beside its peers (what a competent
// team does with the usual tool). Measures nothing itself.

import type { Profiles } from '../profile/profiles.ts'
import type { Platform } from '../stream-platform.ts'

/** In the order in which they take turns. */
export const ROLES = ['ours', 'floor', 'peer', 'otherPeer'] as const
export type Role = (typeof ROLES)[number]

export interface Row {
  readonly number: number
  readonly name: string
  /** Of the figure that is compared. */
  readonly unit: string
  readonly better: 'more' | 'less'
  /** What each of them is, in a few words. */
  readonly abouts: Readonly<Partial<Record<Role, string>>>
  /** One slice of the row, as a multiple of the usual one; absent: 1. */
  readonly sliceTimes?: number
  cases(size: Size): readonly Case[]
}

/** A row is measured once a case: a script, a number of players, a latency. */
export interface Case {
  /** Empty where the row has only one. */
  readonly name: string
  open(scope: Scope): Promise<Opened>
}

export type Opened = { ours: Running } & Partial<Record<Role, Running>>

/** One of those that are compared, opened once, asked for a slice of work in turn with the others. */
export interface Running {
  /** As much as it can in this time. */
  slice(forMs: number): Promise<Slice>
  /** So many a second by the clock, whether or not the last ones are answered; latency counts from when each was due. */
  paced?(forMs: number, aSecond: number): Promise<Slice>
  /** CPU seconds used so far, by thread or store. */
  cpu?(): CpuSeconds
}

/** `generator` makes the load: it is shown, and is no part of what an operation costs. */
export type CpuSeconds = Readonly<Record<string, number>>

export interface Slice {
  /** The figure that is compared. */
  readonly value: number
  /** What the CPU of the slice is divided by. */
  readonly operations: number
  readonly latencyMs?: Latency | undefined
  /** What was not done, by cause. */
  readonly refused?: Readonly<Record<string, number>> | undefined
}

export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly p999: number
}

export interface Size {
  /** The smallest sizes: whether it works, not how fast. */
  readonly isSmoke: boolean
  /** Every player count and latency. */
  readonly isFull: boolean
}

/** What the rows share. */
export interface Setting {
  readonly size: Size
  /** Absent: nobody asked for them. */
  readonly profiles?: Profiles | undefined
  /** Redis and Postgres are its own, and serve every row. */
  platform(): Promise<Platform>
  /** A migrated database that nobody but the suite uses, on the platform's Postgres. */
  databaseUrl(): Promise<string>
  /** The platform's Redis, under a prefix of the suite's own. */
  redis: { address(): Promise<string>; prefix: string }
}

/** What a case is opened in. */
export interface Scope extends Setting {
  /** Run when the case is over, the last one first. */
  defer(close: () => unknown): void
}
