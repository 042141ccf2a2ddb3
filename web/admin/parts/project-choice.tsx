// The choice of a project by its id, for pages that are about one project, or about all.

import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ListedProject } from '../../../src/admin/projects/schema.ts'
import { callAdmin } from '../api.ts'

interface ProjectChoiceProps {
  label: string
  /** Empty: none is chosen, which means all where `all` is given. */
  value: string
  onChange: (projectId: string) => void
  /** What stands for all projects. */
  all?: string
}

const LISTED = 200

/** The first projects by id; others are reached by their own pages. */
export function useProjects() {
  return useQuery({
    queryKey: ['/projects', 'choice'],
    queryFn: ({ signal }) =>
      callAdmin<{ rows: ListedProject[] }>('GET', '/projects', {
        query: { limit: LISTED },
        signal,
      }),
    staleTime: 60_000,
  })
}

export function ProjectChoice({ label, value, onChange, all }: ProjectChoiceProps) {
  const { data } = useProjects()
  const ids = (data?.rows ?? []).map(({ projectId }) => projectId)
  const known = value === '' || ids.includes(value) ? ids : [...ids, value]
  const everything = all === undefined ? [] : [{ value: '', label: all }]
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      data={[...everything, ...known.map(id => ({ value: id, label: id }))]}
      value={value}
      onChange={chosen => onChange(chosen ?? '')}
      data-test="project"
    />
  )
}
