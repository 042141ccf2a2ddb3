// The project and period of the reports, and the filters of each report. Kept in the page's
// address.

import { Button, Group, SimpleGrid, TextInput, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { addressOf, type QueryFields } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { REPORT_TEXTS } from './texts.ts'

const DAY_MS = 86_400_000
const NAMES = ['project', 'from', 'to', 'playerId', 'gameId', 'currency', 'state', 'rows'] as const

export type ReportFilters = ReturnType<typeof useReportFilters>

/** The last 31 days by default. `to` is the last day included. */
export function useReportFilters() {
  const { filters, change, field } = useFilters(NAMES)
  const today = dayOf(Date.now())
  const to = filters.to || today
  const from = filters.from || dayOf(Date.parse(to) - 30 * DAY_MS)
  const period: QueryFields = {
    projectId: filters.project,
    from,
    to: dayOf(Date.parse(to) + DAY_MS),
  }
  return { filters: { ...filters, from, to }, change, field, period }
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

export function FilterRow({
  use: { filters, change, field },
  children,
  csv,
  query,
}: FilterRowProps) {
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
        <ProjectChoice {...field('project', texts.project)} all={texts.allProjects} />
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
