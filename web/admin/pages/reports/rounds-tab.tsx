// Rounds: their number per day as a chart, and a paged list of them.

import { Alert, Text } from '@mantine/core'
import type { ReportedRound } from '../../../../src/admin/reports/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName, ProjectName } from '../../parts/pauses.tsx'
import { printNumber } from '../../parts/print.ts'
import { StateBadge, type Tone } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { Chart } from './chart.tsx'
import { Choice, CurrencyChoice, FilterRow, type ReportFilters, TextChoice } from './filters.tsx'
import { useGgr } from './ggr-tab.tsx'
import { REPORT_TEXTS } from './texts.ts'

const STATES = ['settled', 'pending', 'cancelled', 'rejected'] as const

export function RoundsTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, change, period } = use
  const { playerId, gameId, currency, state } = filters
  const query = { ...period, playerId, gameId, currency, state }
  const byDay = useGgr({ ...period, gameId, currency, groupBy: 'day' })
  const list = useKeysetList<ReportedRound>('/reports/rounds', query)
  const pages = (list.data?.pages ?? []) as unknown as { archivedMonths: string[] }[]
  const months = pages[0]?.archivedMonths ?? []
  return (
    <>
      <FilterRow use={use} csv={list.isError ? null : '/reports/rounds.csv'} query={query}>
        <TextChoice
          label={texts.player}
          value={playerId}
          onChange={value => change({ playerId: value })}
        />
        <TextChoice
          label={texts.game}
          value={gameId}
          onChange={value => change({ gameId: value })}
        />
        <CurrencyChoice
          label={texts.currency}
          value={currency}
          onChange={value => change({ currency: value })}
        />
        <Choice
          label={texts.state}
          value={state}
          onChange={value => change({ state: value })}
          data={STATES.map(value => ({ value, label: texts.states[value] }))}
        />
      </FilterRow>
      {months.length > 0 && (
        <Alert color="orange" variant="light" mb="md">
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

const TONES: Readonly<Record<ReportedRound['state'], Tone>> = {
  debit_pending: 'busy',
  in_progress: 'busy',
  credit_pending: 'busy',
  settled: 'good',
  rejected: 'neutral',
  cancelled: 'warning',
  reconciliation_required: 'bad',
}

/** A column that a round gets is shown, or named here. */
type Shown = Exclude<
  keyof ReportedRound,
  | ('currency' | 'freeSpin' | 'betStatus' | 'winStatus' | 'refundStatus')
  | ('cancelReason' | 'settledAt' | 'decidedForPlayer')
>

function useColumns(): Column<ReportedRound>[] {
  const texts = useTexts(REPORT_TEXTS)
  const columns: Record<Shown, Omit<Column<ReportedRound>, 'id'>> = {
    createdAt: { header: texts.at, cell: row => <Time at={row.createdAt} /> },
    roundId: { header: texts.round, cell: row => <RoundLink roundId={row.roundId} /> },
    projectId: { header: texts.project, cell: row => <ProjectName projectId={row.projectId} /> },
    playerId: { header: texts.player, cell: row => <PlayerLink {...row} /> },
    gameId: { header: texts.game, cell: row => <GameName gameId={row.gameId} /> },
    state: {
      header: texts.state,
      main: true,
      cell: row => (
        <>
          <StateBadge tone={TONES[row.state]} text={row.state} />
          {row.decidedForPlayer && <Text size="xs">{texts.decidedForPlayer}</Text>}
        </>
      ),
    },
    betMinor: {
      header: texts.stake,
      align: 'right',
      cell: row =>
        row.freeSpin ? texts.freeSpin : <Amount minor={row.betMinor} currency={row.currency} />,
    },
    winMinor: {
      header: texts.win,
      align: 'right',
      cell: row => <Amount minor={row.winMinor} currency={row.currency} />,
    },
  }
  return Object.entries(columns).map(([id, column]) => ({ id, ...column }))
}
