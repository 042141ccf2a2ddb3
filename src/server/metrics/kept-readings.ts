// Keeps the last readings of the lanes' threads, so that no count is lost with a thread: what an
// ended thread counted up to its last reading is added to its successor's. Never keeps a gauge of a
// thread that did not answer.

import { AggregatorRegistry } from 'prom-client'
import type { Metric, MetricValue } from './tally.ts'
import type { ThreadReading } from './thread-metrics.ts'

const COUNTED: readonly Metric['type'][] = ['counter', 'histogram']

export function createKeptReadings() {
  const last = new Map<number, ThreadReading>()
  let ended: readonly Metric[] = []

  function end(lane: number): void {
    const { metrics } = last.get(lane)!
    ended = addUp([ended, counted(metrics)])
    last.delete(lane)
  }

  function takeReading(lane: number, text: string): void {
    const { threadId, metrics } = JSON.parse(text) as ThreadReading
    const before = last.get(lane)
    if (before !== undefined && before.threadId !== threadId) end(lane)
    last.set(lane, { threadId, metrics: metrics.map(metric => nameThread(metric, lane)) })
  }

  return {
    /** The last reading of a lane that ends. */
    note: takeReading,
    /**
     * @param texts the present reading of every lane, as JSON; null: it did not answer
     * @returns the metrics of all lanes and of all earlier threads
     */
    take(texts: readonly (string | null)[]): (readonly Metric[])[] {
      for (const lane of last.keys()) if (lane >= texts.length) end(lane)
      for (const [lane, text] of texts.entries()) if (text !== null) takeReading(lane, text)
      const lanes = [...last].map(([lane, { metrics }]) =>
        texts[lane] == null ? counted(metrics) : metrics,
      )
      return [ended, ...lanes]
    },
  }
}

/** In the text form of Prometheus: values with the same name and labels are added up. */
export function printMetrics(all: readonly (readonly Metric[])[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics()
}

function addUp(all: readonly (readonly Metric[])[]): readonly Metric[] {
  return AggregatorRegistry.aggregate([...all]).getMetricsAsArray() as unknown as Metric[]
}

const counted = (metrics: readonly Metric[]) =>
  metrics.filter(({ type, aggregator }) => COUNTED.includes(type) || aggregator === 'max')

/** Only the front end knows which lane a thread serves. */
function nameThread(metric: Metric, lane: number): Metric {
  const name = ({ labels, ...value }: MetricValue) =>
    'thread' in labels
      ? { ...value, labels: { ...labels, thread: `lane ${lane}` } }
      : { ...value, labels }
  return { ...metric, values: metric.values.map(name) }
}
