// Theoretical against actual RTP by game, mode and level: where the theoretical RTP lies in the
// confidence interval of the actual one.

import { Alert, Stack, Text, Tooltip } from '@mantine/core'
import type { ReturnedGame, ReturnsReport } from '../../../../src/admin/reports/schema.ts'
import type { QueryFields } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { TextFilter } from '../../parts/filters.tsx'
import { ReportLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { printNumber, printTime } from '../../parts/print.ts'
import { StateBadge } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FilterRow, type ReportFilters } from './filters.tsx'
import { REPORT_TEXTS } from './texts.ts'

const keyOf = (row: ReturnedGame) =>
  `${row.gameId} ${row.gameVersion} ${row.gameMode} ${row.level ?? 'natural'}`

export function ReturnsTab({ use }: { use: ReportFilters }) {
  const texts = useTexts(REPORT_TEXTS)
  const { language } = useLanguage()
  const { filters, field, period } = use
  const query = { ...period, gameId: filters.gameId }
  const report = useAnswer<ReturnsReport>('/reports/returns', { query })
  return (
    <>
      <FilterRow use={use} csv="/reports/returns.csv" query={query}>
        <TextFilter {...field('gameId', texts.game)} appliedWhen="left" />
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
    <Alert color="red" role="status" data-test="return-warning">
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
      header: texts.game,
      cell: row => <GameName gameId={row.gameId} />,
      sortBy: row => row.gameId,
    },
    { header: texts.mode, cell: row => row.gameMode },
    {
      header: texts.level,
      align: 'right',
      cell: row => (row.level === null ? texts.naturalShort : `${row.level} %`),
      sortBy: row => Number(row.level ?? 0),
    },
    {
      header: texts.rounds,
      align: 'right',
      cell: row => (
        <ReportLink of={{ ...asked, tab: 'rounds', gameId: row.gameId }}>
          {printNumber(row.rounds, language)}
        </ReportLink>
      ),
      sortBy: row => row.rounds,
    },
    ...(['theoretical', 'actual'] as const).map(
      (name): Column<ReturnedGame> => ({
        header: texts[name],
        align: 'right',
        cell: row => share(row[name]),
        sortBy: row => Number(row[name] ?? 0),
      }),
    ),
    { header: texts.band, cell: row => <Band row={row} scale={scale} /> },
    { header: texts.verdict, main: true, cell: row => <Verdict row={row} /> },
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
  if (row.verdict === 'outside') return <StateBadge tone="bad" text={texts.outside} />
  if (row.verdict === 'within') return <StateBadge tone="good" text={texts.within} />
  const isUnknown = row.verdict === 'unknown'
  const needed = printNumber(row.roundsNeeded ?? 0, language, { maximumSignificantDigits: 2 })
  const note = isUnknown
    ? fill(texts.unknownNote, { version: row.gameVersion })
    : fill(texts.tooFewNote, { needed })
  return (
    <Tooltip label={note} multiline maw="20rem">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the note is read by keyboard */}
      <span tabIndex={0}>
        <StateBadge tone="neutral" text={isUnknown ? texts.unknown : texts.tooFew} />
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

/** In percent. */
interface Scale {
  low: number
  high: number
}

const WIDTH = 180
const HEIGHT = 22

/**
 * The confidence interval from low to high, with the actual return as a point and the theoretical
 * one as a line.
 */
function Band({ row, scale }: { row: ReturnedGame; scale: Scale }) {
  const texts = useTexts(REPORT_TEXTS)
  const { low, high, actual, theoretical } = row
  if (low === null || high === null || actual === null || theoretical === null) return '–'
  const at = (text: string) => {
    const share = (Number(text) - scale.low) / (scale.high - scale.low)
    return 4 + Math.min(1, Math.max(0, share)) * (WIDTH - 8)
  }
  const deviation = row.deviationOf === 'mathematics' ? texts.fewRounds : texts.ownRounds
  const label = `${fill(texts.bandLabel, { low, high, theory: theoretical })} (${deviation})`
  return (
    <svg
      className="band"
      role="img"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-outside={row.isOutside ? '' : undefined}
    >
      <title>{label}</title>
      <line className="band-axis" x1="4" x2={WIDTH - 4} y1="11" y2="11" />
      <rect
        className="band-range"
        x={at(low)}
        y="6"
        width={Math.max(2, at(high) - at(low))}
        height="10"
        rx="5"
      />
      <line className="band-theory" x1={at(theoretical)} x2={at(theoretical)} y1="1" y2="21" />
      <circle className="band-actual" cx={at(actual)} cy="11" r="4" />
    </svg>
  )
}
