// The filters of a list: side by side if there is room, behind a button on phones.

import { Button, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'

interface FilterBarProps {
  /** Some filter is set: phones then show the filters from the start. */
  isFiltered?: boolean
  children: ReactNode
}

export function FilterBar({ isFiltered = false, children }: FilterBarProps) {
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
