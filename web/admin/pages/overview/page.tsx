// What all nodes are doing now, pushed by the node that serves the page.

import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { useLive } from '../../live.ts'
import { Waiting } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { printTime } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { Figures } from './figures.tsx'
import { LiveMark } from './live-mark.tsx'
import { Moves } from './moves.tsx'
import { Nodes } from './nodes.tsx'
import { States } from './states.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'
import { Wallets } from './wallets.tsx'

/** One every two seconds: three minutes. */
const READINGS = 90

export default function OverviewPage() {
  const texts = useTexts(OVERVIEW_TEXTS)
  const frame = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const { message: view, state } = useLive<Overview>('/overview/live')
  const readings = useReadings(view)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <LiveMark state={state} />
      </PageTitle>
      {view === null ? (
        <Waiting />
      ) : (
        <Stack gap="lg">
          {state === 'lost' && (
            <Alert color="orange" title={frame.live.lost}>
              {fill(texts.lostNote, { time: printTime(view.at, language) })}
            </Alert>
          )}
          <PauseNotice of={null} />
          <Moves moves={view.moves} />
          <Figures view={view} readings={readings} length={READINGS} />
          <Wallets wallets={view.wallets} />
          <Nodes nodes={view.nodes} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <States unfinished={view.unfinished} />
            <Stores stores={view.stores} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  )
}

/** Rounds per second, collected while the page is open. */
function useReadings(view: Overview | null): readonly number[] {
  const [readings, setReadings] = useState<readonly number[]>([])
  useEffect(() => {
    if (view !== null) setReadings(before => [...before, view.roundsPerSecond].slice(-READINGS))
  }, [view])
  return readings
}

function Stores({ stores }: Pick<Overview, 'stores'>) {
  const texts = useTexts(OVERVIEW_TEXTS)
  return (
    <Section title={texts.stores} note={texts.storesNote}>
      <Stack gap="sm">
        {stores.map(({ name, isUp }) => (
          <Group key={name} justify="space-between" data-store={name}>
            <Text size="sm">{name}</Text>
            <StateBadge tone={isUp ? 'good' : 'bad'} text={isUp ? texts.up : texts.down} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
