// One round: its money, its record, its replay, its timeline, and the actions of an owner.

import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { at } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { shortId } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { RoundActions } from './actions.tsx'
import { Facts } from './facts.tsx'
import { MoneyBox } from './money-box.tsx'
import { RoundState } from './round-state.tsx'
import { ROUND_TEXTS } from './texts.ts'
import { Timeline } from './timeline.tsx'

/** What the round still owes may arrive at any moment. */
const WHILE_OWED_MS = 3_000

export default function RoundPage() {
  const { roundId } = useIds('/rounds/:roundId')
  const texts = useTexts(ROUND_TEXTS)
  const round = useAnswer<RoundDetail>(at('/rounds/:roundId', { roundId }), {
    refetchInterval: ({ state }) => ((state.data?.owes.length ?? 0) > 0 ? WHILE_OWED_MS : false),
  })
  return (
    <>
      <PageTitle
        title={fill(texts.roundTitle, { id: shortId(roundId) })}
        note={<CopyText text={roundId} />}
        back={{ to: '/rounds', title: texts.title }}
      />
      <Loaded query={round}>{found => <RoundView round={found} />}</Loaded>
    </>
  )
}

function RoundView({ round }: { round: RoundDetail }) {
  const { shown } = useTexts(ROUND_TEXTS)
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <RoundState state={round.state} />
          <Time at={round.createdAt} />
        </Group>
        <RoundActions round={round} />
      </Group>
      {round.shown !== 'yes' && (
        <Alert color="yellow" data-test="not-shown">
          {shown[round.shown]}
        </Alert>
      )}
      <ReplayFrame round={round} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <MoneyBox round={round} />
        <Facts round={round} />
      </SimpleGrid>
      <Timeline round={round} />
    </Stack>
  )
}

/** The controls are at its lower edge. */
function bringIntoView(frame: HTMLIFrameElement | null): void {
  frame?.scrollIntoView({ block: 'center' })
}

/** The replay in the game's page, loaded on demand. */
function ReplayFrame({ round }: { round: RoundDetail }) {
  const { replay } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const { filters } = useFilters(['replay'])
  const [isOpen, setOpen] = useState(filters.replay === 'open')
  const { roundId, gameId } = round
  if (!round.replay.isPossible) {
    return (
      <Section title={replay.title}>
        <Text size="sm">
          {replay.impossible} {round.replay.reason}
        </Text>
      </Section>
    )
  }
  const query = new URLSearchParams({ round: roundId, language })
  return (
    <Section
      title={replay.title}
      note={replay.note}
      actions={
        <Button variant={isOpen ? 'default' : 'filled'} onClick={() => setOpen(!isOpen)}>
          {isOpen ? replay.close : replay.watch}
        </Button>
      }
    >
      {isOpen && (
        <iframe
          ref={bringIntoView}
          className="replay"
          title={replay.frame}
          src={`/admin/replay/${encodeURIComponent(gameId)}/?${query}`}
        />
      )}
    </Section>
  )
}
