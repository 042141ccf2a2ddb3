// A player's levels with the providers, personal bet limits, and the change history of both.

import { Stack, Text } from '@mantine/core'
import type { JournalEntry, PlayerRtp } from '../../../../src/admin/players/schema.ts'
import { useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { printLevel } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/time.tsx'
import { visible } from '../../parts/visible.tsx'
import { useAnswer } from '../../queries.ts'
import { LevelSection } from './level-section.tsx'
import { LimitSection } from './limit-section.tsx'
import { PLAYER_TEXTS } from './texts.ts'

export function RtpTab({ path }: { path: string }) {
  const at = `${path}/rtp`
  const rtp = useAnswer<PlayerRtp>(at)
  return (
    <Loaded query={rtp}>
      {({ levels, limits, journal }) => (
        <Stack gap="lg">
          <LevelSection at={at} levels={levels} />
          <LimitSection path={path} at={at} limits={limits} />
          <JournalSection journal={journal} />
        </Stack>
      )}
    </Loaded>
  )
}

function JournalSection({ journal }: { journal: readonly JournalEntry[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const columns: Column<JournalEntry>[] = [
    { id: 'at', header: texts.at, cell: ({ at }) => <Time at={at} /> },
    { id: 'provider', header: texts.provider, cell: ({ provider }) => provider },
    { id: 'change', header: texts.change, cell: ({ change }) => change },
    { id: 'from', header: texts.from, align: 'right', cell: row => printLevel(row.fromLevel) },
    { id: 'to', header: texts.to, align: 'right', cell: row => printLevel(row.toLevel) },
    {
      id: 'reason',
      header: texts.reason,
      cell: ({ reason }) => <Text size="sm">{visible(reason)}</Text>,
    },
    { id: 'by', header: texts.by, cell: ({ by }) => by },
  ]
  return (
    <Section title={texts.journal}>
      <DataTable
        label={texts.journal}
        columns={columns}
        rows={journal}
        rowId={({ at, provider, change }) => `${at} ${provider} ${change}`}
        empty={texts.noJournal}
      />
    </Section>
  )
}
