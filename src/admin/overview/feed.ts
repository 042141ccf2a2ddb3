// The source of the overview for every client that reads it.

import type { Overview } from './schema.ts'

/** Gives the next view when it is due; ends with the signal. */
export interface OverviewFeed {
  now(): Promise<Overview>
  follow(signal: AbortSignal): AsyncIterable<Overview>
}
