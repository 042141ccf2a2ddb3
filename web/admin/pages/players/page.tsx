// Players by the beginning of their id, by project and by tag.

import { Group } from '@mantine/core'
import type { FoundPlayer } from '../../../../src/admin/players/schema.ts'
import { useTexts } from '../../language.tsx'
import { type Column, KeysetTable } from '../../parts/data-table.tsx'
import { TextFilter, useFilters } from '../../parts/filters.tsx'
import { PlayerLink, RoundsLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useKeysetList } from '../../queries.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { TagBadges } from './notes-section.tsx'
import { PLAYER_TEXTS } from './texts.ts'

export default function PlayersPage() {
  const texts = useTexts(PLAYER_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, field, isFiltered } = useFilters(['player', 'project', 'tag'])
  const list = useKeysetList<FoundPlayer>('/players', filters)
  const columns: Column<FoundPlayer>[] = [
    {
      header: texts.player,
      cell: row => (
        <>
          <PlayerLink {...row} />{' '}
          {row.isBlocked && <StateBadge tone="bad" text={texts.blockedMark} />}
        </>
      ),
    },
    { header: texts.tags, cell: ({ tags }) => <TagBadges tags={tags} /> },
    { header: texts.project, cell: ({ projectId }) => <ProjectName projectId={projectId} /> },
    { header: texts.session, cell: ({ sessionUntil }) => <SessionState until={sessionUntil} /> },
    {
      header: texts.openRounds,
      align: 'right',
      cell: ({ projectId, playerId, openRounds }) => (
        <RoundsLink of={{ projectId, playerId, state: 'unfinished' }}>{openRounds}</RoundsLink>
      ),
    },
    { header: texts.firstSeen, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <Group component="search" align="flex-end" gap="md" mb="lg">
        <TextFilter {...field('player', texts.beginsWith)} />
        <TextFilter {...field('project', texts.project)} />
        <TextFilter {...field('tag', texts.tag)} />
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
  if (Date.parse(until) > Date.now()) return <StateBadge tone="good" text={texts.open} />
  return <StateBadge tone="neutral" text={texts.over} />
}
