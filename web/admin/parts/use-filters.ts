// Filters of a list in the page's own address, so that they survive a reload and can be passed on.

import { useSearchParams } from 'wouter'

/** Names with the values of the address; empty ones are not in it. */
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
