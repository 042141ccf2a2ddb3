// What is counted of wallet calls. Projects are as many as an operator creates, so only the first of them by
// name have series of their own; the calls of all others are counted together.

import { WALLET_SECONDS } from './buckets.ts'
import type { Tally } from './tally.ts'

export interface WalletCallSeen {
  projectId: string
  method: string
  outcome: string
  latencyMs: number
}

const OTHER_PROJECTS = 'other'

export function countWallets(tally: Tally) {
  let named: ReadonlySet<string> = new Set()
  const seconds = tally.histogram(
    'reelhouse_wallet_call_seconds',
    'Wallet calls by project, method and outcome; the project is "other" past the first ones by name.',
    WALLET_SECONDS,
    ...['project', 'method', 'outcome'],
  )
  const dropped = tally.counter(
    'reelhouse_callback_log_dropped_total',
    'Wallet calls that the callback log did not keep: too many waited for the database.',
  )
  return {
    callbacksDropped: (calls: number): void => dropped.add(calls),
    /** Projects with series of their own from now on. */
    nameProjects(projects: readonly string[]): void {
      named = new Set(projects)
    },
    walletCall({ projectId, method, outcome, latencyMs }: WalletCallSeen): void {
      const project = named.has(projectId) ? projectId : OTHER_PROJECTS
      seconds.observe(latencyMs / 1000, project, method, outcome)
    },
  }
}
