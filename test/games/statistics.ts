// The mathematics of statistical tests: tail probabilities of the usual distributions, computed.
// Must never draw a number.

/** One test's result: the chance of a statistic this small or smaller, uniform for true chance. */
export interface Result {
  kind: string
  /** What was tested, for a person to read. */
  of: string
  p: number
}

/** The natural logarithm of the gamma function, for x > 0 (Lanczos; 15 digits). */
function logGamma(x: number): number {
  const series = [
    676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
    12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
  ]
  const sum = series.reduce((total, term, i) => total + term / (x + i), 0.9999999999998099)
  const t = x + 6.5
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum)
}

const PRECISION = 1e-14

/**
 * The regularised incomplete gamma function P(a, x): the share of the gamma distribution up to x.
 */
export function lowerGamma(a: number, x: number): number {
  if (x <= 0) return 0
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? scale * lowerSeries(a, x) : 1 - scale * upperFraction(a, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; term > sum * PRECISION; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

/** The continued fraction of the upper part, by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let fraction = d
  for (let n = 1, step = 0; Math.abs(step - 1) > PRECISION; n++) {
    const numerator = n * (a - n)
    b += 2
    d = 1 / (numerator * d + b)
    c = b + numerator / c
    step = c * d
    fraction *= step
  }
  return fraction
}

export function chiSquareBelow(statistic: number, freedom: number): number {
  return lowerGamma(freedom / 2, statistic / 2)
}

export function normalBelow(z: number): number {
  const inside = lowerGamma(0.5, (z * z) / 2)
  return z < 0 ? (1 - inside) / 2 : (1 + inside) / 2
}

type Cell = [count: number, expected: number]

/** Counts against their expectation; neighbouring cells are put together until each expects 10. */
export function compareCounts(counts: ArrayLike<number>, expected: ArrayLike<number>): number {
  const cells: Cell[] = []
  let open: Cell = [0, 0]
  for (let i = 0; i < expected.length; i++) {
    open = [open[0] + (counts[i] ?? 0), open[1] + expected[i]!]
    if (open[1] < 10) continue
    cells.push(open)
    open = [0, 0]
  }
  const last = cells.at(-1)!
  last[0] += open[0]
  last[1] += open[1]
  if (cells.length === 2) return compareTwo(cells[0]!, last)
  const statistic = cells.reduce((sum, [count, mean]) => sum + (count - mean) ** 2 / mean, 0)
  return chiSquareBelow(statistic, cells.length - 1)
}

/**
 * By the sign of the difference: exactly equal counts are likely where there are only two, but as a
 * chi-square of zero they would look suspicious.
 */
function compareTwo(one: Cell, other: Cell): number {
  return normalBelow((one[0] - one[1]) / Math.sqrt((one[1] * other[1]) / (one[1] + other[1])))
}

/** Against equal shares. */
export function compareEqual(counts: ArrayLike<number>, total: number): number {
  return compareCounts(counts, new Float64Array(counts.length).fill(total / counts.length))
}

/** The chance that the largest distance of n uniform numbers from their diagonal is smaller. */
export function kolmogorovSmirnov(uniforms: readonly number[]): number {
  const n = uniforms.length
  const sorted = uniforms.toSorted((one, other) => one - other)
  const distances = sorted.map((p, i) => Math.max((i + 1) / n - p, p - i / n))
  const root = Math.sqrt(n)
  // Stephens' correction makes the limit good from n = 5 on.
  const x = (root + 0.12 + 0.11 / root) * Math.max(...distances)
  if (x < 0.2) return 0 // Under 10^-11, where the series hardly converges.
  let above = 0
  for (let k = 1; k <= 100; k++) above += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * x * x)
  return Math.min(1, Math.max(0, 1 - above))
}

/** The chances of at most and of at least `count` hits in n trials. */
export function binomialTails(count: number, n: number, share: number): [number, number] {
  let below = 0
  let equal = 0
  for (let k = 0; k <= count; k++) {
    below += equal
    const choose = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
    equal = Math.exp(choose + k * Math.log(share) + (n - k) * Math.log1p(-share))
  }
  return [below + equal, 1 - below]
}

/**
 * The chance of fewer than `count` hits where `mean` are expected, half of that of just as many.
 */
export function poissonBelow(count: number, mean: number): number {
  const fewer = count === 0 ? 0 : 1 - lowerGamma(count, mean)
  return (fewer + 1 - lowerGamma(count + 1, mean)) / 2
}

/** The two-sided p-value of a result: uniform for true chance, small when far out. */
export function twoSided(p: number): number {
  return 2 * Math.min(p, 1 - p)
}

const LEVEL = 0.01
const BEYOND_CHANCE = 1e-6

/** A family of results judged at 99 %. */
export interface Verdict {
  tests: number
  /** Outside the 99 % of their own test. About one in a hundred is. */
  outliers: number
  objections: string[]
}

/**
 * True chance fails one of these three rules about once in 33 families: too many or too few
 * results outside their 99 %; a result beyond one in a million; results of a kind that are not
 * uniform (Kolmogorov and Smirnov, 1 % shared among the kinds).
 */
export function judge(results: readonly Result[]): Verdict {
  const objections: string[] = []
  const outliers = results.filter(({ p }) => twoSided(p) < LEVEL).length
  const [atMost, atLeast] = binomialTails(outliers, results.length, LEVEL)
  if (Math.min(atMost, atLeast) < LEVEL / 2) {
    objections.push(`${outliers} of ${results.length} outside 99 %`)
  }
  for (const { kind, of, p } of results) {
    if (twoSided(p) < BEYOND_CHANCE) objections.push(`${kind} of ${of}: ${p}`)
  }
  const kinds = new Set(results.map(({ kind }) => kind))
  for (const kind of kinds) {
    const ofKind = results.filter(result => result.kind === kind)
    const p = 1 - kolmogorovSmirnov(ofKind.map(result => result.p))
    if (p < LEVEL / kinds.size) objections.push(`${kind}: not uniform, ${p}`)
  }
  return { tests: results.length, outliers, objections }
}
