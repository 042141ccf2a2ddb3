// The audit log: who did what, the values before and after, and whether the log is intact.

import { Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditChoices, AuditRecord } from '../../../../src/admin/audit/schema.ts'
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
import { useAnswer, useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { findDifferences } from './difference.ts'
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
  const choices = useAnswer<AuditChoices>('/audit/choices')
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

const SHOWN = 2

function ChangeSummary({ before, after }: AuditRecord) {
  const texts = useTexts(AUDIT_TEXTS)
  const differences = findDifferences(before, after)
  const more = differences.length - SHOWN
  if (differences.length === 0) return '–'
  return (
    <Text size="xs" component="div" className="summary">
      {differences.slice(0, SHOWN).map(({ path, before: was, after: is }) => (
        <div key={path}>
          <span className="faint">{path}</span> {was !== null && <s>{was}</s>} {is}
        </div>
      ))}
      {more > 0 && <span className="faint">{fill(texts.more, { count: more })}</span>}
    </Text>
  )
}
