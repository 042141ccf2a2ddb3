// Shows how far a stream is, and keeps the figures of every second. Decides nothing.

import cliProgress from 'cli-progress'
import type { StreamFigures } from './stream-figures.ts'
import type { Second } from './stream-plot.ts'

const PROGRESS_EVERY_MS = 250

/** A bar on a terminal, a line every few seconds elsewhere; and the figures of every second. */
export function watchProgress(figures: StreamFigures, spins: number) {
  const bar = new cliProgress.SingleBar(
    {
      format:
        '{bar} {percentage}% {value}/{total} spins | {rate}/s | p50 {p50} ms p99 {p99} ms | {eta_formatted} left',
      stream: process.stderr,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
      hideCursor: true,
    },
    cliProgress.Presets.shades_classic,
  )
  const seconds: Second[] = []
  const startedMs = performance.now()
  let lastMs = startedMs
  let lastRounds = 0
  bar.start(spins, 0, { rate: 0, p50: 0, p99: 0 })
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
