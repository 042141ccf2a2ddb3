// The recovery job for unfinished work. Rounds that lost their driver (a killed process, a lost
// store), decisions past their deadline and unanswered round_info go back to their players' lanes;
// the sums behind the reports are brought up to date. Repeats are harmless; a lease only keeps
// nodes from doing the same search at once.

import { setTimeout as pause } from 'node:timers/promises'
import type { Lanes } from '../lanes/routing.ts'
import type { OwnedRound } from '../ledger/rounds/recovery-work.ts'
import { withDeadline } from '../limits/deadline.ts'
import { RECOVERY_DEADLINE_MS, RECOVERY_ROWS } from '../limits.ts'
import type { LaneTask } from '../wire/lane.ts'

/**
 * Time between two recovery passes; a full pass is spread over it, and the next follows at once.
 */
export const RECOVERY_EVERY_MS = 5_000

export interface RecoveryDeps {
  lanes: Pick<Lanes, 'run'>
  findStalledRounds(): Promise<OwnedRound[]>
  findOverdueDecisions(): Promise<OwnedRound[]>
  findDueNotifications(): Promise<(OwnedRound & { event: 'start' | 'finish' })[]>
  expireGrants(): Promise<void>
  expireTargets(): Promise<void>
  /** Notifies wallets of finished grants. */
  sendSummaries(): Promise<void>
  /**
   * Begins searches for pending target outcomes that no node searches. Every node takes searches
   * for itself.
   */
  searchTargets(): Promise<void>
  /** Brings the sums behind the reports up to date, or closer to it. */
  rollUpReports(): Promise<unknown>
  /** Runs `work` when this node holds the recovery job's lease; otherwise does nothing. */
  underLease(work: () => Promise<void>): Promise<void>
  onFault(error: unknown): void
}

export interface RecoveryJob {
  /**
   * One recovery pass now; resolves when everything it found has been tried once, or when its time
   * is up. Returns the largest of the numbers of rounds, decisions and notifications it found.
   */
  run(): Promise<number>
  stop(): Promise<void>
}

export function startRecoveryJob(deps: RecoveryDeps): RecoveryJob {
  const stopping = new AbortController()

  async function run(): Promise<number> {
    let found = 0
    await deps.searchTargets().catch(deps.onFault)
    await deps.underLease(async () => {
      const rounds = await deps.findStalledRounds()
      const decisions = await deps.findOverdueDecisions().catch(noneOnFault)
      const notifications = await deps.findDueNotifications()
      await deps.expireGrants()
      await deps.expireTargets()
      found = Math.max(rounds.length, decisions.length, notifications.length)
      // A round that takes long does not delay the next recovery pass, which finds it again if
      // necessary.
      const tried = Promise.all([
        deps.sendSummaries(),
        sendEach(rounds, round => ({ kind: 'resume', ...round })),
        sendEach(decisions, round => ({ kind: 'decide', ...round })),
        sendEach(notifications, owed => ({ kind: 'notify', ...owed })),
        deps.rollUpReports().catch(deps.onFault),
      ])
      await withDeadline(tried, RECOVERY_DEADLINE_MS)
    })
    return found
  }

  /**
   * The settings are in the home database: while it is unavailable, the rounds of other databases
   * continue.
   */
  function noneOnFault(error: unknown): OwnedRound[] {
    deps.onFault(error)
    return []
  }

  /**
   * Spread over the pass: the backlog after a restart comes back as a stream, not at one instant. A
   * full lane is busy moving rounds; what it refused is found again.
   */
  async function sendEach<Owed extends OwnedRound>(
    all: readonly Owed[],
    taskOf: (owed: Owed) => LaneTask,
  ): Promise<void> {
    const sent: Promise<unknown>[] = []
    for (const [place, owed] of all.entries()) {
      if (place > 0) await wait(RECOVERY_EVERY_MS / RECOVERY_ROWS)
      if (stopping.signal.aborted) break
      sent.push(deps.lanes.run(owed, taskOf(owed))?.catch(deps.onFault) ?? Promise.resolve())
    }
    await Promise.all(sent)
  }

  /** Ends early when the recovery job is stopped. */
  async function wait(ms: number): Promise<void> {
    await pause(ms, null, { signal: stopping.signal, ref: false }).catch(() => {})
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await run().catch(deps.onFault)
      if ((found ?? 0) < RECOVERY_ROWS) await wait(RECOVERY_EVERY_MS)
    }
  }

  const running = goOn()
  return {
    run,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
