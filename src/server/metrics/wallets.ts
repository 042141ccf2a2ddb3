// Counts wallet calls. Operators can create any number of projects, so only the first of them by
// name have separate series; the calls of all others are counted together.

import { WALLET_SECONDS } from './buckets.ts'
import type { Tally } from './tally.ts'

export interface WalletCallSeen {
  projectId: string
  method: string
  outcome: string
  latencyMs: number
}

const OTHER_PROJECTS = 'other'
/** A clear answer: yes, or no. */
const CLEAR = new Set(['accepted', 'refused'])

/** Whether an outcome label means a clear answer. */
export const isClear = (outcome: string) => CLEAR.has(outcome)
export const LAST_CALL = 'reelhouse_wallet_last_call_timestamp_seconds'

export function countWallets(tally: Tally) {
  let named: ReadonlySet<string> = new Set()
  const seconds = tally.histogram(
    'reelhouse_wallet_call_seconds',
    'Wallet calls by project, method and outcome; the project is "other" past the first ones by ' +
      'name.',
    WALLET_SECONDS,
    'project',
    'method',
    'outcome',
  )
  const last = new Map<string, readonly [seconds: number, project: string, clear: string]>()
  tally.gauge(
    LAST_CALL,
    'When a call was last answered clearly (clear="yes"), and when one was last left without a ' +
      'clear answer.',
    ['project', 'clear'],
    () => [...last.values()],
    'latest',
  )
  const dropped = tally.counter(
    'reelhouse_callback_log_dropped_total',
    'Wallet calls that the callback log did not keep: too many waited for the database.',
  )
  return {
    callbacksDropped: (calls: number): void => dropped.add(calls),
    /** Gives these projects separate series from now on. */
    nameProjects(projects: readonly string[]): void {
      named = new Set(projects)
    },
    walletCall({ projectId, method, outcome, latencyMs }: WalletCallSeen): void {
      const project = named.has(projectId) ? projectId : OTHER_PROJECTS
      seconds.observe(latencyMs / 1000, project, method, outcome)
      const clear = isClear(outcome) ? 'yes' : 'no'
      last.set(`${project} ${clear}`, [Date.now() / 1000, project, clear])
    },
  }
}
