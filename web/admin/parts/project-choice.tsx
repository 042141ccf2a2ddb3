// A project picker by id, for pages about one project or about all.

import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ProjectPage } from '../../../src/admin/projects/schema.ts'
import { useTexts } from '../language.tsx'
import { useAnswer } from '../queries.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'

interface ProjectChoiceProps {
  label: string
  /** Empty: no choice, which means all projects when `all` is given. */
  value: string
  onChange: (projectId: string) => void
  /** Label of the option for all projects. */
  all?: string
}

const LISTED = 200
const TYPING_MS = 250
/** A value that can't be a project id. */
const MORE = ' more'

/** The first projects by id. */
export function useProjects() {
  return useFound('', true)
}

function useFound(search: string, enabled: boolean) {
  const query = { search, limit: LISTED }
  return useAnswer<ProjectPage>('/projects', { query, enabled, staleTime: 60_000 })
}

/** Lists the first projects; when there are more, also those whose id contains the typed text. */
export function ProjectChoice({ label, value, onChange, all }: ProjectChoiceProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, TYPING_MS)
  const first = useProjects().data
  const hasMore = first !== undefined && first.nextCursor !== null
  const found = useFound(search, hasMore && search !== '' && search !== all).data
  const ids = new Set(
    [...(first?.rows ?? []), ...(found?.rows ?? [])].map(({ projectId }) => projectId),
  )
  if (value !== '') ids.add(value)
  return (
    <Select
      label={label}
      searchable
      data={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...[...ids].sort().map(id => ({ value: id, label: id })),
        ...(hasMore ? [{ value: MORE, label: parts.moreProjects, disabled: true }] : []),
      ]}
      value={value}
      onChange={chosen => onChange(chosen ?? '')}
      onSearchChange={setTyped}
      nothingFoundMessage={parts.noProject}
      data-test="project"
    />
  )
}
