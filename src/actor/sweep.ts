// The sweep for unfinished work: rounds that lost their driver (a killed process, a lost store) and
// round_info the wallet has not answered go back to their players' lanes; the sums behind the reports
// are brought up to date. Repeats are harmless; a lease only keeps nodes from doing the same search
// at once.

import { setTimeout as pause } from 'node:timers/promises'
import type { OwnedRound } from '../ledger/round-reader.ts'
import { SWEEP_DEADLINE_MS, SWEEP_EVERY_MS, SWEEP_ROWS } from '../limits.ts'
import type { LaneTask } from '../wire/lane.ts'
import type { Lanes } from './lanes.ts'

export interface SweepWorld {
  lanes: Pick<Lanes, 'run'>
  findStalledRounds(): Promise<OwnedRound[]>
  findDueNotifications(): Promise<(OwnedRound & { event: 'start' | 'finish' })[]>
  forgetOldAnswers(): Promise<void>
  expireGrants(): Promise<void>
  expireTargets(): Promise<void>
  /** Tells wallets of finished grants. */
  sendSummaries(): Promise<void>
  /** Begins searches for target outcomes that nobody looks for. Every node looks for itself. */
  searchTargets(): Promise<void>
  /** Brings the sums behind the reports up to date, or nearer to it. */
  rollUpReports(): Promise<unknown>
  /** Runs `work` when this node holds the sweep's lease; otherwise does nothing. */
  underLease(work: () => Promise<void>): Promise<void>
  onFault(error: unknown): void
}

export interface Sweep {
  /** One sweep now; resolves when everything it found has been tried once, or its time is up. */
  run(): Promise<number>
  stop(): Promise<void>
}

export function startSweep(world: SweepWorld): Sweep {
  const stopping = new AbortController()

  async function run(): Promise<number> {
    let found = 0
    await world.searchTargets().catch(world.onFault)
    await world.underLease(async () => {
      const rounds = await world.findStalledRounds()
      const notifications = await world.findDueNotifications()
      await world.forgetOldAnswers()
      await world.expireGrants()
      await world.expireTargets()
      found = Math.max(rounds.length, notifications.length)
      // A round that takes long does not hold up the next sweep: it is found again if it must be.
      const tried = Promise.all([
        world.sendSummaries(),
        sendEach(rounds, round => ({ kind: 'resume', ...round })),
        sendEach(notifications, owed => ({ kind: 'notify', ...owed })),
        world.rollUpReports().catch(world.onFault),
      ])
      await Promise.race([tried, elapsed(SWEEP_DEADLINE_MS)])
    })
    return found
  }

  /**
   * Each a moment after the one before: what a restart left behind comes back as a stream, not at one
   * instant. A full lane is busy moving rounds; what it could not take is found again.
   */
  async function sendEach<Owed extends OwnedRound>(
    all: readonly Owed[],
    taskOf: (owed: Owed) => LaneTask,
  ): Promise<void> {
    const sent: Promise<unknown>[] = []
    for (const [place, owed] of all.entries()) {
      if (place > 0) await wait(SWEEP_EVERY_MS / SWEEP_ROWS)
      if (stopping.signal.aborted) break
      sent.push(world.lanes.run(owed, taskOf(owed))?.catch(world.onFault) ?? Promise.resolve())
    }
    await Promise.all(sent)
  }

  /** Ends early when the sweep is stopped. */
  async function wait(ms: number): Promise<void> {
    await pause(ms, null, { signal: stopping.signal, ref: false }).catch(() => {})
  }

  async function goOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      const found = await run().catch(world.onFault)
      if ((found ?? 0) < SWEEP_ROWS) await wait(SWEEP_EVERY_MS)
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

function elapsed(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
