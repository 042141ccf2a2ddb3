// When players got their answers and which events ran meanwhile: spins and waits by second, and for
// each event how soon play continued. Judges nothing.

import type { Second } from '../../../bench/curve-plot.ts'
import type { Answer } from '../line.ts'

export interface TimedEvent {
  name: string
  startedMs: number
  /** When everything runs again; null: not yet, or it failed. */
  endedMs: number | null
  /** Why the event failed. */
  failure: string | null
  /** From its start to the first answer to a spin that was sent after it. */
  firstMs: number | null
  /** The longest wait of the spins in flight between this event and the next. */
  longestMs: number
}

interface Spin {
  startedMs: number
  answeredMs: number
}

/** A refusal by the wallet counts as play: the wallet was asked. */
const isPlay = (answer: Answer) =>
  answer?.type === 'round' || (answer?.type === 'error' && answer.code === 'INSUFFICIENT_FUNDS')

export type Timeline = ReturnType<typeof createTimeline>

export function createTimeline(nowMs: () => number = () => performance.now()) {
  const spins: Spin[] = []
  const events: TimedEvent[] = []
  let startedMs: number | null = null

  return {
    events: events as readonly TimedEvent[],
    beginSpin(): (answer: Answer) => void {
      const sent = nowMs()
      startedMs ??= sent
      return answer => {
        if (isPlay(answer)) note({ startedMs: sent, answeredMs: nowMs() })
      }
    },
    begin(name: string): TimedEvent {
      const event = {
        name,
        startedMs: nowMs(),
        endedMs: null,
        failure: null,
        firstMs: null,
        longestMs: 0,
      }
      events.push(event)
      return event
    },
    secondsOf: (atMs: number) => (atMs - (startedMs ?? atMs)) / 1000,
    seconds: () => countSeconds(spins, startedMs ?? 0),
    spins: () => spins.length,
  }

  function note(spin: Spin): void {
    spins.push(spin)
    for (const [at, event] of events.entries()) {
      const nextMs = events[at + 1]?.startedMs ?? Number.POSITIVE_INFINITY
      if (spin.answeredMs < event.startedMs || spin.startedMs >= nextMs) continue
      event.longestMs = Math.max(event.longestMs, spin.answeredMs - spin.startedMs)
      if (spin.startedMs >= event.startedMs) event.firstMs ??= spin.answeredMs - event.startedMs
    }
  }
}

/** A spin counts in the second of its answer. */
function countSeconds(spins: readonly Spin[], startedMs: number): Second[] {
  const bySecond = new Map<number, number[]>()
  for (const spin of spins) {
    const second = Math.floor((spin.answeredMs - startedMs) / 1000)
    const waits = bySecond.get(second) ?? []
    waits.push(spin.answeredMs - spin.startedMs)
    bySecond.set(second, waits)
  }
  const last = Math.max(-1, ...bySecond.keys())
  return Array.from({ length: last + 1 }, (_, atSecond) => {
    const waits = (bySecond.get(atSecond) ?? []).sort((a, b) => a - b)
    const at = (share: number) => waits[Math.ceil(waits.length * share) - 1] ?? 0
    return { atSecond, spins: waits.length, p50Ms: at(0.5), p99Ms: at(0.99) }
  })
}
