// Latencies in an HDR histogram (HdrHistogram inside Node, node:perf_hooks): recorded in
// microseconds, three significant digits, read in milliseconds.

import { createHistogram as createHdr, type RecordableHistogram } from 'node:perf_hooks'

/** An hour in microseconds. Longer times are left out, as by the histogram. */
const LONGEST_US = 3_600_000_000

export type Histogram = ReturnType<typeof createHistogram>

export function createHistogram() {
  const hdr: RecordableHistogram = createHdr({ lowest: 1, highest: LONGEST_US, figures: 3 })
  const isEmpty = () => hdr.count === 0
  return {
    record: (us: number) => hdr.record(Math.max(1, Math.round(us))),
    count: () => hdr.count,
    /** The value below which this share lies; 0 when nothing was recorded. */
    percentileMs: (share: number) => (isEmpty() ? 0 : hdr.percentile(share * 100) / 1000),
    maxMs: () => (isEmpty() ? 0 : hdr.max / 1000),
    clear: () => hdr.reset(),
  }
}
