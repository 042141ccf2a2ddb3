// Theoretical against actual RTP by game, mode and level: where the theoretical RTP lies in the
// confidence interval of the actual one.

import { Alert, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReturnedGame, ReturnsReport } from '../../../../src/admin/reports/schema.ts'
import { callAdmin, type QueryFields } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ReportLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { printNumber, printTime } from '../../parts/print.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { fill } from '../../texts/bilingual.ts'
import { Band, type Scale } from './band.tsx'
import { FilterRow, type ReportFilters, TextChoice } from './filters.tsx'
import { REPORT_TEXTS } from './texts.ts'

const keyOf = (row: ReturnedGame) =>
  `${row.gameId} ${row.gameVersion} ${row.gameMode} ${row.level ?? 'natural'}`

export function ReturnsTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, change, period } = use
  const query = { ...period, gameId: filters.gameId }
  const report = useQuery({
    queryKey: ['/reports/returns', query],
    queryFn: ({ signal }) => callAdmin<ReturnsReport>('GET', '/reports/returns', { query, signal }),
  })
  return (
    <>
      <FilterRow use={use} csv="/reports/returns.csv" query={query}>
        <TextChoice
          label={texts.game}
          value={filters.gameId}
          onChange={gameId => change({ gameId })}
        />
      </FilterRow>
      <Loaded query={report}>
        {({ rows, untilAt }) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed" maw="60rem">
              {texts.returnsNote}{' '}
              {untilAt === null
                ? texts.catchingUp
                : fill(texts.untilAt, { time: printTime(untilAt, language) })}
            </Text>
            <Warning rows={rows} />
            <Games
              rows={rows}
              asked={{ project: filters.project, from: filters.from, to: filters.to }}
            />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function Warning({ rows }: { rows: readonly ReturnedGame[] }) {
  const texts = useTexts(REPORT_TEXTS)
  const outside = rows.filter(({ isOutside }) => isOutside)
  if (outside.length === 0) return null
  const games = outside.map(row => [row.gameId, row.gameMode, row.level].filter(Boolean).join(' '))
  return (
    <Alert color="red" variant="light" role="status" data-test="return-warning">
      {fill(texts.warning, { games: games.join(', ') })}
    </Alert>
  )
}

function Games({ rows, asked }: { rows: readonly ReturnedGame[]; asked: QueryFields }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const scale = scaleOf(rows)
  const share = (text: string | null) =>
    text === null ? '–' : `${printNumber(Number(text), language, PERCENT)} %`
  const columns: Column<ReturnedGame>[] = [
    {
      id: 'game',
      header: texts.game,
      cell: row => <GameName gameId={row.gameId} />,
      sortBy: row => row.gameId,
    },
    { id: 'mode', header: texts.mode, cell: row => row.gameMode },
    {
      id: 'level',
      header: texts.level,
      align: 'right',
      cell: row => (row.level === null ? texts.natural : `${row.level} %`),
      sortBy: row => Number(row.level ?? 0),
    },
    {
      id: 'rounds',
      header: texts.rounds,
      align: 'right',
      cell: row => (
        <ReportLink of={{ ...asked, tab: 'rounds', gameId: row.gameId }}>
          {printNumber(row.rounds, language)}
        </ReportLink>
      ),
      sortBy: row => row.rounds,
    },
    {
      id: 'theoretical',
      header: texts.theoretical,
      align: 'right',
      cell: row => share(row.theoretical),
      sortBy: row => Number(row.theoretical ?? 0),
    },
    {
      id: 'actual',
      header: texts.actual,
      align: 'right',
      cell: row => share(row.actual),
      sortBy: row => Number(row.actual ?? 0),
    },
    { id: 'band', header: texts.band, cell: row => <Band row={row} scale={scale} /> },
    { id: 'verdict', header: texts.verdict, main: true, cell: row => <Verdict row={row} /> },
  ]
  return (
    <DataTable
      label={texts.tabs.returns}
      columns={columns}
      rows={rows}
      rowId={keyOf}
      empty={texts.empty}
    />
  )
}

const PERCENT = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

function Verdict({ row }: { row: ReturnedGame }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  if (row.verdict === 'unknown') {
    const note = fill(texts.unknownNote, { version: row.gameVersion })
    return (
      <Tooltip label={note}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the note is read by keyboard */}
        <span tabIndex={0}>
          <StateBadge tone="neutral" text={texts.unknown} />
        </span>
      </Tooltip>
    )
  }
  if (row.verdict === 'outside') return <StateBadge tone="bad" text={texts.outside} />
  if (row.verdict === 'within') return <StateBadge tone="good" text={texts.within} />
  const needed = printNumber(row.roundsNeeded ?? 0, language, { maximumSignificantDigits: 2 })
  return (
    <Tooltip label={fill(texts.tooFewNote, { needed })} multiline maw="20rem">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the note is read by keyboard */}
      <span tabIndex={0}>
        <StateBadge tone="neutral" text={texts.tooFew} />
      </span>
    </Tooltip>
  )
}

const AROUND_POINTS = 8

/**
 * One scale for all rows, centred on the theoretical RTP, so that intervals can be compared. Values
 * outside are drawn at its end.
 */
function scaleOf(rows: readonly ReturnedGame[]): Scale {
  const promised = rows.flatMap(({ theoretical }) =>
    theoretical === null ? [] : [Number(theoretical)],
  )
  return {
    low: Math.min(...promised, 95) - AROUND_POINTS,
    high: Math.max(...promised, 95) + AROUND_POINTS,
  }
}
