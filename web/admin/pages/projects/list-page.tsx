// The list of projects: search, state, and a new one.

import { Button, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ListedProject } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icons.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export default function ProjectsPage() {
  const texts = useTexts(PROJECT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const isOwner = useIsOwner()
  const { filters, change, isFiltered } = useFilters(['search', 'state'])
  const list = useKeysetList<ListedProject>('/projects', filters)
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        {isOwner && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )}
      </PageTitle>
      <Group mb="md" gap="sm" align="flex-end">
        <TextInput
          label={parts.search}
          placeholder={texts.search}
          leftSection={<Icon name="search" size={16} />}
          value={filters.search}
          onChange={event => change({ search: event.currentTarget.value })}
          maxLength={200}
          flex={1}
          miw={220}
        />
        <Select
          label={texts.state}
          value={filters.state}
          onChange={state => change({ state: state ?? '' })}
          data={[
            { value: '', label: texts.all },
            { value: 'on', label: texts.on },
            { value: 'off', label: texts.off },
          ]}
          allowDeselect={false}
          w={150}
        />
      </Group>
      <KeysetTable
        label={texts.title}
        list={list}
        columns={useColumns()}
        rowId={({ projectId }) => projectId}
        empty={isFiltered ? parts.noMatch : texts.empty}
      />
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
    </>
  )
}

function useColumns(): Column<ListedProject>[] {
  const texts = useTexts(PROJECT_TEXTS)
  const { columns } = texts
  return [
    {
      id: 'project',
      header: columns.project,
      cell: ({ projectId, internal }) => (
        <Group gap="xs" wrap="nowrap">
          <b>
            <ProjectName projectId={projectId} />
          </b>
          {internal && <StateBadge tone="neutral" text={texts.internal} />}
        </Group>
      ),
    },
    {
      id: 'state',
      header: columns.state,
      cell: ({ enabled }) => (
        <StateBadge tone={enabled ? 'good' : 'bad'} text={enabled ? texts.on : texts.off} />
      ),
    },
    {
      id: 'callback',
      header: columns.callback,
      cell: ({ internal, callbackUrl }) => (internal ? texts.builtIn : callbackUrl),
    },
    {
      id: 'updated',
      header: columns.updated,
      align: 'right',
      cell: ({ updatedAt }) => <Time at={updatedAt} ago />,
    },
  ]
}
