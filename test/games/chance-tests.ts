// The classic tests of random numbers, after GLI-19 and Knuth (TAOCP 2, 3.3.2), on any source of
// ranges. Each draws fresh numbers, so that their results are independent.

import { chiSquareBelow, compareCounts, compareEqual, normalBelow } from './statistics.ts'

/** The interface that `Draws` has for games. */
export interface Source {
  below(range: number): number
}

/** Numbers a test draws, or tuples where it counts tuples. */
const SAMPLE = 131_072
/** Cells of a test on tuples: enough of the sample in each for chi-square. */
const MAX_CELLS = SAMPLE / 13
/** Numbers that a test on tuples distinguishes; larger ranges are divided into fewer classes. */
const MAX_CLASSES = 100

/** Distances at which numbers are correlated: neighbours, a reel set on, a block of 32 on. */
const LAGS = [1, 2, 5, 32] as const

export const TESTS: Readonly<Record<string, (source: Source, range: number) => number[]>> = {
  frequency: (source, range) => [testFrequency(source, range)],
  'lower half': (source, range) => [testLowerHalf(source, range)],
  'runs above and below': (source, range) => [testRunsAboveBelow(source, range)],
  'runs up': (source, range) => [testRunsUp(source, range, 1)],
  'runs down': (source, range) => [testRunsUp(source, range, -1)],
  'serial correlation': (source, range) => LAGS.map(lag => testCorrelation(source, range, lag)),
  'serial pairs': (source, range) => [testPairs(source, range)],
  overlaps: (source, range) => [testOverlaps(source, range)],
  'coupon collector': (source, range) => [testCoupons(source, range)],
  gap: (source, range) => [testGaps(source, range)],
  poker: (source, range) => [testPoker(source, range)],
}

/** The largest number of equal classes a range divides into, up to 100. */
function countClasses(range: number): number {
  let classes = Math.min(range, MAX_CLASSES)
  while (range % classes !== 0) classes--
  return classes
}

function drawHigh(source: Source, range: number, classes: number): number {
  return Math.floor(source.below(range) / (range / classes))
}

/** 4,096 draws of each number, within bounds: this shows a bare modulo of 16 bits. */
function countingSample(range: number): number {
  return Math.min(Math.max(SAMPLE, 4_096 * range), 32 * SAMPLE)
}

/** The frequency of each number. */
function testFrequency(source: Source, range: number): number {
  const sample = countingSample(range)
  const counts = new Uint32Array(range)
  for (let i = 0; i < sample; i++) counts[source.below(range)]!++
  return compareEqual(counts, sample)
}

/** How many numbers are in the lower half: shows a slope that is hidden in many cells. */
function testLowerHalf(source: Source, range: number): number {
  const half = range >> 1
  const share = half / range
  const sample = countingSample(range)
  let count = 0
  for (let i = 0; i < sample; i++) if (source.below(range) < half) count++
  return normalBelow((count - sample * share) / Math.sqrt(sample * share * (1 - share)))
}

/** Changes between the lower half and the rest: neighbouring changes depend, others do not. */
function testRunsAboveBelow(source: Source, range: number): number {
  const half = range >> 1
  const both = (half / range) * (1 - half / range)
  let changes = 0
  let wasLower = source.below(range) < half
  for (let i = 1; i < SAMPLE; i++) {
    const isLower = source.below(range) < half
    if (isLower !== wasLower) changes++
    wasLower = isLower
  }
  const mean = (SAMPLE - 1) * 2 * both
  const variance =
    (SAMPLE - 1) * 2 * both * (1 - 2 * both) + 2 * (SAMPLE - 2) * both * (1 - 4 * both)
  return normalBelow((changes - mean) / Math.sqrt(variance))
}

/**
 * Lengths of strictly rising (or falling) runs. The number that ends a run is dropped, which makes
 * the lengths independent: one of at least r has the chance C(range, r) / range^r.
 */
function testRunsUp(source: Source, range: number, direction: 1 | -1): number {
  const atLeast = [1, 1]
  while (atLeast.at(-1)! > 1e-12) {
    const r = atLeast.length - 1
    atLeast.push((atLeast[r]! * (range - r)) / ((r + 1) * range))
  }
  const counts = new Uint32Array(atLeast.length)
  const runs = SAMPLE / 2
  for (let i = 0; i < runs; i++) {
    let length = 1
    let last = source.below(range)
    for (;;) {
      const next = source.below(range)
      if ((next - last) * direction <= 0) break
      last = next
      length++
    }
    counts[Math.min(length, counts.length - 1)]!++
  }
  return compareCounts(counts, shareOut(atLeast, runs))
}

/** Expected counts of each value from the chances of at least so much. */
function shareOut(atLeast: readonly number[], total: number): number[] {
  return atLeast.map((chance, i) => total * (chance - (atLeast[i + 1] ?? 0)))
}

