// What happened to a round, in chronological order.

import { Text } from '@mantine/core'
import type { RoundDetail, TimelineEntry } from '../../../../src/admin/rounds/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { CallsLink } from '../../parts/links.tsx'
import { printDuration, printMoney, printTime } from '../../parts/print.ts'
import { TableSection } from '../../parts/section.tsx'
import { fill, type PanelLanguage } from '../../texts/bilingual.ts'
import { ROUND_TEXTS } from './texts.ts'

type Texts = (typeof ROUND_TEXTS)['en']

export function Timeline({ round }: { round: RoundDetail }) {
  const texts = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const { timeline } = texts
  const rows = round.timeline.map((entry, index) => ({ ...entry, index }))
  const columns: Column<TimelineEntry & { index: number }>[] = [
    { header: texts.what, cell: row => describe(texts, row) },
    {
      header: texts.time,
      cell: ({ at }) =>
        at === null ? (
          <Text span size="sm" c="dimmed">
            {timeline.orderOnly}
          </Text>
        ) : (
          <time dateTime={at} title={at}>
            {printTime(at, language, true)}
          </time>
        ),
    },
    { header: timeline.how, cell: row => how(texts, row, language, round.currency) },
    {
      header: timeline.took,
      align: 'right',
      cell: ({ latencyMs }) => (latencyMs === null ? '' : printDuration(latencyMs, language)),
    },
  ]
  return (
    <TableSection
      title={timeline.title}
      actions={
        <CallsLink of={{ project: round.projectId, roundId: round.roundId }}>
          {timeline.calls}
        </CallsLink>
      }
      columns={columns}
      rows={rows}
      rowId={row => String(row.index)}
    />
  )
}

function describe({ timeline, operations }: Texts, { kind, operation }: TimelineEntry): string {
  return fill(timeline.kinds[kind], { operation: operations[operation ?? 'none'] })
}

/** Each on its own line; long texts may wrap. */
function how({ timeline }: Texts, entry: TimelineEntry, language: PanelLanguage, currency: string) {
  const { kind, code, text, by, attempt, amountMinor, balanceMinor } = entry
  const money = (minor: string) => printMoney(minor, currency, language)
  const isOwed = kind === 'notification-owed'
  const parts = [
    amountMinor === null ? null : money(amountMinor),
    balanceMinor === null ? null : fill(timeline.balance, { amount: money(balanceMinor) }),
    attempt === null ? null : fill(timeline.attempt, { count: attempt }),
    isOwed && code !== null ? fill(timeline.tries, { count: code }) : code,
    isOwed && text !== null ? printTime(text, language) : text,
    by,
  ]
  return parts.filter(part => part !== null).join(' · ')
}
