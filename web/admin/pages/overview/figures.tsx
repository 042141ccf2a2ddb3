// The headline figures.

import { Box, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { RoundsLink } from '../../parts/links.tsx'
import { printDuration, printNumber } from '../../parts/print.ts'
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
        name={texts.spins}
        value={<span data-test="spins">{now}</span>}
        unit={texts.perSecond}
      >
        <Sparkline label={fill(texts.spinsTrend, { now })} readings={readings} length={length} />
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

interface FigureProps {
  name: string
  value: ReactNode
  /** Smaller, beside the value. */
  unit?: string
  note?: ReactNode
  children?: ReactNode
}

function Figure({ name, value, unit, note, children }: FigureProps) {
  return (
    <Paper className="panel figure" radius="lg" p="md" role="group" aria-label={name}>
      <Text size="sm" c="dimmed" fw={500}>
        {name}
      </Text>
      <Group gap="0 6px" align="baseline">
        <Text className="figure-value">{value}</Text>
        {unit !== undefined && (
          <Text size="sm" c="dimmed">
            {unit}
          </Text>
        )}
      </Group>
      {note !== undefined && (
        <Text component="div" size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {children !== undefined && <Box mt="auto">{children}</Box>}
    </Paper>
  )
}

/**
 * A line of the last readings, without axes. Drawn by hand, because a charting library would double
 * the size of the first page.
 */
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

function Sparkline({ label, readings, length }: SparklineProps) {
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
