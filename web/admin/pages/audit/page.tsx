// The audit log: who did what, the values before and after, and whether the log is intact.

import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditChoices, AuditRecord } from '../../../../src/admin/audit/schema.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { buttonColumn, type Column, DataTable, KeysetTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import {
  ChoiceFilter,
  FilterBar,
  TextFilter,
  TimeFilter,
  useFilters,
} from '../../parts/filters.tsx'
import { PlayerLink, ProjectLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { FactList, Time, visible } from '../../parts/values.tsx'
import { useAnswer, useKeysetList } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { type Difference, findDifferences } from './difference.ts'
import { AUDIT_TEXTS } from './texts.ts'
import { VerifyDialog } from './verify-dialog.tsx'

const FILTERS = ['action', 'subject', 'actor', 'project', 'player', 'from', 'to'] as const

export default function AuditLogPage() {
  const texts = useTexts(AUDIT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, isFiltered } = useFilters(FILTERS)
  const [shown, setShown] = useState<AuditRecord | null>(null)
  const mayVerify = useMay('audit.verify')
  const [isVerifying, setVerifying] = useState(false)
  const { project, player, subject, ...others } = filters
  const query = { ...others, subject: project || subject, playerId: player }
  const list = useKeysetList<AuditRecord>('/audit', query)
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        {mayVerify && <Button onClick={() => setVerifying(true)}>{texts.verify}</Button>}
      </PageTitle>
      <Filters />
      <KeysetTable
        label={texts.title}
        list={list}
        columns={useColumns(setShown)}
        rowId={({ sequence }) => sequence}
        empty={isFiltered ? parts.noMatch : parts.empty}
      />
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={fill(texts.recordTitle, { sequence: shown?.sequence ?? '' })}
        size="xl"
      >
        {shown !== null && <WholeRecord {...shown} />}
      </Dialog>
      <VerifyDialog opened={isVerifying} onClose={() => setVerifying(false)} />
    </>
  )
}

function Filters() {
  const texts = useTexts(AUDIT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const { filters, change, field, isFiltered } = useFilters(FILTERS)
  const choices = useAnswer<AuditChoices>('/audit/choices')
  /** A link may name a value that the log does not have. */
  const withChosen = (name: 'action' | 'actor', all: readonly string[] = []) =>
    filters[name] === '' ? all : [...new Set([...all, filters[name]])]
  return (
    <FilterBar isFiltered={isFiltered}>
      <ChoiceFilter
        {...field('action', texts.action)}
        data={withChosen('action', choices.data?.actions)}
      />
      <ChoiceFilter
        {...field('actor', texts.who)}
        data={withChosen('actor', choices.data?.actors)}
      />
      <ProjectChoice
        label={texts.project}
        value={filters.project}
        onChange={project => change({ project, subject: '' })}
        all={parts.any}
      />
      <TextFilter {...field('player', texts.player)} />
      {filters.project === '' && <TextFilter {...field('subject', texts.subject)} />}
      <TimeFilter {...field('from', texts.from)} />
      <TimeFilter {...field('to', texts.to)} />
    </FilterBar>
  )
}

function useColumns(show: (record: AuditRecord) => void): readonly Column<AuditRecord>[] {
  const texts = useTexts(AUDIT_TEXTS)
  const { details } = useTexts(FRAME_TEXTS).parts
  return [
    { header: texts.action, cell: ({ action }) => <b>{action}</b> },
    { header: texts.when, cell: ({ at }) => <Time at={at} /> },
    { header: texts.who, cell: ({ actor }) => actor },
    { header: texts.subject, cell: record => <Subject {...record} /> },
    { header: texts.changed, cell: record => <ChangeSummary {...record} /> },
    buttonColumn(
      details,
      show,
      () => true,
      ({ sequence }) => `${details}: ${fill(texts.recordTitle, { sequence })}`,
    ),
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

/** Every field that the record changed, before and after. */
function WholeRecord({ action, at, actor, origin, subject, before, after }: AuditRecord) {
  const texts = useTexts(AUDIT_TEXTS)
  const pairs = [
    [texts.action, action],
    [texts.when, <Time key="at" at={at} />],
    [texts.who, actor],
    [texts.origin, origin],
    [texts.subject, <CopyText key="subject" text={subject} />],
  ] as const
  const columns: Column<Difference>[] = [
    { header: texts.field, cell: ({ path }) => path || texts.wholeRecord },
    { header: texts.before, cell: ({ before: was }) => <Value text={was} /> },
    { header: texts.after, cell: ({ after: is }) => <Value text={is} /> },
  ]
  return (
    <Stack gap="md">
      <FactList className="labelled" facts={pairs} />
      <DataTable
        label={texts.changed}
        columns={columns}
        rows={findDifferences(before, after)}
        rowId={({ path }) => path}
        empty={texts.nothing}
      />
    </Stack>
  )
}

function Value({ text }: { text: string | null }) {
  return text === null ? '–' : <span className="code">{visible(text)}</span>
}
