// A run of a fleet: players use all of it while its parts are killed and replaced one after the
// other; then the checks of chaos and the bounds of a fleet. A run in which not every event
// happened must never pass.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Second } from '../../../bench/curve-plot.ts'
import { createChance } from '../chance.ts'
import type { ChaosResult } from '../report.ts'
import { type RunOptions, runPlay } from '../run.ts'
import type { HarmDeps, RunHarm } from '../run-kind.ts'
import { createEvents, type FleetEvent } from './events.ts'
import { type FleetStores, type RedisTopology, startFleetStores } from './fleet-stores.ts'
import { createTimeline, type TimedEvent, type Timeline } from './timeline.ts'

export interface FleetOptions extends RunOptions {
  redis: RedisTopology
  events: readonly FleetEvent[]
}

export interface FleetResult {
  run: ChaosResult
  events: TimedEvent[]
  /** After the run's first spin. */
  startsAtSecond: number[]
  seconds: Second[]
  saves: LedgerFigures
  /** Values past their bounds. */
  problems: string[]
}

export interface LedgerFigures {
  /** Rounds in flight at a failover, whose bets were refunded by command. */
  orphans: number
  /** Updates of a settled round's row after its insert. */
  aRound: number
  /** Of rounds without decisions: a decision adds one save, with its result. */
  withoutDecisions: number
}

export const PLAY_AGAIN_MS = 6_000
export const SAVES_A_ROUND = 1.2
/** Players, nodes and stores warm up; after each event play continues for this time without one. */
const CALM_MS = 10_000
const CALM_SHARE = 0.5

export async function runFleet(options: FleetOptions): Promise<FleetResult> {
  const timeline = createTimeline()
  let saves: LedgerFigures | null = null
  const run = await runPlay<FleetStores>(options, {
    openStores: folder => startFleetStores(folder, options.redis),
    watchSpin: timeline.beginSpin,
    openHarm: deps => ({
      ...openHarm(options, timeline, deps),
      async conclude() {
        saves = await readLedgerFigures(deps.setup.pool)
      },
    }),
  })
  const reported = { run, events: [...timeline.events], saves: saves! }
  return {
    ...reported,
    startsAtSecond: reported.events.map(event => timeline.secondsOf(event.startedMs)),
    seconds: timeline.seconds(),
    problems: findProblems(reported, options),
  }
}

function openHarm(
  { seed, minutes, events, say }: FleetOptions,
  timeline: Timeline,
  { setup, figures, isStopping }: HarmDeps<FleetStores>,
): RunHarm {
  const DO = createEvents({ setup, chance: createChance(seed, 'fleet') })
  const calmMs = Math.min(CALM_MS, (minutes * 60_000 * CALM_SHARE) / (events.length + 1))

  async function carryOut(name: FleetEvent): Promise<void> {
    const event = timeline.begin(name)
    figures.beginWindow([name])
    await DO[name]().catch(error => {
      event.failure = String(error)
      say(`${name} went wrong: ${event.failure}`)
    })
    event.endedMs = performance.now()
    figures.endWindow()
    say(`${name}: over after ${((event.endedMs - event.startedMs) / 1000).toFixed(1)} s`)
  }

  return {
    async work() {
      for (const name of events) {
        for (let left = calmMs; left > 0 && !isStopping(); left -= 100) await sleep(100)
        if (isStopping()) return
        await carryOut(name)
      }
      await new Promise<void>(resolve => {
        const look = () => (isStopping() ? resolve() : setTimeout(look, 100))
        look()
      })
    },
    stoodStill: () => false,
  }
}

/** A row's version counts its saves on any server. */
async function readLedgerFigures(pool: Pool): Promise<LedgerFigures> {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM orphaned_round)::int AS orphans,
       avg(version - 1)::float8 AS a_round,
       (avg(version - 1) FILTER (WHERE cardinality(choices) = 0))::float8 AS without_decisions
     FROM round WHERE state = 'settled'`,
  )
  const [row] = rows
  const { orphans } = row
  return { orphans, aRound: row.a_round ?? 0, withoutDecisions: row.without_decisions ?? 0 }
}

export function findProblems(
  {
    run,
    events,
    saves,
  }: Pick<FleetResult, 'events' | 'saves'> & {
    run: Pick<ChaosResult, 'violations' | 'lostRounds'>
  },
  { events: wanted }: Pick<FleetOptions, 'events'>,
): string[] {
  const problems = events.flatMap(({ name, failure, firstMs }) => {
    if (failure !== null) return [`${name} went wrong: ${failure}`]
    if (firstMs === null) return [`${name}: nobody played again`]
    return firstMs > PLAY_AGAIN_MS ? [`${name}: play again after ${firstMs.toFixed(0)} ms`] : []
  })
  if (events.length < wanted.length) {
    problems.push(`${wanted.slice(events.length).join(', ')}: not come to, give it more minutes`)
  }
  if (run.violations > 0) problems.push(`${run.violations} violations`)
  if (run.lostRounds > 0) problems.push(`${run.lostRounds} acknowledged rounds lost`)
  const { withoutDecisions } = saves
  if (withoutDecisions > SAVES_A_ROUND)
    problems.push(`${withoutDecisions.toFixed(2)} saves a round`)
  return problems
}
