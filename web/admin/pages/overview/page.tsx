// What all nodes are doing now, pushed by the node that serves the page.

import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type LiveState, useLive } from '../../live.ts'
import type { Column } from '../../parts/data-table.tsx'
import { RoundsLink } from '../../parts/links.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { printDuration, printNumber, printTime } from '../../parts/print.ts'
import { Section, TableSection } from '../../parts/section.tsx'
import { StateBadge, type Tone } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { Figures } from './figures.tsx'
import { Moves } from './moves.tsx'
import { Nodes } from './nodes.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'
import { Wallets } from './wallets.tsx'

/** One every two seconds: three minutes. */
const READINGS = 90
const TONES: Readonly<Record<LiveState, Tone>> = { connecting: 'busy', live: 'good', lost: 'bad' }

export default function OverviewPage() {
  const texts = useTexts(OVERVIEW_TEXTS)
  const frame = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const { message: view, state } = useLive<Overview>('/overview/live')
  const readings = useReadings(view)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <span role="status" data-test="live" data-state={state}>
          <StateBadge tone={TONES[state]} text={frame.live[state]} />
        </span>
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

type State = NonNullable<Overview['unfinished']>[number]

/** Unfinished rounds, by what they wait for. */
function States({ unfinished }: Pick<Overview, 'unfinished'>) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const names: Readonly<Record<string, string>> = texts.stateNames
  const columns: Column<State>[] = [
    { header: texts.state, cell: ({ state }) => names[state] ?? state },
    {
      header: texts.rounds,
      align: 'right',
      cell: ({ state, rounds }) => (
        <RoundsLink of={{ state: state === 'in_progress' ? 'playing' : state }}>
          {printNumber(rounds, language)}
        </RoundsLink>
      ),
    },
    {
      header: texts.oldestColumn,
      align: 'right',
      cell: ({ rounds, oldestSeconds }) =>
        rounds === 0 ? '–' : printDuration(oldestSeconds * 1000, language),
    },
  ]
  return (
    <TableSection
      title={texts.states}
      columns={columns}
      rows={unfinished ?? []}
      rowId={({ state }) => state}
      empty={texts.unknown}
    />
  )
}
