// Players by the beginning of their id. The search is in the address, so that it can be shared.

import { Group, TextInput } from '@mantine/core'
import type { FoundPlayer } from '../../../../src/admin/players/schema.ts'
import { useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PlayerLink, RoundsLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { PLAYER_TEXTS } from './texts.ts'

export default function PlayersPage() {
  const texts = useTexts(PLAYER_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, change, isFiltered } = useFilters(['player', 'project'])
  const list = useKeysetList<FoundPlayer>('/players', filters)
  const columns: Column<FoundPlayer>[] = [
    {
      id: 'player',
      header: texts.id,
      cell: ({ projectId, playerId }) => <PlayerLink projectId={projectId} playerId={playerId} />,
    },
    {
      id: 'project',
      header: texts.project,
      cell: ({ projectId }) => <ProjectName projectId={projectId} />,
    },
    {
      id: 'session',
      header: texts.session,
      cell: ({ sessionUntil }) => <SessionState until={sessionUntil} />,
    },
    {
      id: 'rounds',
      header: texts.openRounds,
      align: 'right',
      cell: row => (
        <RoundsLink of={{ projectId: row.projectId, playerId: row.playerId, state: 'unfinished' }}>
          {row.openRounds}
        </RoundsLink>
      ),
    },
    { id: 'since', header: texts.firstSeen, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <Group component="search" align="flex-end" gap="md" mb="lg">
        <TextInput
          label={texts.player}
          name="player"
          value={filters.player}
          onChange={event => change({ player: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          label={texts.project}
          name="project"
          value={filters.project}
          onChange={event => change({ project: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
        />
      </Group>
      <KeysetTable
        label={texts.title}
        list={list}
        columns={columns}
        rowId={({ projectId, playerId }) => `${projectId} ${playerId}`}
        empty={isFiltered ? parts.noMatch : parts.empty}
      />
    </>
  )
}

function SessionState({ until }: { until: string | null }) {
  const texts = useTexts(PLAYER_TEXTS)
  if (until === null) return texts.sessionNone
  const isOpen = Date.parse(until) > Date.now()
  return (
    <StateBadge
      tone={isOpen ? 'good' : 'neutral'}
      text={isOpen ? texts.sessionOpen : texts.sessionOver}
    />
  )
}
