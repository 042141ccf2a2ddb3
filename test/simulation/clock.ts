// Virtual time: planned events, in order of their moment and then of their planning. Nothing waits;
// time jumps to the next event.

export interface Clock {
  nowMs(): number
  after(delayMs: number, run: () => void): void
  /** Removes the next event and sets the time to it; null when nothing is planned. */
  next(): (() => void) | null
}

interface Planned {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
}

/** A binary heap: the next event is at its top. */
export function createClock(startMs: number): Clock {
  const heap: Planned[] = []
  let nowMs = startMs
  let planned = 0

  const isBefore = (one: Planned, other: Planned) =>
    one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)

  function push(entry: Planned): void {
    let at = heap.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(entry, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = entry
  }

  function pop(): Planned | null {
    const top = heap[0]
    const last = heap.pop()
    if (top === undefined || last === undefined) return null
    if (heap.length === 0) return top
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return top
  }

  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      push({ atMs: nowMs + Math.max(0, Math.floor(delayMs)), order: planned++, run })
    },
    next() {
      const top = pop()
      if (top === null) return null
      nowMs = top.atMs
      return top.run
    },
  }
}
