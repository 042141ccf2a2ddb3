// Places that move to another Postgres server, each with how far its copy is.

import { Group, Progress, Stack, Text } from '@mantine/core'
import type { OverviewMove } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { printNumber } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { OVERVIEW_TEXTS } from './texts.ts'

const BYTES_OF_A_MB = 1_000_000

/** Nothing while no place moves. */
export function Moves({ moves }: { moves: readonly OverviewMove[] }) {
  const texts = useTexts(OVERVIEW_TEXTS)
  if (moves.length === 0) return null
  return (
    <Section title={texts.moves} note={texts.movesNote}>
      {moves.map(move => (
        <Move key={move.place} {...move} />
      ))}
    </Section>
  )
}

function Move({ place, server, step, copiedShare, behindBytes, changedAt }: OverviewMove) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const name = fill(texts.moveTo, { place, server })
  const percent = Math.floor(copiedShare * 100)
  const behind = printNumber(Math.ceil(behindBytes / BYTES_OF_A_MB), language)
  return (
    <Stack gap={6} data-move={place}>
      <Group justify="space-between">
        <Text size="sm">{name}</Text>
        <StateBadge
          tone={step === 'closing' ? 'warning' : step === 'moved' ? 'good' : 'busy'}
          text={(texts.moveSteps as Readonly<Record<string, string>>)[step] ?? step}
        />
      </Group>
      <Progress value={percent} aria-label={name} />
      <Text size="xs" c="dimmed">
        {fill(texts.moveProgress, { percent: printNumber(percent, language), behind })}{' '}
        <Time at={changedAt} ago />
      </Text>
    </Stack>
  )
}
