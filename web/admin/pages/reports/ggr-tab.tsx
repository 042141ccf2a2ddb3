// Gross gaming revenue: a daily chart of one currency, and rows of all currencies.

import { SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { GgrReport, GgrReportRow } from '../../../../src/admin/reports/schema.ts'
import { CURRENCIES } from '../../../../src/core/money.ts'
import type { QueryFields } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName, ProjectName } from '../../parts/pauses.tsx'
import { printMoney } from '../../parts/print.ts'
import { useAnswer } from '../../queries.ts'
import { Chart } from './chart.tsx'
import { useFigures } from './figures.tsx'
import { FilterRow, type ReportFilters } from './filters.tsx'
import { type GgrFigure, REPORT_TEXTS } from './texts.ts'

const GROUPS = { day: 'day', game: 'game', all: 'day,game', project: 'project' } as const
type Group = keyof typeof GROUPS

export function useGgr(query: QueryFields) {
  const placeholderData = keepPreviousData
  return useAnswer<Static<typeof GgrReport>>('/reports/ggr', { query, placeholderData })
}

export function GgrTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, change, field, period } = use
  const rowsBy = (Object.keys(GROUPS) as Group[]).find(name => name === filters.rows) ?? 'day'
  const common = { ...period, gameId: filters.gameId, currency: filters.currency }
  const query = { ...common, groupBy: GROUPS[rowsBy] }
  const byDay = useGgr({ ...common, groupBy: 'day' })
  const table = useGgr(query)
  const columns = useColumns(rowsBy)
  return (
    <>
      <FilterRow use={use} csv="/reports/ggr.csv" query={query}>
        <TextFilter {...field('gameId', texts.game)} appliedWhen="left" />
        <ChoiceFilter {...field('currency', texts.currency)} data={CURRENCIES} />
      </FilterRow>
      <Loaded query={byDay}>
        {({ rows }) => {
          const currency = mostPlayed(rows)
          return (
            <Chart
              title={currency === null ? texts.chart.ggr : `${texts.chart.ggr}, ${currency}`}
              bars={rows
                .filter(row => row.currency === currency)
                .map(row => ({ name: row.day!.slice(5), value: Number(row.ggrMinor) }))}
              print={value => printMoney(String(Math.round(value)), currency!, language)}
            />
          )
        }}
      </Loaded>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={texts.groupBy}
          value={rowsBy}
          onChange={rows => change({ rows: rows === 'day' ? '' : rows })}
          data={(Object.keys(GROUPS) as Group[]).map(value => ({
            value,
            label: texts.groups[value],
          }))}
          style={{ alignSelf: 'flex-start', flexWrap: 'wrap' }}
        />
        <Loaded query={table}>
          {({ rows }) => (
            <DataTable
              label={texts.tabs.ggr}
              columns={columns}
              rows={rows}
              rowId={row => `${row.projectId} ${row.day} ${row.gameId} ${row.currency}`}
              empty={texts.empty}
              totals={sumByCurrency(rows)}
            />
          )}
        </Loaded>
      </Stack>
    </>
  )
}

/** One row per currency; amounts of different currencies are never added up. */
export function sumByCurrency(rows: readonly GgrReportRow[]): GgrReportRow[] {
  const totals = new Map<string, GgrReportRow>()
  for (const row of rows) {
    const { currency } = row
    const before = totals.get(currency)
    const sum = { ...(before ?? row), projectId: null, day: null, gameId: null }
    if (before !== undefined) {
      for (const name of Object.keys(REPORT_TEXTS.en.ggrFigures) as GgrFigure[]) {
        const total = BigInt(before[name]) + BigInt(row[name])
        Object.assign(sum, { [name]: typeof row[name] === 'number' ? Number(total) : `${total}` })
      }
    }
    totals.set(currency, sum)
  }
  return [...totals.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

/** The currency with the most rounds: one chart can't show several currencies. */
export function mostPlayed(rows: readonly GgrReportRow[]): string | null {
  const rounds = new Map<string, number>()
  for (const row of rows) rounds.set(row.currency, (rounds.get(row.currency) ?? 0) + row.rounds)
  const [first] = [...rounds].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? null
}

function useColumns(rowsBy: Group): Column<GgrReportRow>[] {
  const texts = useTexts(REPORT_TEXTS)
  const figures = useFigures<GgrFigure, GgrReportRow>(texts.ggrFigures)
  const day: Column<GgrReportRow> = {
    header: texts.day,
    cell: row => row.day ?? texts.total,
    sortBy: row => row.day ?? '',
  }
  const game: Column<GgrReportRow> = {
    header: texts.game,
    cell: row =>
      row.gameId === null ? rowsBy === 'game' && texts.total : <GameName gameId={row.gameId} />,
    sortBy: row => row.gameId ?? '',
  }
  const project: Column<GgrReportRow> = {
    header: texts.project,
    cell: row => (row.projectId === null ? texts.total : <ProjectName projectId={row.projectId} />),
    sortBy: row => row.projectId ?? '',
  }
  const first = { day, game, all: day, project }[rowsBy]
  return [
    first,
    ...(rowsBy === 'all' ? [game] : []),
    { header: texts.currency, cell: row => row.currency, main: true },
    ...figures,
  ]
}
