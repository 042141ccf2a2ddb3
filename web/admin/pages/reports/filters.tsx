// The project and period of the reports, and the filters of each report. Kept in the page's
// address.

import { Button, Group, Select, SimpleGrid, TextInput, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { CURRENCIES } from '../../../../src/core/money.ts'
import { addressOf, type QueryFields } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { REPORT_TEXTS } from './texts.ts'

const DAY_MS = 86_400_000
const NAMES = [
  'tab',
  'project',
  'from',
  'to',
  'playerId',
  'gameId',
  'currency',
  'state',
  'rows',
] as const

export type ReportFilters = ReturnType<typeof useReportFilters>

/** The last 31 days by default. `to` is the last day included. */
export function useReportFilters() {
  const { filters, change } = useFilters(NAMES)
  const today = dayOf(Date.now())
  const to = filters.to || today
  const from = filters.from || dayOf(Date.parse(to) - 30 * DAY_MS)
  const period: QueryFields = {
    projectId: filters.project,
    from,
    to: dayOf(Date.parse(to) + DAY_MS),
  }
  return { filters: { ...filters, from, to }, change, period }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

interface FilterRowProps {
  use: ReportFilters
  /** Filters of this report only. */
  children?: ReactNode
  /** URL of the report's CSV file; null: the report was refused, as the file would be. */
  csv: string | null
  query: QueryFields
}

export function FilterRow({ use: { filters, change }, children, csv, query }: FilterRowProps) {
  const texts = useTexts(REPORT_TEXTS)
  const date = (name: 'from' | 'to') => (
    <TextInput
      type="date"
      label={texts[name]}
      value={filters[name]}
      onChange={event => {
        if (event.currentTarget.value !== '') change({ [name]: event.currentTarget.value })
      }}
    />
  )
  return (
    <Group align="flex-end" justify="space-between" mb="md" gap="sm">
      <SimpleGrid cols={{ base: 2, md: 3, lg: 5 }} spacing="sm" flex="1 1 20rem">
        <ProjectChoice
          label={texts.project}
          value={filters.project}
          onChange={project => change({ project })}
          all={texts.allProjects}
        />
        {date('from')}
        {date('to')}
        {children}
      </SimpleGrid>
      {csv !== null && (
        <Tooltip label={texts.csvNote}>
          <Button
            component="a"
            href={addressOf(csv, query)}
            variant="default"
            download
            data-test="csv"
          >
            {texts.csv}
          </Button>
        </Tooltip>
      )}
    </Group>
  )
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
}

export function CurrencyChoice(props: ChoiceProps) {
  return <Choice {...props} data={CURRENCIES.map(value => ({ value, label: value }))} />
}

export function Choice({
  label,
  value,
  onChange,
  data,
}: ChoiceProps & { data: { value: string; label: string }[] }) {
  const texts = useTexts(REPORT_TEXTS)
  return (
    <Select
      label={label}
      placeholder={texts.any}
      clearable
      searchable
      data={data}
      value={value === '' ? null : value}
      onChange={chosen => onChange(chosen ?? '')}
    />
  )
}

/** Applied on blur or Enter, not on every keystroke. */
export function TextChoice({ label, value, onChange }: ChoiceProps) {
  return (
    <TextInput
      label={label}
      key={value}
      defaultValue={value}
      onBlur={event => onChange(event.currentTarget.value.trim())}
      onKeyDown={event => {
        if (event.key === 'Enter') onChange(event.currentTarget.value.trim())
      }}
    />
  )
}
