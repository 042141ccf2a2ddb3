// The columns of a list of wallet calls.

import { Text } from '@mantine/core'
import type { CallbackLogRow } from '../../../../src/admin/callback-log/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { buttonColumn, type Column } from '../../parts/data-table.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { printDuration } from '../../parts/print.ts'
import { StateBadge, Time, type Tone } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { CALLBACK_LOG_TEXTS } from './texts.ts'

const TONES: Readonly<Record<CallbackLogRow['outcome'], Tone>> = {
  ok: 'good',
  refused: 'neutral',
  failed: 'bad',
  dropped: 'warning',
}

/** @param isOfOnePlayer the page names the player */
export function useCallColumns(
  projectId: string,
  open: (row: CallbackLogRow) => void,
  isOfOnePlayer = false,
): Column<CallbackLogRow>[] {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { language } = useLanguage()
  const player: Column<CallbackLogRow> = {
    header: texts.playerId,
    cell: ({ playerId }) => (playerId === null ? '–' : <PlayerLink {...{ projectId, playerId }} />),
  }
  return [
    { header: texts.time, cell: row => <Time at={row.at} /> },
    {
      header: texts.method,
      cell: row =>
        row.method === null ? (
          <Text size="sm" span>
            {fill(texts.dropped, { count: row.standsFor })}
          </Text>
        ) : (
          <span className="code">{row.method}</span>
        ),
    },
    {
      header: texts.code,
      main: true,
      cell: row => (
        <>
          <StateBadge tone={TONES[row.outcome]} text={row.code} />
          {row.standsFor > 1 && row.method !== null && (
            <Text size="xs" c="dimmed" span ml={6}>
              {fill(texts.standsFor, { count: row.standsFor })}
            </Text>
          )}
        </>
      ),
    },
    { header: texts.status, align: 'right', cell: row => row.httpStatus ?? '–' },
    {
      header: texts.latency,
      align: 'right',
      cell: row => (row.method === null ? '–' : printDuration(row.latencyMs, language)),
    },
    { header: texts.attempt, align: 'right', cell: row => row.attempt ?? '–' },
    ...(isOfOnePlayer ? [] : [player]),
    {
      header: texts.roundId,
      cell: ({ roundId }) => (roundId === null ? '–' : <RoundLink roundId={roundId} />),
    },
    buttonColumn(
      texts.open,
      open,
      ({ method }) => method !== null,
      ({ method, code }) => fill(texts.openCall, { method: method ?? '', code }),
    ),
  ]
}
