// The sweep for unfinished work: rounds that lost their driver (a killed process, a lost store) and
// round_info the wallet has not answered go back to their players' lanes; the sums behind the reports
// are brought up to date. Repeats are harmless; a lease only keeps nodes from doing the same search
// at once.

import type { OwnedRound } from '../ledger/round-reader.ts'
import { SWEEP_DEADLINE_MS, SWEEP_EVERY_MS } from '../limits.ts'
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
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function run(): Promise<number> {
    let found = 0
    await world.searchTargets().catch(world.onFault)
    await world.underLease(async () => {
      const rounds = await world.findStalledRounds()
      const notifications = await world.findDueNotifications()
      await world.forgetOldAnswers()
      await world.expireGrants()
      await world.expireTargets()
      found = rounds.length + notifications.length
      // A round that takes long does not hold up the next sweep: it is found again if it must be.
      const tried = Promise.all([
        world.sendSummaries(),
        ...rounds.map(round => send(round, { kind: 'resume', ...round })),
        ...notifications.map(owed => send(owed, { kind: 'notify', ...owed })),
        world.rollUpReports().catch(world.onFault),
      ])
      await Promise.race([tried, elapsed(SWEEP_DEADLINE_MS)])
    })
    return found
  }

  /** A full lane is busy moving rounds; what it could not take is found again by the next sweep. */
  async function send(owner: OwnedRound, task: Parameters<Lanes['run']>[1]): Promise<void> {
    if (!stopped) await world.lanes.run(owner, task)?.catch(world.onFault)
  }

  function schedule(): void {
    if (stopped) return
    timer = setTimeout(() => {
      running = run().catch(world.onFault).then(schedule)
    }, SWEEP_EVERY_MS)
    timer.unref()
  }

  running = run().catch(world.onFault).then(schedule)
  return {
    run,
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

function elapsed(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
