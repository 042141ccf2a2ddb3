// What each player's wallet must have moved: the first players as a chart of one currency, and all
// of them in a list.

import type { ReactNode } from 'react'
import type { ReconciledPlayer } from '../../../../src/admin/reports/schema.ts'
import { CURRENCIES } from '../../../../src/core/money.ts'
import type { QueryFields } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type Column, KeysetTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { PlayerLink, ReportLink } from '../../parts/links.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { printMoney, printNumber } from '../../parts/print.ts'
import { StateBadge } from '../../parts/values.tsx'
import { useKeysetList } from '../../queries.ts'
import { Chart } from './chart.tsx'
import { useFigures } from './figures.tsx'
import { FilterRow, type ReportFilters } from './filters.tsx'
import { type PlayerFigure, REPORT_TEXTS } from './texts.ts'

const CHARTED = 20

export function ReconciliationTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, field, period } = use
  const query = { ...period, playerId: filters.playerId, currency: filters.currency }
  const list = useKeysetList<ReconciledPlayer>('/reports/reconciliation', query)
  const rows = list.data?.pages.flatMap(page => page.rows) ?? []
  const currency = rows[0]?.currency ?? null
  const charted = rows.filter(row => row.currency === currency).slice(0, CHARTED)
  return (
    <>
      <FilterRow use={use} csv={list.isError ? null : '/reports/reconciliation.csv'} query={query}>
        <TextFilter {...field('playerId', texts.playerId)} appliedWhen="left" />
        <ChoiceFilter {...field('currency', texts.currency)} data={CURRENCIES} />
      </FilterRow>
      {charted.length > 1 && (
        <Chart
          title={`${texts.chart.net}, ${currency}`}
          bars={charted.map(row => ({ name: row.playerId, value: Number(row.netMinor) }))}
          print={value => printMoney(String(Math.round(value)), currency!, language)}
        />
      )}
      <KeysetTable
        label={texts.tabs.reconciliation}
        list={list}
        rowId={row => `${row.projectId} ${row.playerId} ${row.currency}`}
        columns={useColumns({ from: filters.from, to: filters.to })}
        empty={texts.empty}
      />
    </>
  )
}

interface RoundsOfProps {
  asked: QueryFields
  row: ReconciledPlayer
  state?: string
  children: ReactNode
}

function RoundsOf({ asked, row, state, children }: RoundsOfProps) {
  const { projectId, playerId, currency } = row
  const of = { ...asked, tab: 'rounds', project: projectId, playerId, currency, state }
  return <ReportLink of={of}>{children}</ReportLink>
}

function useColumns(asked: QueryFields): Column<ReconciledPlayer>[] {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const figures = useFigures<PlayerFigure, ReconciledPlayer>(texts.playerFigures, {
    betCount: row => (
      <RoundsOf asked={asked} row={row}>
        {printNumber(row.betCount, language)}
      </RoundsOf>
    ),
    pendingOperations: row =>
      row.pendingOperations === 0 ? (
        '–'
      ) : (
        <RoundsOf asked={asked} row={row} state="pending">
          <StateBadge tone="warning" text={printNumber(row.pendingOperations, language)} />
        </RoundsOf>
      ),
  })
  return [
    { header: texts.playerId, cell: row => <PlayerLink {...row} /> },
    { header: texts.project, cell: row => <ProjectName projectId={row.projectId} /> },
    { header: texts.currency, cell: row => row.currency },
    // A list in pages is not sorted here.
    ...figures.map(({ sortBy: _, ...figure }) => figure),
  ]
}
