// Calls to a project's wallet, newest first; a selected call opens beside the list with its request
// and response.

import { Alert, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CallbackLogRow } from '../../../../src/admin/callback-log/schema.ts'
import { WALLET_METHODS } from '../../../../src/core/wallet-operation.ts'
import { at } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { KeysetTable } from '../../parts/data-table.tsx'
import {
  ChoiceFilter,
  TextFilter,
  TimeFilter,
  useFilters,
  withoutFilters,
} from '../../parts/filters.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { ProjectChoice, useProjects } from '../../parts/project-choice.tsx'
import { useKeysetList } from '../../queries.ts'
import { useCallColumns } from './call-columns.tsx'
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
  const columns = useCallColumns(project, row => change({ call: row.callId }))
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
