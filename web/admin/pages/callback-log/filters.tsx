// The filters of the callback log: project, outcome, method, code, player, round, time.

import {
  Button,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { WALLET_METHODS } from '../../../../src/core/wallet-operation.ts'
import { useTexts } from '../../language.tsx'
import { TimeFilter } from '../../parts/filter-fields.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { CALLBACK_LOG_TEXTS } from './texts.ts'

export const FILTERS = [
  'project',
  'outcome',
  'method',
  'code',
  'playerId',
  'sessionId',
  'roundId',
  'call',
  'from',
  'to',
] as const
export type Filters = Record<(typeof FILTERS)[number], string>

const OUTCOMES = ['all', 'failed', 'ok', 'refused'] as const

interface LogFiltersProps {
  filters: Filters
  change: (changed: Partial<Filters>) => void
  onRefresh: () => void
}

export function LogFilters({ filters, change, onRefresh }: LogFiltersProps) {
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const choice = (name: 'method' | 'code', data: readonly string[]) => (
    <Select
      label={texts[name]}
      placeholder={texts.any}
      clearable
      data={[...data]}
      value={filters[name] === '' ? null : filters[name]}
      onChange={value => change({ [name]: value ?? '' })}
    />
  )
  const text = (name: 'playerId' | 'sessionId' | 'roundId', label: string) => (
    <TextInput
      label={label}
      defaultValue={filters[name]}
      key={`${name} ${filters[name]}`}
      onBlur={event => change({ [name]: event.currentTarget.value })}
      onKeyDown={event => {
        if (event.key === 'Enter') change({ [name]: event.currentTarget.value })
      }}
    />
  )
  const time = (name: 'from' | 'to') => (
    <TimeFilter
      label={texts[name]}
      value={filters[name]}
      onChange={moment => change({ [name]: moment })}
    />
  )
  return (
    <Stack gap="sm" mb="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <ProjectChoice
          label={texts.project}
          value={filters.project}
          onChange={project => change({ project })}
        />
        {choice('method', WALLET_METHODS)}
        {choice('code', Object.keys(texts.meaning))}
        {text('playerId', texts.player)}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {text('roundId', texts.round)}
        {filters.sessionId !== '' && text('sessionId', texts.session)}
        {time('from')}
        {time('to')}
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
            onClick={() =>
              change({
                outcome: '',
                method: '',
                code: '',
                playerId: '',
                sessionId: '',
                roundId: '',
                from: '',
                to: '',
              })
            }
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
