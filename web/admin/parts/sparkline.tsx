// A line of the last readings, without axes, beside the figure itself. Drawn by hand, because a
// charting library would double the size of the first page.

interface SparklineProps {
  /** Describes the line to screen readers. */
  label: string
  /** Oldest first. */
  readings: readonly number[]
  /** Number of readings across the whole width. */
  length: number
}

const WIDTH = 240
const HEIGHT = 48

export function Sparkline({ label, readings, length }: SparklineProps) {
  const top = Math.max(1, ...readings) * 1.1
  const step = WIDTH / (length - 1)
  const start = WIDTH - step * (readings.length - 1)
  const points = readings.map(
    (each, i) => `${(start + i * step).toFixed(1)} ${(HEIGHT - (each / top) * HEIGHT).toFixed(1)}`,
  )
  const line = `M${points.join('L')}`
  return (
    <svg
      role="img"
      aria-label={label}
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {points.length > 1 && (
        <>
          <path className="sparkline-ground" d={`${line}L${WIDTH} ${HEIGHT}L${start} ${HEIGHT}z`} />
          <path className="sparkline-line" d={line} vectorEffect="non-scaling-stroke" />
        </>
      )}
    </svg>
  )
}
