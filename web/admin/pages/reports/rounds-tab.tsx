// Rounds: their number per day as a chart, and a paged list of them.

import { Alert, Text } from '@mantine/core'
import type { ReportedRound } from '../../../../src/admin/reports/schema.ts'
import { CURRENCIES } from '../../../../src/core/money.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { amountColumn, type Column, KeysetTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TextFilter } from '../../parts/filters.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName, ProjectName } from '../../parts/pauses.tsx'
import { printNumber } from '../../parts/print.ts'
import { Amount, Time } from '../../parts/values.tsx'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { RoundState } from '../rounds/round-state.tsx'
import { Chart } from './chart.tsx'
import { FilterRow, type ReportFilters } from './filters.tsx'
import { useGgr } from './ggr-tab.tsx'
import { REPORT_TEXTS } from './texts.ts'

const STATES = ['settled', 'pending', 'cancelled', 'rejected'] as const

export function RoundsTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, field, period } = use
  const { playerId, gameId, currency, state } = filters
  const query = { ...period, playerId, gameId, currency, state }
  const byDay = useGgr({ ...period, gameId, currency, groupBy: 'day' })
  const list = useKeysetList<ReportedRound, { archivedMonths: string[] }>('/reports/rounds', query)
  const months = list.data?.pages[0]?.archivedMonths ?? []
  return (
    <>
      <FilterRow use={use} csv={list.isError ? null : '/reports/rounds.csv'} query={query}>
        <TextFilter {...field('playerId', texts.playerId)} appliedWhen="left" />
        <TextFilter {...field('gameId', texts.game)} appliedWhen="left" />
        <ChoiceFilter {...field('currency', texts.currency)} data={CURRENCIES} />
        <ChoiceFilter
          {...field('state', texts.state)}
          data={STATES.map(value => ({ value, label: texts.states[value] }))}
        />
      </FilterRow>
      {months.length > 0 && (
        <Alert color="orange" mb="md">
          {fill(texts.archived, { months: months.join(', ') })}
        </Alert>
      )}
      {playerId === '' && state === '' && (
        <Loaded query={byDay}>
          {({ rows }) => (
            <Chart
              title={texts.chart.rounds}
              bars={sumByDay(rows)}
              print={value => printNumber(value, language, { notation: 'compact' })}
            />
          )}
        </Loaded>
      )}
      <KeysetTable
        label={texts.tabs.rounds}
        list={list}
        rowId={row => row.roundId}
        columns={useColumns()}
        empty={texts.empty}
      />
    </>
  )
}

function sumByDay(rows: readonly { day: string | null; rounds: number }[]) {
  const days = new Map<string, number>()
  for (const { day, rounds } of rows) days.set(day!, (days.get(day!) ?? 0) + rounds)
  return [...days].map(([day, value]) => ({ name: day.slice(5), value }))
}

/** A column that a round gets is shown, or named here. */
type Shown = Exclude<
  keyof ReportedRound,
  | ('currency' | 'freeSpin' | 'betStatus' | 'winStatus' | 'refundStatus')
  | ('cancelReason' | 'settledAt' | 'decidedForPlayer' | 'refusalCode')
>

function useColumns(): Column<ReportedRound>[] {
  const texts = useTexts(REPORT_TEXTS)
  const columns: Record<Shown, Column<ReportedRound>> = {
    createdAt: { header: texts.startedAt, cell: row => <Time at={row.createdAt} /> },
    roundId: { header: texts.round, cell: row => <RoundLink roundId={row.roundId} /> },
    projectId: { header: texts.project, cell: row => <ProjectName projectId={row.projectId} /> },
    playerId: { header: texts.playerId, cell: row => <PlayerLink {...row} /> },
    gameId: { header: texts.game, cell: row => <GameName gameId={row.gameId} /> },
    state: {
      header: texts.state,
      main: true,
      cell: row => (
        <>
          <RoundState state={row.state} />
          {row.decidedForPlayer && <Text size="xs">{texts.platformDecided}</Text>}
          {row.refusalCode !== null && <Text size="xs">{row.refusalCode}</Text>}
        </>
      ),
    },
    betMinor: {
      header: texts.bet,
      align: 'right',
      cell: row =>
        row.freeSpin ? texts.freeSpin : <Amount minor={row.betMinor} currency={row.currency} />,
    },
    winMinor: amountColumn(texts.win, row => row.winMinor),
  }
  return Object.values(columns)
}
