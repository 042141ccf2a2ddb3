// Draws a confidence interval from low to high, with the actual return as a point and the
// theoretical one as a line.

import type { ReturnedGame } from '../../../../src/admin/reports/schema.ts'
import { useTexts } from '../../language.tsx'
import { fill } from '../../texts/bilingual.ts'
import { REPORT_TEXTS } from './texts.ts'

/** In percent. */
export interface Scale {
  low: number
  high: number
}

const WIDTH = 180
const HEIGHT = 22

export function Band({ row, scale }: { row: ReturnedGame; scale: Scale }) {
  const texts = useTexts(REPORT_TEXTS)
  const { low, high, actual, theoretical } = row
  if (low === null || high === null || actual === null || theoretical === null) return '–'
  const at = (text: string) => {
    const share = (Number(text) - scale.low) / (scale.high - scale.low)
    return 4 + Math.min(1, Math.max(0, share)) * (WIDTH - 8)
  }
  const deviation = row.deviationOf === 'mathematics' ? texts.fewRounds : texts.ownRounds
  const label = `${fill(texts.bandLabel, { low, high, theory: theoretical })} (${deviation})`
  return (
    <svg
      className="band"
      role="img"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-outside={row.isOutside ? '' : undefined}
    >
      <title>{label}</title>
      <line className="band-axis" x1="4" x2={WIDTH - 4} y1="11" y2="11" />
      <rect
        className="band-range"
        x={at(low)}
        y="6"
        width={Math.max(2, at(high) - at(low))}
        height="10"
        rx="5"
      />
      <line className="band-theory" x1={at(theoretical)} x2={at(theoretical)} y1="1" y2="21" />
      <circle className="band-actual" cx={at(actual)} cy="11" r="4" />
    </svg>
  )
}
