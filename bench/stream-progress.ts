// Shows how far a stream is, and keeps the figures of every second. Decides nothing.

import cliProgress from 'cli-progress'
import type { Second } from './curve-plot.ts'
import type { StreamFigures } from './stream-report.ts'

const PROGRESS_EVERY_MS = 250

/** A bar on a terminal, a line every few seconds elsewhere. */
export function startBar(format: string, total: number, shown: Readonly<Record<string, unknown>>) {
  const bar = new cliProgress.SingleBar(
    { format, stream: process.stderr, noTTYOutput: true, notTTYSchedule: 5_000, hideCursor: true },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0, shown)
  return bar
}

export function watchProgress(figures: StreamFigures, spins: number) {
  const bar = startBar(
    '{bar} {percentage}% {value}/{total} spins | {rate}/s | p50 {p50} ms p99 {p99} ms | ' +
      '{eta_formatted} left',
    spins,
    { rate: 0, p50: 0, p99: 0 },
  )
  const seconds: Second[] = []
  const startedMs = performance.now()
  let lastMs = startedMs
  let lastRounds = 0
  const second = () => {
    const nowMs = performance.now()
    const rate = ((figures.rounds - lastRounds) * 1000) / (nowMs - lastMs)
    seconds.push({
      atSecond: (nowMs - startedMs) / 1000,
      spins: rate,
      p50Ms: figures.window.percentileMs(0.5),
      p99Ms: figures.window.percentileMs(0.99),
    })
    lastMs = nowMs
    lastRounds = figures.rounds
    const { p50Ms, p99Ms } = seconds.at(-1)!
    bar.update(figures.rounds, {
      rate: rate.toFixed(0),
      p50: p50Ms.toFixed(1),
      p99: p99Ms.toFixed(1),
    })
    figures.window.clear()
  }
  const everySecond = setInterval(second, 1000)
  const often = setInterval(() => bar.update(figures.rounds), PROGRESS_EVERY_MS)
  return {
    seconds,
    elapsedSeconds: () => (performance.now() - startedMs) / 1000,
    stop() {
      clearInterval(everySecond)
      clearInterval(often)
      bar.update(figures.rounds)
      bar.stop()
    },
  }
}
