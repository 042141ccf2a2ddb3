// The results of a fleet's run, as tables and as a plot. Contains no rules.

import { drawStream } from '../../../bench/curve-plot.ts'
import type { FleetResult } from './result.ts'

/** Of many, the first explain. */
const DIFFERENCES_SHOWN = 10

const seconds = (ms: number | null) => (ms === null ? '-' : (ms / 1000).toFixed(1))

export function printFleet(result: FleetResult): string {
  const { run, saves, problems, compared, differences } = result
  const { calm, fault } = run.latencyMs
  const { orphans } = saves
  return [
    '',
    `A fleet, broken on purpose: seed ${run.seed} (TEST_ONLY)`,
    '',
    '| event | at s | took s | first plays s | every plays s | longest spin s | ' +
      'longest pause s | most errors |',
    '|---|---|---|---|---|---|---|---|',
    ...result.events.map((event, at) => {
      const took = event.endedMs === null ? null : event.endedMs - event.startedMs
      const times = [result.startsAtSecond[at]!.toFixed(0), seconds(took)]
      const back = [seconds(event.firstMs), seconds(event.everyMs)]
      const felt = [seconds(event.longest.value), seconds(event.pause.value), event.errors.value]
      const note = event.note === null ? '' : `; ${event.note}`
      const name = `${event.name}${note}`
      return `| ${[name, ...times, ...back, ...felt].join(' | ')} |`
    }),
    '',
    '| | |',
    '|---|---|',
    `| rounds | ${run.totals.rounds} in ${run.seconds.toFixed(0)} s, ${run.totals.settled} ` +
      'settled |',
    `| acknowledged rounds lost | ${run.lostRounds} |`,
    `| rounds that a failover lost | ${orphans.platform} refunded by the platform, ` +
      `${orphans.person} left for a person; bets sent ${orphans.betsSent} |`,
    `| violations (money, rounds, grants, reports, logs) | ${run.violations} |`,
    `| by separate means | ${compared.rounds} rounds of reports and files compared with the ` +
      `wallets, ${compared.drawnAgain} drawn again: ${differences.length} differences |`,
    `| saves a settled round | ${saves.aRound.toFixed(3)} (without decisions ` +
      `${saves.withoutDecisions.toFixed(3)}) |`,
    `| spin to result before the first event | median ${seconds(result.calmSpinMs)} s |`,
    `| spin to answer, calm | p50 ${calm.p50} ms, p99 ${calm.p99} ms |`,
    `| spin to answer, during events | p50 ${fault.p50} ms, p99 ${fault.p99} ms |`,
    `| failed tries that players felt | ${printCodes(result)} |`,
    `| wallet calls repeated | ${run.walletRepeats} |`,
    '',
    problems.length === 0 ? 'ALL WITHIN BOUNDS.' : 'OUT OF BOUNDS:',
    ...problems.map(problem => `  ${problem}`),
    ...differences.slice(0, DIFFERENCES_SHOWN).map(difference => `  ${difference}`),
    ...(problems.length === 0 ? [] : [`Once more: ${run.command}`]),
  ].join('\n')
}

function printCodes({ events }: FleetResult): string {
  const sums = new Map<string, number>()
  for (const [code, times] of events.flatMap(({ codes }) => Object.entries(codes))) {
    sums.set(code, (sums.get(code) ?? 0) + times)
  }
  return [...sums].map(([code, times]) => `${code} ${times}`).join(', ') || 'none'
}

export function plotFleet(result: FleetResult, players: number, nodes: number): string {
  const { run, events, startsAtSecond } = result
  return drawStream({
    title: 'A fleet, broken on purpose',
    caption: `${run.command}; ${players} players, ${nodes} nodes, everything on one machine`,
    seconds: result.seconds,
    marks: events.map(({ name }, at) => ({ atSecond: startsAtSecond[at]!, word: name })),
  })
}
