// The criteria of the round search. They are in the page's address, so that a search can be shared.

import { Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language.tsx'
import { TimeFilter } from '../../parts/filter-fields.tsx'
import { Section } from '../../parts/section.tsx'
import { ROUND_TEXTS } from './texts.ts'

export const FILTERS = [
  'roundId',
  'projectId',
  'playerId',
  'sessionId',
  'state',
  'from',
  'to',
] as const
export type RoundFilters = Record<(typeof FILTERS)[number], string>

interface SearchFormProps {
  filters: RoundFilters
  onFind: (filters: RoundFilters) => void
}

export function SearchForm({ filters, onFind }: SearchFormProps) {
  const texts = useTexts(ROUND_TEXTS)
  const [asked, setAsked] = useState(filters)
  const set = (changed: Partial<RoundFilters>) => setAsked({ ...asked, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFind(asked)
  }
  const clear = () =>
    onFind({ roundId: '', projectId: '', playerId: '', sessionId: '', state: '', from: '', to: '' })
  const field = (name: keyof RoundFilters) => ({
    name,
    value: asked[name],
    autoComplete: 'off',
    spellCheck: false,
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
          <TextInput
            {...field('playerId')}
            label={texts.player}
            description={texts.playerNote}
            required={false}
          />
          {asked.sessionId !== '' && (
            <TextInput {...field('sessionId')} label={texts.facts.session} />
          )}
          <Select
            label={texts.state}
            data={states}
            value={asked.state === '' ? null : asked.state}
            onChange={state => set({ state: state ?? '' })}
            placeholder={texts.anyState}
            clearable
            clearButtonProps={{ 'aria-label': texts.clear }}
          />
          <TimeFilter label={texts.from} value={asked.from} onChange={from => set({ from })} />
          <TimeFilter label={texts.to} value={asked.to} onChange={to => set({ to })} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={clear}>
            {texts.clear}
          </Button>
          <Button type="submit">{texts.find}</Button>
        </Group>
      </form>
    </Section>
  )
}
