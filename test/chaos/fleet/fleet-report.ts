// The results of a fleet's run, as tables and as a plot. Contains no rules.

import { drawStream } from '../../../bench/curve-plot.ts'
import { FLEET_EVENTS, type FleetEvent } from './events.ts'
import type { FleetResult } from './fleet.ts'

const seconds = (ms: number | null) => (ms === null ? '-' : (ms / 1000).toFixed(1))

export function printFleet(result: FleetResult): string {
  const { run, saves, problems } = result
  const { calm, fault } = run.latencyMs
  return [
    '',
    `A fleet, broken on purpose: seed ${run.seed} (TEST_ONLY)`,
    '',
    '| event | at s | took s | play again s | longest spin s |',
    '|---|---|---|---|---|',
    ...result.events.map((event, at) => {
      const took = event.endedMs === null ? null : event.endedMs - event.startedMs
      const times = [result.startsAtSecond[at]!.toFixed(0), seconds(took)]
      const waits = [seconds(event.firstMs), seconds(event.longestMs)]
      const about = FLEET_EVENTS[event.name as FleetEvent]
      return `| ${event.name} (${about}) | ${[...times, ...waits].join(' | ')} |`
    }),
    '',
    '| | |',
    '|---|---|',
    `| rounds | ${run.totals.rounds} in ${run.seconds.toFixed(0)} s, ${run.totals.settled} ` +
      'settled |',
    `| acknowledged rounds lost | ${run.lostRounds} |`,
    `| rounds in flight at the failover, refunded by command | ${saves.orphans} |`,
    `| violations (money, rounds, grants, reports, logs) | ${run.violations} |`,
    `| saves a settled round | ${saves.aRound.toFixed(3)} (without decisions ` +
      `${saves.withoutDecisions.toFixed(3)}) |`,
    `| spin to answer, calm | p50 ${calm.p50} ms, p99 ${calm.p99} ms |`,
    `| spin to answer, during events | p50 ${fault.p50} ms, p99 ${fault.p99} ms |`,
    `| wallet calls repeated | ${run.walletRepeats} |`,
    '',
    problems.length === 0 ? 'ALL WITHIN BOUNDS.' : 'OUT OF BOUNDS:',
    ...problems.map(problem => `  ${problem}`),
    ...(problems.length === 0 ? [] : [`Once more: ${run.command}`]),
  ].join('\n')
}

export function plotFleet(result: FleetResult, players: number): string {
  const { run, events, startsAtSecond } = result
  return drawStream({
    title: 'A fleet, broken on purpose',
    caption: `${run.command}; ${players} players, three nodes, everything on one machine`,
    seconds: result.seconds,
    marks: events.map(({ name }, at) => ({ atSecond: startsAtSecond[at]!, word: name })),
  })
}