/** Products of deviations from the true mean are uncorrelated, so their sum is normal. */
function testCorrelation(source: Source, range: number, lag: number): number {
  const mean = (range - 1) / 2
  const variance = (range * range - 1) / 12
  const recent = Float64Array.from({ length: lag }, () => source.below(range) - mean)
  let sum = 0
  for (let i = 0; i < SAMPLE; i++) {
    const deviation = source.below(range) - mean
    sum += recent[i % lag]! * deviation
    recent[i % lag] = deviation
  }
  return normalBelow(sum / variance / Math.sqrt(SAMPLE))
}

/** The frequency of each pair, by the remainders of a large range: shows its low digits. */
function testPairs(source: Source, range: number): number {
  const classes = countClasses(range)
  const counts = new Uint32Array(classes * classes)
  for (let i = 0; i < SAMPLE; i++) {
    const first = source.below(range) % classes
    counts[first * classes + (source.below(range) % classes)]!++
  }
  return compareEqual(counts, SAMPLE)
}

/**
 * Overlapping tuples in a ring (Good 1953): neighbours share numbers, so their statistic is not a
 * chi-square; its growth over tuples one shorter is.
 */
function testOverlaps(source: Source, range: number): number {
  const classes = countClasses(range)
  const length = Math.max(2, Math.floor(Math.log(MAX_CELLS) / Math.log(classes)))
  const cells = classes ** length
  const ring = Uint16Array.from({ length: SAMPLE }, () => drawHigh(source, range, classes))
  const tuples = new Uint32Array(cells)
  const shorter = new Uint32Array(cells / classes)
  let tuple = 0
  for (let i = 0; i < SAMPLE + length - 1; i++) {
    tuple = (tuple * classes + ring[i % SAMPLE]!) % cells
    if (i < length - 1) continue
    tuples[tuple]!++
    shorter[tuple % shorter.length]!++
  }
  const growth = sumOfSquares(tuples) - sumOfSquares(shorter)
  return chiSquareBelow(growth, tuples.length - shorter.length)
}

function sumOfSquares(counts: Uint32Array): number {
  const squares = counts.reduce((sum, count) => sum + count * count, 0)
  return (counts.length / SAMPLE) * squares - SAMPLE
}

/** How many numbers it takes until each class has occurred. */
function testCoupons(source: Source, range: number): number {
  const classes = countClasses(range)
  const chances = collectingChances(classes)
  const sets = Math.floor(SAMPLE / (classes * Math.log(classes) + classes))
  const counts = new Uint32Array(chances.length)
  const seenIn = new Uint32Array(classes)
  for (let set = 1; set <= sets; set++) {
    let drawn = 0
    for (let missing = classes; missing > 0 && drawn < counts.length - 1; drawn++) {
      const coupon = drawHigh(source, range, classes)
      if (seenIn[coupon] === set) continue
      seenIn[coupon] = set
      missing--
    }
    counts[drawn]!++
  }
  return compareCounts(
    counts,
    chances.map(chance => sets * chance),
  )
}

/** The chance that the collection is complete with number n exactly; the rest is in the last. */
function collectingChances(classes: number): number[] {
  let having = new Float64Array(classes + 1)
  having[0] = 1
  const chances = [0]
  let left = 1
  while (left > 1e-9) {
    const next = new Float64Array(classes + 1)
    for (let held = 0; held < classes; held++) {
      next[held]! += (having[held]! * held) / classes
      next[held + 1]! += (having[held]! * (classes - held)) / classes
    }
    chances.push(next[classes]!)
    left -= next[classes]!
    next[classes] = 0
    having = next
  }
  return chances
}

/** How many numbers lie between two of the lowest class. */
function testGaps(source: Source, range: number): number {
  const classes = countClasses(range)
  const gaps = Math.floor(SAMPLE / classes)
  const atLeast = [1]
  while (atLeast.at(-1)! > 1e-9) atLeast.push(atLeast.at(-1)! * (1 - 1 / classes))
  const counts = new Uint32Array(atLeast.length)
  for (let i = 0; i < gaps; i++) {
    let gap = 0
    while (gap < counts.length - 1 && drawHigh(source, range, classes) !== 0) gap++
    counts[gap]!++
  }
  return compareCounts(counts, shareOut(atLeast, gaps))
}

const HAND = 5
/** Ways to divide a hand of 5 into r groups. */
const GROUPINGS = [0, 1, 15, 25, 10, 1] as const

/** How many different classes are in a hand of five numbers. */
function testPoker(source: Source, range: number): number {
  const classes = countClasses(range)
  const hands = Math.floor(SAMPLE / HAND)
  const counts = new Uint32Array(HAND + 1)
  for (let i = 0; i < hands; i++) {
    const hand = new Set<number>()
    for (let card = 0; card < HAND; card++) hand.add(source.below(range) % classes)
    counts[hand.size]!++
  }
  const expected = GROUPINGS.map((ways, different) => {
    let chance = ways / classes ** HAND
    for (let i = 0; i < different; i++) chance *= classes - i
    return hands * chance
  })
  return compareCounts(counts, expected)
}
