// Filters of a list, kept in the page's address, so that they survive a reload and can be shared.

import { useSearchParams } from 'wouter'

/** Filter names with their values; empty ones are not in the address. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(names.map(name => [name, params.get(name) ?? ''])) as Record<
    Name,
    string
  >
  const change = (changed: Partial<Record<Name, string>>) => {
    setParams(
      before => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries<string | undefined>(changed)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  }
  return { filters, change, isFiltered: names.some(name => filters[name] !== '') }
}
