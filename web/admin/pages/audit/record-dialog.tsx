// One complete record of the audit log: every field that it changed, before and after.

import { Stack } from '@mantine/core'
import type { AuditRecord } from '../../../../src/admin/audit/schema.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { Time } from '../../parts/time.tsx'
import { visible } from '../../parts/visible.tsx'
import { fill } from '../../texts/bilingual.ts'
import { type Difference, findDifferences } from './difference.ts'
import { AUDIT_TEXTS } from './texts.ts'

interface RecordDialogProps {
  /** Null: closed. */
  record: AuditRecord | null
  onClose: () => void
}

export function RecordDialog({ record, onClose }: RecordDialogProps) {
  const texts = useTexts(AUDIT_TEXTS)
  const title = fill(texts.recordTitle, { sequence: record?.sequence ?? '' })
  return (
    <Dialog opened={record !== null} onClose={onClose} title={title} size="xl">
      {record !== null && <Details {...record} />}
    </Dialog>
  )
}

function Details({ action, at, actor, origin, subject, before, after }: AuditRecord) {
  const texts = useTexts(AUDIT_TEXTS)
  const pairs = [
    [texts.action, action],
    [texts.at, <Time key="at" at={at} />],
    [texts.actor, actor],
    [texts.origin, origin],
    [texts.subject, <CopyText key="subject" text={subject} />],
  ] as const
  const columns: Column<Difference>[] = [
    { id: 'field', header: texts.field, cell: ({ path }) => path || texts.wholeRecord },
    { id: 'before', header: texts.before, cell: ({ before: was }) => <Value text={was} /> },
    { id: 'after', header: texts.after, cell: ({ after: is }) => <Value text={is} /> },
  ]
  return (
    <Stack gap="md">
      <FactList className="pairs pairs-one" facts={pairs} />
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
