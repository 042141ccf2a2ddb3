// Counters, histograms and gauges of one thread, in the JSON form of prom-client, which adds
// threads up and prints them. Counts with plain numbers: prom-client sorts and joins the labels
// again at every count. Never drops a series, so callers must give bounded labels.

/** One line of the text form. */
export interface MetricValue {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Only in a histogram's lines. */
  readonly metricName?: string
}

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'histogram' | 'gauge'
  /** How the values of several threads are combined. */
  readonly aggregator: 'sum' | 'max'
  readonly values: readonly MetricValue[]
}

/** Labels in the order of their names. */
export interface Counter {
  add(amount: number, ...labels: string[]): void
}

export interface Histogram {
  observe(value: number, ...labels: string[]): void
}

export type Tally = ReturnType<typeof createTally>

export function createTally() {
  const reads: { isCounted: boolean; read: () => Metric }[] = []
  const counted = (read: () => Metric) => reads.push({ isCounted: true, read })
  return {
    counter(name: string, help: string, ...labelNames: string[]): Counter {
      const { of, list } = createSeries(labelNames, () => ({ value: 0 }))
      counted(() => ({
        name,
        help,
        type: 'counter',
        aggregator: 'sum',
        values: list().map(([labels, { value }]) => ({ labels, value })),
      }))
      return {
        add(amount, ...labels) {
          of(labels).value += amount
        },
      }
    },
    /** @param bounds upper bounds of the buckets, growing; the last bucket is unbounded */
    histogram(
      name: string,
      help: string,
      bounds: readonly number[],
      ...labelNames: string[]
    ): Histogram {
      const empty = () => ({ sum: 0, counts: new Float64Array(bounds.length + 1) })
      const { of, list } = createSeries(labelNames, empty)
      counted(() => ({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: list().flatMap(([labels, seen]) => printBuckets(name, bounds, labels, seen)),
      }))
      return {
        observe(value, ...labels) {
          const seen = of(labels)
          let bucket = 0
          while (bucket < bounds.length && value > bounds[bucket]!) bucket++
          seen.counts[bucket]!++
          seen.sum += value
        },
      }
    },
    /**
     * @param read the present values, each after its labels
     * @param type `latest`: when something happened last, over all threads, including ended ones
     */
    gauge(
      name: string,
      help: string,
      labelNames: readonly string[],
      read: () => readonly (readonly [value: number, ...labels: string[]])[],
      type: 'gauge' | 'counter' | 'latest' = 'gauge',
    ): void {
      const isLatest = type === 'latest'
      const readAll = (): Metric => ({
        name,
        help,
        type: isLatest ? 'gauge' : type,
        aggregator: isLatest ? 'max' : 'sum',
        values: read().map(([value, ...labels]) => ({ labels: named(labelNames, labels), value })),
      })
      reads.push({ isCounted: type !== 'gauge', read: readAll })
    },
    read: (): Metric[] => reads.map(({ read }) => read()),
    /** Without gauges, some of which start again with every reading: for a second reader. */
    readCounted: (): Metric[] =>
      reads.flatMap(({ isCounted, read }) => (isCounted ? [read()] : [])),
  }
}

const named = (names: readonly string[], labels: readonly string[]) =>
  Object.fromEntries(names.map((name, i) => [name, labels[i]!]))

/**
 * A tree by the first label, then by the next: joining them to one key took three times as long.
 */
interface Branch<Seen> {
  readonly next: Map<string, Branch<Seen>>
  seen: Seen | null
}

const newBranch = <Seen>(): Branch<Seen> => ({ next: new Map(), seen: null })

/** What is counted, by its labels. A series without labels exists from the start, as zero. */
function createSeries<Seen>(labelNames: readonly string[], empty: () => Seen) {
  const root = newBranch<Seen>()
  const all: (readonly [labels: Record<string, string>, seen: Seen])[] = []
  function of(labels: readonly string[]): Seen {
    let branch = root
    for (const label of labels) {
      let next = branch.next.get(label)
      if (next === undefined) {
        next = newBranch<Seen>()
        branch.next.set(label, next)
      }
      branch = next
    }
    branch.seen ??= add(labels)
    return branch.seen
  }
  function add(labels: readonly string[]): Seen {
    const seen = empty()
    all.push([named(labelNames, labels), seen])
    return seen
  }
  if (labelNames.length === 0) of([])
  return { of, list: () => all }
}

function printBuckets(
  name: string,
  bounds: readonly number[],
  labels: Readonly<Record<string, string>>,
  { sum, counts }: { sum: number; counts: Float64Array },
): MetricValue[] {
  let count = 0
  const buckets = [...counts].map((more, i) => {
    count += more
    const le = bounds[i] ?? '+Inf'
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  })
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

/**
 * Play messages and operators' calls: from a cached answer to one that waited for several wallet
 * calls.
 */
export const ANSWER_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]
/** Wallet answers: from a millisecond on loopback to the 2 s deadline. */
export const WALLET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2]
/** Stores: from a fraction of a millisecond to their deadlines. */
export const STORE_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 10,
]
/** A round without trouble, one that waits for a player, one whose wallet was away. */
export const SETTLE_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600,
]
export const GC_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5]
export const BATCH_ROWS = [1, 2, 5, 10, 20, 50, 100]
