// A histogram of latencies: microseconds in buckets that grow with the value, 1.6 % wide at most, so
// that a percentile is exact enough and recording is one increment.

/** Sub-buckets a power of two has: 64 keep a bucket within 1/64 of its value. */
const SUB_BITS = 6
const SUB = 1 << SUB_BITS
/** 2^32 us is over an hour; what is longer counts there. */
const LARGEST_US = 2 ** 32 - 1
const BUCKETS = (32 - SUB_BITS + 1) * SUB

export interface Histogram {
  record(us: number): void
  count(): number
  /** The value below which the share lies, in milliseconds; 0 when nothing was recorded. */
  percentileMs(share: number): number
  maxMs(): number
  clear(): void
}

function bucketOf(us: number): number {
  const value = Math.min(Math.max(Math.round(us), 0), LARGEST_US)
  if (value < SUB) return value
  const shift = 31 - Math.clz32(value) - SUB_BITS
  return (shift + 1) * SUB + ((value >>> shift) - SUB)
}

/** The middle of a bucket. */
function middleOf(bucket: number): number {
  if (bucket < SUB) return bucket
  const shift = Math.floor(bucket / SUB) - 1
  return ((bucket % SUB) + SUB + 0.5) * 2 ** shift
}

export function createHistogram(): Histogram {
  const buckets = new Uint32Array(BUCKETS)
  let count = 0
  let maxUs = 0
  return {
    record(us) {
      buckets[bucketOf(us)]!++
      count++
      if (us > maxUs) maxUs = us
    },
    count: () => count,
    percentileMs(share) {
      if (count === 0) return 0
      let left = Math.ceil(count * share)
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        left -= buckets[bucket]!
        if (left <= 0) return Math.min(middleOf(bucket), maxUs) / 1000
      }
      return maxUs / 1000
    },
    maxMs: () => maxUs / 1000,
    clear() {
      buckets.fill(0)
      count = 0
      maxUs = 0
    },
  }
}
