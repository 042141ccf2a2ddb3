// The tabs of a page, of which one is shown; its name is in the address, unless it is the first.

import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFilters } from './filters.tsx'

interface PageTabsProps<Name extends string> {
  titles: Readonly<Record<Name, string>>
  /** In the order of the tabs. */
  contents: Readonly<Record<Name, () => ReactNode>>
  /** Beside the title of a tab. */
  markOf?: (name: Name) => ReactNode
}

export function PageTabs<Name extends string>({ titles, contents, markOf }: PageTabsProps<Name>) {
  const { filters, change } = useFilters(['tab'])
  const names = Object.keys(contents) as [Name, ...Name[]]
  const shown = names.find(name => name === filters.tab) ?? names[0]
  return (
    <Tabs
      value={shown}
      onChange={name => change({ tab: name === names[0] ? '' : (name ?? '') })}
      keepMounted={false}
    >
      <Tabs.List mb="lg" className="tab-row">
        {names.map(name => (
          <Tabs.Tab key={name} value={name} data-test={`tab-${name}`}>
            {titles[name]}
            {markOf?.(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown}>{contents[shown]()}</Tabs.Panel>
    </Tabs>
  )
}
