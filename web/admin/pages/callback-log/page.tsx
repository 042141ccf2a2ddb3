// Calls to a project's wallet, newest first; a selected call opens beside the list with its request
// and response.

import { Alert, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CallbackLogRow } from '../../../../src/admin/callback-log/schema.ts'
import { WALLET_METHODS } from '../../../../src/core/wallet-operation.ts'
import { at } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { buttonColumn, type Column, KeysetTable } from '../../parts/data-table.tsx'
import {
  ChoiceFilter,
  TextFilter,
  TimeFilter,
  useFilters,
  withoutFilters,
} from '../../parts/filters.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { printDuration } from '../../parts/print.ts'
import { ProjectChoice, useProjects } from '../../parts/project-choice.tsx'
import { StateBadge, Time, type Tone } from '../../parts/values.tsx'
import { useKeysetList } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { CallDrawer } from './call-drawer.tsx'
import { CALLBACK_LOG_TEXTS } from './texts.ts'

/** All but the project and the opened call. */
const CLEARED = [
  'outcome',
  'method',
  'code',
  'playerId',
  'sessionId',
  'roundId',
  'from',
  'to',
] as const
const FILTERS = ['project', 'call', ...CLEARED] as const

export default function CallbackLogPage() {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { filters } = useFilters(FILTERS)
  const { data: projects } = useProjects()
  // Without a choice, the first of the operators' projects, which is nearly always the intended
  // one.
  const rows = projects?.rows ?? []
  const project =
    filters.project || (rows.find(({ internal }) => !internal) ?? rows[0])?.projectId || ''
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      {project === '' ? <Text>{texts.chooseProject}</Text> : <Log project={project} />}
    </>
  )
}

function Log({ project }: { project: string }) {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { filters, change } = useFilters(FILTERS)
  const { project: _, call, ...asked } = filters
  const path = at('/projects/:projectId/callback-log', { projectId: project })
  const list = useKeysetList<CallbackLogRow, { databasesAway: number }>(path, asked)
  const isAway = list.data?.pages.some(({ databasesAway }) => databasesAway > 0)
  const isFiltered = Object.values(asked).some(value => value !== '')
  const columns = useColumns(project, row => change({ call: row.callId }))
  return (
    <>
      <PauseNotice of={[{ projectId: project }]} />
      <LogFilters project={project} onRefresh={() => void list.refetch()} />
      {isAway && (
        <Alert color="orange" mb="md">
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
    {
      header: texts.playerId,
      cell: ({ playerId }) =>
        playerId === null ? '–' : <PlayerLink {...{ projectId, playerId }} />,
    },
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

const OUTCOMES = ['all', 'failed', 'ok', 'refused'] as const

interface LogFiltersProps {
  /** The shown one. */
  project: string
  onRefresh: () => void
}

function LogFilters({ project, onRefresh }: LogFiltersProps) {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { filters, change, field } = useFilters(FILTERS)
  return (
    <Stack gap="sm" mb="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <ProjectChoice {...field('project', texts.project)} value={project} />
        <ChoiceFilter {...field('method', texts.method)} data={WALLET_METHODS} />
        <ChoiceFilter {...field('code', texts.code)} data={Object.keys(texts.meaning)} />
        <TextFilter {...field('playerId', texts.playerId)} appliedWhen="left" />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <TextFilter {...field('roundId', texts.roundId)} appliedWhen="left" />
        {filters.sessionId !== '' && (
          <TextFilter {...field('sessionId', texts.session)} appliedWhen="left" />
        )}
        <TimeFilter {...field('from', texts.from)} />
        <TimeFilter {...field('to', texts.to)} />
      </SimpleGrid>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={texts.outcome}
          value={filters.outcome === '' ? 'all' : filters.outcome}
          onChange={value => change({ outcome: value === 'all' ? '' : value })}
          data={OUTCOMES.map(value => ({ value, label: texts.outcomes[value] }))}
        />
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-md"
            onClick={() => change(withoutFilters(CLEARED))}
          >
            {texts.clear}
          </Button>
          <Button variant="default" size="compact-md" onClick={onRefresh}>
            {texts.refresh}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
