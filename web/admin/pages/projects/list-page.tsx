// The list of projects: search, state, and a new one.

import { Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import type { ListedProject } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import { type Column, KeysetTable } from '../../parts/data-table.tsx'
import { TextFilter, useFilters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useKeysetList } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { CreateDialog } from './create-dialog.tsx'
import { OnOff } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export default function ProjectsPage() {
  const texts = useTexts(PROJECT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const mayCreate = useMay('project.create')
  const { filters, change, field, isFiltered } = useFilters(['search', 'state'])
  const list = useKeysetList<ListedProject>('/projects', filters)
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        {mayCreate && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )}
      </PageTitle>
      <Group mb="md" gap="sm" align="flex-end">
        <TextFilter {...field('search', parts.search)} placeholder={texts.search} />
        <Select
          label={texts.state}
          value={filters.state}
          onChange={state => change({ state: state ?? '' })}
          data={[
            { value: '', label: texts.all },
            { value: 'on', label: texts.on },
            { value: 'off', label: texts.off },
          ]}
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
  return [
    {
      header: texts.project,
      cell: ({ projectId, internal }) => (
        <Group gap="xs" wrap="nowrap">
          <b>
            <ProjectName projectId={projectId} />
          </b>
          {internal && <StateBadge tone="neutral" text={texts.internal} />}
        </Group>
      ),
    },
    { header: texts.state, cell: ({ enabled }) => <OnOff isOn={enabled} /> },
    {
      header: texts.callback,
      cell: ({ internal, callbackUrl }) => (internal ? texts.builtIn : callbackUrl),
    },
    { header: texts.updated, align: 'right', cell: row => <Time at={row.updatedAt} ago /> },
  ]
}
