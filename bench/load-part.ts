// One part of a load on a platform: players who spin, the answers they got, and the figures. Does
// not decide how many spins are offered.

import { setTimeout as sleep } from 'node:timers/promises'
import { createHistogram } from './histogram.ts'
import type { OverloadPlayer } from './overload-player.ts'
import { processUse } from './process-use.ts'
import type { Platform } from './stream-platform.ts'
import type { Second } from './stream-plot.ts'
import { percentiles, rounded } from './stream-report.ts'

export interface PartOptions {
  seconds: number
  /** Seconds left out of the part's figures, while queues fill or empty. */
  settling: number
}

export interface Part {
  name: string
  offeredASecond: number
  settledASecond: number
  /** Answers other than a settled round, by code, a second. */
  refusedASecond: Record<string, number>
  latencyMs: ReturnType<typeof percentiles>
  generatorCpu: number
  platformCpu: number
}

/** Figures of a part without its first seconds and without the answers that come after its end. */
export async function measurePart(
  name: string,
  { seconds, settling }: PartOptions,
  platform: Platform,
  onSecond: (second: Omit<Second, 'atSecond'>) => void,
  offer: (counts: Counts, untilMs: number) => Promise<void>,
): Promise<Part> {
  const counts = createCounts()
  const startedMs = performance.now()
  const running = offer(counts, startedMs + seconds * 1000)
  let last = counts.settled()
  const everySecond = setInterval(() => {
    onSecond({
      spins: counts.settled() - last,
      p50Ms: counts.window.percentileMs(0.5),
      p99Ms: counts.window.percentileMs(0.99),
    })
    last = counts.settled()
    counts.window.clear()
  }, 1000)
  await sleep(settling * 1000)
  counts.spins.clear()
  const read = () => ({
    atMs: performance.now(),
    sent: counts.sent(),
    settled: counts.settled(),
    refused: new Map(counts.refused),
    generator: processUse(process.pid).cpuSeconds,
    platform: processUse(platform.pid()).cpuSeconds,
  })
  const from = read()
  await sleep((seconds - settling) * 1000)
  const to = read()
  const latencyMs = percentiles(counts.spins)
  await running
  clearInterval(everySecond)
  const elapsed = (to.atMs - from.atMs) / 1000
  const refused = [...to.refused].map(([code, count]) => [
    code,
    rounded((count - (from.refused.get(code) ?? 0)) / elapsed),
  ])
  return {
    name,
    offeredASecond: (to.sent - from.sent) / elapsed,
    settledASecond: (to.settled - from.settled) / elapsed,
    refusedASecond: Object.fromEntries(refused),
    latencyMs,
    generatorCpu: (to.generator - from.generator) / elapsed,
    platformCpu: (to.platform - from.platform) / elapsed,
  }
}

export type Counts = ReturnType<typeof createCounts>

function createCounts() {
  const spins = createHistogram()
  const window = createHistogram()
  const refused = new Map<string, number>()
  let sent = 0
  let settled = 0
  return {
    spins,
    window,
    refused,
    sent: () => sent,
    settled: () => settled,
    async spin(player: OverloadPlayer): Promise<void> {
      const startedMs = performance.now()
      sent++
      const answer = await player.spin()
      if (answer !== 'settled') {
        refused.set(answer, (refused.get(answer) ?? 0) + 1)
        return
      }
      settled++
      const us = (performance.now() - startedMs) * 1000
      spins.record(us)
      window.record(us)
    },
  }
}

/**
 * Each player spins again once the last spin was answered; after a refusal a moment later, as a
 * client does.
 */
export async function closedLoop(
  players: readonly OverloadPlayer[],
  counts: Counts,
  untilMs: number,
) {
  async function play(player: OverloadPlayer): Promise<void> {
    while (performance.now() < untilMs) {
      const before = counts.settled()
      await counts.spin(player)
      if (counts.settled() === before) await sleep(10)
    }
  }
  await Promise.all(players.map(play))
}
