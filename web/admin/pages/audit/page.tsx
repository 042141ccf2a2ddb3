// The audit log: who did what, with what stood before and after, and whether the log is whole.

import { Autocomplete, Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AuditPage, AuditRecord } from '../../../../src/admin/audit/schema.ts'
import { useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { TextFilter, TimeFilter } from '../../parts/filter-fields.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { ChangeSummary } from './change-summary.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { AUDIT_TEXTS } from './texts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const FILTERS = ['action', 'subject', 'actor', 'from', 'to'] as const

export default function AuditLogPage() {
  const texts = useTexts(AUDIT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, isFiltered } = useFilters(FILTERS)
  const [shown, setShown] = useState<AuditRecord | null>(null)
  const [isVerifying, setVerifying] = useState(false)
  const list = useKeysetList<AuditRecord>('/audit', filters)
  const actions = useActions(list.data?.pages)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <Button onClick={() => setVerifying(true)}>{texts.verify}</Button>
      </PageTitle>
      <Filters actions={actions} />
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

/** Those seen while the page is open, so that a filter does not take away what else there is to choose. */
function useActions(pages: readonly AuditPage[] | undefined): readonly string[] {
  const [actions, setActions] = useState<readonly string[]>([])
  useEffect(() => {
    const seen = pages?.flatMap(({ rows }) => rows.map(({ action }) => action)) ?? []
    setActions(before => [...new Set([...before, ...seen])].sort())
  }, [pages])
  return actions
}

/** @param actions to choose from; others can be typed */
function Filters({ actions }: { actions: readonly string[] }) {
  const texts = useTexts(AUDIT_TEXTS)
  const { filters, change, isFiltered } = useFilters(FILTERS)
  return (
    <FilterBar isFiltered={isFiltered}>
      <Autocomplete
        label={texts.action}
        data={[...actions]}
        value={filters.action}
        onChange={action => change({ action })}
        maxDropdownHeight={320}
        clearable
      />
      <TextFilter
        label={texts.subject}
        value={filters.subject}
        onChange={subject => change({ subject })}
      />
      <TextFilter label={texts.actor} value={filters.actor} onChange={actor => change({ actor })} />
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
      cell: ({ subject }) => (
        <Text className="code cut" span>
          {subject}
        </Text>
      ),
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
