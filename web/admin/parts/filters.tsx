// The filters of a list, which are kept in the page's address, so that they survive a reload and
// can be shared; and their fields.

import { Button, CloseButton, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { chosenZone, fieldOf, momentOf } from '../time-zone.ts'
import { Icon } from './icons.tsx'

/**
 * Filter names with their values; empty ones are not in the address. `field`: the props of a
 * filter's field.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = withValues(names, name => params.get(name) ?? '')
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
  const field = (name: Name, label: string): FilterFieldProps => ({
    label,
    value: filters[name],
    onChange: value => change({ [name]: value } as Partial<Record<Name, string>>),
  })
  return { filters, change, field, isFiltered: names.some(name => filters[name] !== '') }
}

/** No filter is set. */
export const withoutFilters = <Name extends string>(names: readonly Name[]) =>
  withValues(names, () => '')

function withValues<Name extends string>(names: readonly Name[], read: (name: Name) => string) {
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, string>
}

interface FilterBarProps {
  /** Some filter is set: phones then show the filters from the start. */
  isFiltered: boolean
  children: ReactNode
}

/** Side by side if there is room, behind a button on phones. */
export function FilterBar({ isFiltered, children }: FilterBarProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [isOpen, { toggle }] = useDisclosure(isFiltered)
  return (
    <search>
      <Button
        hiddenFrom="sm"
        variant="default"
        mb="sm"
        aria-expanded={isOpen}
        leftSection={<Icon name="search" size={16} />}
        onClick={toggle}
      >
        {parts.filters}
      </Button>
      <SimpleGrid
        className="filters"
        data-open={isOpen}
        cols={{ base: 1, xs: 2, md: 3, lg: 5 }}
        spacing="sm"
        mb="md"
      >
        {children}
      </SimpleGrid>
    </search>
  )
}

interface FilterFieldProps {
  label: string
  /** Empty: no filter. */
  value: string
  onChange: (value: string) => void
}

const TYPING_MS = 350

interface TextFilterProps extends FilterFieldProps {
  placeholder?: string
  /** `left`: by leaving the field or Enter, where a part of the text is refused or costs much. */
  appliedWhen?: 'typing pauses' | 'left'
}

export function TextFilter({
  label,
  value,
  onChange,
  placeholder,
  appliedWhen = 'typing pauses',
}: TextFilterProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the wait
  useEffect(() => {
    if (typed === value || appliedWhen === 'left') return
    const { pathname } = location
    const timer = setTimeout(() => {
      // A page that was left stays until the next one has loaded.
      if (location.pathname === pathname) onChange(typed)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const clear = () => {
    setTyped('')
    onChange('')
  }
  const apply = () => {
    if (typed !== value) onChange(typed)
  }
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={event => setTyped(event.currentTarget.value)}
      onBlur={appliedWhen === 'left' ? apply : undefined}
      onKeyDown={event => {
        if (event.key === 'Enter') apply()
      }}
      rightSection={
        typed !== '' && (
          <CloseButton size="sm" aria-label={`${parts.clear}: ${label}`} onClick={clear} />
        )
      }
    />
  )
}

interface ChoiceFilterProps extends FilterFieldProps {
  data: readonly string[] | readonly { value: string; label: string }[]
}

/** One of the options, or any. */
export function ChoiceFilter({ label, value, onChange, data }: ChoiceFilterProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  return (
    <Select
      label={label}
      placeholder={parts.any}
      data={[...data] as string[]}
      value={value === '' ? null : value}
      onChange={chosen => onChange(chosen ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${parts.clear}: ${label}` }}
      maxDropdownHeight={320}
    />
  )
}

/** `value` is ISO 8601, UTC; it is shown and typed in the account's zone, which the label names. */
export function TimeFilter({ label, value, onChange }: FilterFieldProps) {
  return (
    <TextInput
      label={`${label} (${chosenZone()})`}
      type="datetime-local"
      value={fieldOf(value)}
      onChange={event => onChange(momentOf(event.currentTarget.value))}
    />
  )
}
