// Places that move to another Postgres server, or are split, each with how far its copy is.

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

function Move(move: OverviewMove) {
  const { place, server, parts, step, copiedShare, behindBytes, waitingPlayers, changedAt } = move
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const isSplit = parts !== null
  const name = isSplit
    ? fill(texts.splitInto, { place, parts: String(parts) })
    : fill(texts.moveTo, { place, server })
  const percent = Math.floor(copiedShare * 100)
  const behind = isSplit ? waitingPlayers : Math.ceil(behindBytes / BYTES_OF_A_MB)
  const progress = isSplit ? texts.splitProgress : texts.moveProgress
  const steps: Readonly<Record<string, string>> = isSplit
    ? { ...texts.moveSteps, moved: texts.splitDone }
    : texts.moveSteps
  return (
    <Stack gap={6} data-move={place}>
      <Group justify="space-between">
        <Text size="sm">{name}</Text>
        <StateBadge
          tone={step === 'closing' ? 'warning' : step === 'moved' ? 'good' : 'busy'}
          text={steps[step] ?? step}
        />
      </Group>
      <Progress value={percent} aria-label={name} />
      <Text size="xs" c="dimmed">
        {fill(progress, {
          percent: printNumber(percent, language),
          behind: printNumber(behind, language),
        })}{' '}
        <Time at={changedAt} ago />
      </Text>
    </Stack>
  )
}
