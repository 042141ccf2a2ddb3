// Whether a figure grows: a straight line through its second half, with its uncertainty. Pure.

export interface Trend {
  /** Bytes a minute, of the line through the second half. */
  slope: number
  /** Half the width of the 95 % interval of the slope. */
  uncertainty: number
  mean: number
  verdict: 'flat' | 'grows' | 'too short to tell'
}

/**
 * A share of the mean a minute: growth of less than a tenth in eight hours cannot be found within
 * an hour.
 */
const FLAT_SHARE_A_MINUTE = 0.0002
/** Fewer do not determine a line. */
const LEAST_SAMPLES = 8

/** Two-sided 95 % quantiles of Student's t, by degrees of freedom from 1. */
const STUDENT = [
  12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
]
const STUDENT_LARGE = 2

export const RULE =
  'grows: the slope of the second half, less its 95 % uncertainty, is above 0.02 % of the figure ' +
  'a minute; ' +
  `flat: it is not; too short: fewer than ${LEAST_SAMPLES} samples in the second half`

export interface Sample {
  atMinute: number
  value: number
}

export function trendOf(samples: readonly Sample[]): Trend {
  const half = samples.slice(Math.floor(samples.length / 2))
  const n = half.length
  const mean = half.reduce((sum, { value }) => sum + value, 0) / Math.max(n, 1)
  if (n < 3) return { slope: 0, uncertainty: 0, mean, verdict: 'too short to tell' }
  const { slope, uncertainty } = fitLine(half, mean)
  const isGrowing = slope - uncertainty > mean * FLAT_SHARE_A_MINUTE
  const verdict = n < LEAST_SAMPLES ? 'too short to tell' : isGrowing ? 'grows' : 'flat'
  return { slope, uncertainty, mean, verdict }
}

/** Least squares. */
function fitLine(samples: readonly Sample[], mean: number) {
  const n = samples.length
  const middle = samples.reduce((sum, { atMinute }) => sum + atMinute, 0) / n
  let [xx, xy] = [0, 0]
  for (const { atMinute, value } of samples) {
    xx += (atMinute - middle) ** 2
    xy += (atMinute - middle) * (value - mean)
  }
  if (xx === 0) return { slope: 0, uncertainty: 0 }
  const slope = xy / xx
  const errors = samples.reduce((sum, { atMinute, value }) => {
    return sum + (value - mean - slope * (atMinute - middle)) ** 2
  }, 0)
  const student = STUDENT[n - 3] ?? STUDENT_LARGE
  return { slope, uncertainty: student * Math.sqrt(errors / (n - 2) / xx) }
}
