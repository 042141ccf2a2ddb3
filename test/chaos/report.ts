// The results of a run, for people and as JSON. Contains no rules.

import type { Figures, Stretch } from './figures.ts'
import type { Violation } from './invariants.ts'
import { FAULTS, type FaultName } from './plan.ts'
import type { ChaosSetup } from './setup.ts'
import type { Verdict } from './verdict.ts'
import type { WalletRecord } from './wallet-record.ts'

export interface ChaosResult {
  command: string
  seed: number
  seconds: number
  rounds: number
  roundsASecond: number
  totals: Verdict['totals']
  faults: Record<string, number>
  walletFaults: Record<string, number>
  walletCalls: Record<string, number>
  walletRepeats: number
  counts: Record<string, number>
  lostRounds: number
  lateBets: number
  lateCopies: number
  latencyMs: Record<Stretch, { spins: number; p50: number; p99: number; max: number }>
  /** 99th percentile during faults divided by that in calm. */
  p99Ratio: number | null
  recovery: { name: string; windows: number; medianMs: number | null; maxMs: number | null }[]
  backlog: { windows: number; medianMs: number | null; maxMs: number | null; open: number }
  settlingSeconds: number
  violations: number
  /** The first ones. */
  firstViolations: Violation[]
}

const VIOLATIONS_SHOWN = 20

export function describeResult(of: {
  options: { seed: number; command: string }
  times: { playedSeconds: number; settlingSeconds: number }
  verdict: Verdict
  violations: readonly Violation[]
  figures: Figures
  record: WalletRecord
  setup: ChaosSetup
}): ChaosResult {
  const { options, times, verdict, violations, figures, record, setup } = of
  const { totals, lostRounds, lateBets, lateCopies } = verdict
  const { calls, repeats } = record.figures()
  const latencyMs = describeLatencies(figures)
  const failedStarts = setup.nodes.reduce((sum, node) => sum + node.failedStarts(), 0)
  return {
    command: options.command,
    seed: options.seed,
    seconds: times.playedSeconds,
    rounds: totals.rounds,
    roundsASecond: totals.rounds / times.playedSeconds,
    totals,
    faults: byClass(figures.faults),
    walletFaults: addUp(setup.wallets.map(wallet => wallet.faults)),
    walletCalls: calls,
    walletRepeats: repeats,
    counts: { ...addUp([figures.counts]), 'node could not start, a store away': failedStarts },
    lostRounds,
    lateBets,
    lateCopies,
    latencyMs,
    p99Ratio: latencyMs.calm.p99 > 0 ? round(latencyMs.fault.p99 / latencyMs.calm.p99) : null,
    recovery: describeRecovery(figures),
    backlog: describeBacklog(figures),
    settlingSeconds: times.settlingSeconds,
    violations: violations.length,
    firstViolations: violations.slice(0, VIOLATIONS_SHOWN),
  }
}

function byClass(faults: ReadonlyMap<string, number>): Record<string, number> {
  const named = [...faults].map(([name, times]) => [
    `${FAULTS[name as FaultName]?.[0] ?? 'fleet'}: ${name}`,
    times,
  ])
  return Object.fromEntries(named)
}

function addUp(counts: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [name, times] of counts.flatMap(one => [...one])) {
    sums[name] = (sums[name] ?? 0) + times
  }
  return sums
}

function describeLatencies({ latencies }: Figures): ChaosResult['latencyMs'] {
  const one = (stretch: Stretch) => {
    const histogram = latencies[stretch]
    return {
      spins: histogram.count(),
      p50: round(histogram.percentileMs(0.5)),
      p99: round(histogram.percentileMs(0.99)),
      max: round(histogram.maxMs()),
    }
  }
  return { calm: one('calm'), fault: one('fault'), recovering: one('recovering') }
}

/** By fault, over the windows that included it, alone or with others. */
function describeRecovery({ recoveries, faults }: Figures): ChaosResult['recovery'] {
  return [...faults.keys()].sort().map(name => {
    const own = recoveries.filter(recovery => recovery.names.includes(name))
    const times = own.flatMap(({ firstRoundMs }) => (firstRoundMs === null ? [] : [firstRoundMs]))
    return { name, windows: own.length, ...spread(times) }
  })
}

function describeBacklog({ recoveries }: Figures): ChaosResult['backlog'] {
  const times = recoveries.flatMap(({ backlogMs }) => (backlogMs === null ? [] : [backlogMs]))
  return { windows: recoveries.length, ...spread(times), open: recoveries.length - times.length }
}

function spread(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  if (sorted.length === 0) return { medianMs: null, maxMs: null }
  return { medianMs: round(sorted[sorted.length >> 1]!), maxMs: round(sorted.at(-1)!) }
}

const round = (ms: number) => Math.round(ms * 10) / 10

export function printResult(result: ChaosResult): string {
  const { totals, latencyMs, backlog } = result
  const ms = (value: number | null) => (value === null ? '-' : `${value.toFixed(0)} ms`)
  const table = (title: string, entries: [string, unknown][]) => [
    '',
    title,
    ...entries.map(([name, value]) => `  ${name.padEnd(44)}${value}`),
  ]
  return [
    ...table(`Chaos, seed ${result.seed} (TEST_ONLY)`, [
      ['rounds in the ledger', `${totals.rounds} in ${result.seconds.toFixed(0)} s`],
      ['rounds a second', result.roundsASecond.toFixed(0)],
      ['settled', totals.settled],
      ['rejected (refused by the wallet)', totals.rejected],
      ['cancelled by the operator', totals.cancelledByOperator],
      ['cancelled by the policy', totals.cancelledByPolicy],
      ['free spins', totals.freeSpins],
      ['of target outcomes', totals.forced],
      ['bets sent late by a node that stood still', result.lateBets],
      ['played by a copy older than one refused', result.lateCopies],
    ]),
    ...table('Faults (windows)', Object.entries(result.faults).sort()),
    ...table('Wallet faults (calls)', Object.entries(result.walletFaults).sort()),
    ...table('Wallet calls', [
      ...Object.entries(result.walletCalls),
      ['repeats', result.walletRepeats] as [string, number],
    ]),
    ...table('What players and operators did', Object.entries(result.counts).sort()),
    ...table(
      'Spin to answer',
      Object.entries(latencyMs).map(([stretch, l]) => [
        stretch,
        `${l.spins} spins, p50 ${ms(l.p50)}, p99 ${ms(l.p99)}, max ${ms(l.max)}`,
      ]),
    ),
    ...table('After a fault: until every operator settles rounds again', [
      ...result.recovery.map(
        ({ name, windows, medianMs, maxMs }) =>
          [name, `${windows} x, median ${ms(medianMs)}, max ${ms(maxMs)}`] as [string, string],
      ),
      [
        'until nothing from before is owed',
        `median ${ms(backlog.medianMs)}, max ${ms(backlog.maxMs)}, not before the end: ` +
          `${backlog.open}`,
      ],
      ['everything over, after the last spin', `${result.settlingSeconds.toFixed(0)} s`],
    ]),
    '',
    result.violations === 0
      ? 'NO VIOLATION.'
      : `${result.violations} VIOLATIONS. Once more: ${result.command}`,
    ...result.firstViolations.map(
      ({ guarantee, what, roundId }) => `  guarantee ${guarantee}: ${what} (${roundId ?? '-'})`,
    ),
  ].join('\n')
}
