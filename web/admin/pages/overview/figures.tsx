// The headline figures.

import { SimpleGrid } from '@mantine/core'
import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Figure } from '../../parts/figure.tsx'
import { RoundsLink } from '../../parts/links.tsx'
import { printDuration, printNumber } from '../../parts/print.ts'
import { Sparkline } from '../../parts/sparkline.tsx'
import { fill } from '../../texts/bilingual.ts'
import { OVERVIEW_TEXTS } from './texts.ts'

interface FiguresProps {
  view: Overview
  readings: readonly number[]
  length: number
}

export function Figures({ view, readings, length }: FiguresProps) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const now = printNumber(view.roundsPerSecond, language, { maximumFractionDigits: 1 })
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'sm', sm: 'lg' }}>
      <Figure
        name={texts.rounds}
        value={<span data-test="spins">{now}</span>}
        unit={texts.perSecond}
      >
        <Sparkline label={fill(texts.roundsTrend, { now })} readings={readings} length={length} />
      </Figure>
      <LatencyFigure name={texts.outcome} note={texts.outcomeNote} latency={view.outcome} />
      <LatencyFigure name={texts.settle} note={texts.settleNote} latency={view.settle} />
      <UnfinishedFigure unfinished={view.unfinished} />
    </SimpleGrid>
  )
}

interface LatencyFigureProps {
  name: string
  note: string
  latency: Overview['outcome']
}

function LatencyFigure({ name, note, latency }: LatencyFigureProps) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  if (latency === null) return <Figure name={name} value="–" note={texts.nothing} />
  const p99 = fill(texts.p99, { time: printDuration(latency.p99, language) })
  return (
    <Figure name={name} value={printDuration(latency.p50, language)} unit={texts.median} note={p99}>
      <small className="faint">{note}</small>
    </Figure>
  )
}

function UnfinishedFigure({ unfinished }: Pick<Overview, 'unfinished'>) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  if (unfinished === null) return <Figure name={texts.unfinished} value="–" note={texts.unknown} />
  const rounds = unfinished.reduce((sum, state) => sum + state.rounds, 0)
  const oldest = Math.max(0, ...unfinished.map(state => state.oldestSeconds))
  const note =
    rounds === 0
      ? texts.noneOpen
      : fill(texts.oldest, { time: printDuration(oldest * 1000, language) })
  const count = (
    <RoundsLink of={{ state: 'unfinished' }}>{printNumber(rounds, language)}</RoundsLink>
  )
  return <Figure name={texts.unfinished} value={count} note={note} />
}
