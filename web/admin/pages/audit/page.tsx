// The audit log: who did what, the values before and after, and whether the log is intact.

import { Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditChoices, AuditRecord } from '../../../../src/admin/audit/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { TextFilter, TimeFilter } from '../../parts/filter-fields.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PlayerLink, ProjectLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { ChangeSummary } from './change-summary.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { AUDIT_TEXTS } from './texts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const FILTERS = ['action', 'subject', 'actor', 'project', 'player', 'from', 'to'] as const

export default function AuditLogPage() {
  const texts = useTexts(AUDIT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, isFiltered } = useFilters(FILTERS)
  const [shown, setShown] = useState<AuditRecord | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  const { project, player, subject, ...others } = filters
  const query = { ...others, subject: project || subject, playerId: player }
  const list = useKeysetList<AuditRecord>('/audit', query)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <Button onClick={() => setVerifying(true)}>{texts.verify}</Button>
      </PageTitle>
      <Filters />
      <KeysetTable
        label={texts.title}
        list={list}
        columns={useColumns(setShown)}
        rowId={({ sequence }) => sequence}
        empty={isFiltered ? parts.noMatch : parts.empty}
      />
      <RecordDialog record={shown} onClose={() => setShown(null)} />
      <VerifyDialog opened={isVerifying} onClose={() => setVerifying(false)} />
    </>
  )
}

function Filters() {
  const texts = useTexts(AUDIT_TEXTS)
  const { filters, change, isFiltered } = useFilters(FILTERS)
  const choices = useQuery({
    queryKey: ['/audit/choices'],
    queryFn: ({ signal }) => callAdmin<AuditChoices>('GET', '/audit/choices', { signal }),
  })
  const choice = (name: 'action' | 'actor', all: readonly string[] = []) => (
    <Select
      label={texts[name]}
      data={[...new Set([...all, ...(filters[name] === '' ? [] : [filters[name]])])]}
      value={filters[name] === '' ? null : filters[name]}
      onChange={value => change({ [name]: value ?? '' })}
      placeholder={texts.any}
      searchable
      clearable
      maxDropdownHeight={320}
    />
  )
  return (
    <FilterBar isFiltered={isFiltered}>
      {choice('action', choices.data?.actions)}
      {choice('actor', choices.data?.actors)}
      <ProjectChoice
        label={texts.project}
        value={filters.project}
        onChange={project => change({ project, subject: '' })}
        all={texts.any}
      />
      <TextFilter
        label={texts.player}
        value={filters.player}
        onChange={player => change({ player })}
      />
      {filters.project === '' && (
        <TextFilter
          label={texts.subject}
          value={filters.subject}
          onChange={subject => change({ subject })}
        />
      )}
      <TimeFilter label={texts.from} value={filters.from} onChange={from => change({ from })} />
      <TimeFilter label={texts.to} value={filters.to} onChange={to => change({ to })} />
    </FilterBar>
  )
}

function useColumns(show: (record: AuditRecord) => void): readonly Column<AuditRecord>[] {
  const texts = useTexts(AUDIT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  return [
    { id: 'action', header: texts.action, cell: ({ action }) => <b>{action}</b> },
    { id: 'at', header: texts.at, cell: ({ at }) => <Time at={at} /> },
    { id: 'actor', header: texts.actor, cell: ({ actor }) => actor },
    {
      id: 'subject',
      header: texts.subject,
      cell: record => <Subject {...record} />,
    },
    { id: 'changed', header: texts.changed, cell: record => <ChangeSummary {...record} /> },
    {
      id: 'details',
      header: '',
      align: 'right',
      cell: record => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${parts.details}: ${fill(texts.recordTitle, { sequence: record.sequence })}`}
          onClick={() => show(record)}
        >
          {parts.details}
        </Button>
      ),
    },
  ]
}

/** A project and, where the record names one, its player. */
function Subject({ action, subject, before, after }: AuditRecord) {
  const { playerId } = { ...(before as object), ...(after as object) } as { playerId?: unknown }
  const isOfProject = /^(project|key|signing-key|session|round|grant|target|level|bet-limit)\./
  if (!isOfProject.test(action)) {
    return (
      <Text className="code cut" span>
        {subject}
      </Text>
    )
  }
  return (
    <>
      <ProjectLink projectId={subject} />
      {typeof playerId === 'string' && (
        <>
          {' · '}
          <PlayerLink projectId={subject} playerId={playerId} />
        </>
      )}
    </>
  )
}
