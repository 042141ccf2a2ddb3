// The search for rounds of every project.

import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { RoundRow } from '../../../../src/admin/rounds/schema.ts'
import { useTexts } from '../../language.tsx'
import { KeysetTable } from '../../parts/data-table.tsx'
import { ChoiceFilter, TimeFilter, useFilters, withoutFilters } from '../../parts/filters.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Section } from '../../parts/section.tsx'
import { useKeysetList } from '../../queries.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { useRoundColumns } from './round-columns.tsx'
import { ROUND_TEXTS } from './texts.ts'

const FILTERS = ['roundId', 'projectId', 'playerId', 'sessionId', 'state', 'from', 'to'] as const
type RoundFilters = Record<(typeof FILTERS)[number], string>

export default function RoundsPage() {
  const texts = useTexts(ROUND_TEXTS)
  const { filters, change } = useFilters(FILTERS)
  const list = useKeysetList<RoundRow>('/rounds', filters)
  const columns = useRoundColumns()
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <Stack gap="lg">
        <SearchForm key={JSON.stringify(filters)} filters={filters} onFind={change} />
        <KeysetTable
          label={texts.title}
          list={list}
          columns={columns}
          rowId={row => row.roundId}
          empty={texts.none}
        />
      </Stack>
    </>
  )
}

interface SearchFormProps {
  filters: RoundFilters
  onFind: (filters: RoundFilters) => void
}

function SearchForm({ filters, onFind }: SearchFormProps) {
  const texts = useTexts(ROUND_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const [asked, setAsked] = useState(filters)
  const set = (changed: Partial<RoundFilters>) => setAsked({ ...asked, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(asked)
  }
  const field = (name: keyof RoundFilters) => ({
    name,
    value: asked[name],
    onChange: (event: FormEvent<HTMLInputElement>) => set({ [name]: event.currentTarget.value }),
  })
  const states = Object.entries({ ...texts.searched, ...texts.states }).map(([value, label]) => ({
    value,
    label,
  }))
  return (
    <Section title={texts.filters}>
      <form onSubmit={submit}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          <TextInput {...field('roundId')} label={texts.roundId} description={texts.roundIdNote} />
          <TextInput {...field('projectId')} label={texts.project} />
          <TextInput {...field('playerId')} label={texts.player} description={texts.playerNote} />
          {asked.sessionId !== '' && <TextInput {...field('sessionId')} label={texts.session} />}
          <ChoiceFilter
            label={texts.state}
            data={states}
            value={asked.state}
            onChange={state => set({ state })}
          />
          <TimeFilter label={texts.from} value={asked.from} onChange={from => set({ from })} />
          <TimeFilter label={texts.to} value={asked.to} onChange={to => set({ to })} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={() => onFind(withoutFilters(FILTERS))}>
            {parts.clear}
          </Button>
          <Button type="submit">{texts.find}</Button>
        </Group>
      </form>
    </Section>
  )
}
