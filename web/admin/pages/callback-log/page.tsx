// Calls to a project's wallet, newest first; a selected call opens beside the list with its request
// and response.

import { Alert, Button, Text } from '@mantine/core'
import type { CallbackLogRow } from '../../../../src/admin/callback-log/schema.ts'
import { at } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { printDuration } from '../../parts/print.ts'
import { useProjects } from '../../parts/project-choice.tsx'
import { StateBadge, type Tone } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { CallDrawer } from './call-drawer.tsx'
import { FILTERS, type Filters, LogFilters } from './filters.tsx'
import { CALLBACK_LOG_TEXTS } from './texts.ts'

export default function CallbackLogPage() {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { filters, change } = useFilters(FILTERS)
  const { data: projects } = useProjects()
  // Without a choice, the first of the operators' projects, which is nearly always the intended
  // one.
  const rows = projects?.rows ?? []
  const project =
    filters.project || (rows.find(({ internal }) => !internal) ?? rows[0])?.projectId || ''
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      {project === '' ? (
        <Text>{texts.chooseProject}</Text>
      ) : (
        <Log filters={{ ...filters, project }} change={change} />
      )}
    </>
  )
}

interface LogProps {
  filters: Filters
  change: (changed: Partial<Filters>) => void
}

function Log({ filters, change }: LogProps) {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { project, call, ...asked } = filters
  const list = useKeysetList<CallbackLogRow>(
    at('/projects/:projectId/callback-log', { projectId: project }),
    asked,
  )
  const pages = (list.data?.pages ?? []) as unknown as { databasesAway: number }[]
  const isAway = pages.some(({ databasesAway }) => databasesAway > 0)
  const isFiltered = Object.values(asked).some(value => value !== '')
  const columns = useColumns(project, row => change({ call: row.callId }))
  return (
    <>
      <PauseNotice of={[{ projectId: project }]} />
      <LogFilters filters={filters} change={change} onRefresh={() => void list.refetch()} />
      {isAway && (
        <Alert color="orange" variant="light" mb="md">
          {texts.away}
        </Alert>
      )}
      <KeysetTable
        label={texts.title}
        list={list}
        rowId={row => row.callId}
        columns={columns}
        empty={isFiltered ? texts.noMatch : texts.empty}
      />
      <CallDrawer projectId={project} callId={call} onClose={() => change({ call: '' })} />
    </>
  )
}

const TONES: Readonly<Record<CallbackLogRow['outcome'], Tone>> = {
  ok: 'good',
  refused: 'neutral',
  failed: 'bad',
  dropped: 'warning',
}

function useColumns(
  projectId: string,
  open: (row: CallbackLogRow) => void,
): Column<CallbackLogRow>[] {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { language } = useLanguage()
  return [
    { id: 'at', header: texts.at, cell: row => <Time at={row.at} /> },
    {
      id: 'method',
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
      id: 'code',
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
    { id: 'status', header: texts.status, align: 'right', cell: row => row.httpStatus ?? '–' },
    {
      id: 'latency',
      header: texts.latency,
      align: 'right',
      cell: row => (row.method === null ? '–' : printDuration(row.latencyMs, language)),
    },
    { id: 'attempt', header: texts.attempt, align: 'right', cell: row => row.attempt ?? '–' },
    {
      id: 'player',
      header: texts.player,
      cell: row =>
        row.playerId === null ? '–' : <PlayerLink projectId={projectId} playerId={row.playerId} />,
    },
    {
      id: 'round',
      header: texts.round,
      cell: row => (row.roundId === null ? '–' : <RoundLink roundId={row.roundId} />),
    },
    {
      id: 'open',
      header: '',
      align: 'right',
      cell: row =>
        row.method !== null && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => open(row)}
            aria-label={fill(texts.openCall, { method: row.method, code: row.code })}
          >
            {texts.open}
          </Button>
        ),
    },
  ]
}
