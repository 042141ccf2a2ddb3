// The reports, each in its own tab: rounds, GGR, reconciliation, and theoretical against actual
// RTP.

import { Tabs } from '@mantine/core'
import { useTexts } from '../../language.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useReportFilters } from './filters.tsx'
import { GgrTab } from './ggr-tab.tsx'
import { ReconciliationTab } from './reconciliation-tab.tsx'
import { ReturnsTab } from './returns-tab.tsx'
import { RoundsTab } from './rounds-tab.tsx'
import { REPORT_TEXTS } from './texts.ts'

const TABS = {
  ggr: GgrTab,
  rounds: RoundsTab,
  reconciliation: ReconciliationTab,
  returns: ReturnsTab,
}
type TabName = keyof typeof TABS
const NAMES = Object.keys(TABS) as TabName[]

export default function ReportsPage() {
  const texts = useTexts(REPORT_TEXTS)
  const use = useReportFilters()
  const chosen = NAMES.find(name => name === use.filters.tab) ?? 'ggr'
  const Shown = TABS[chosen]
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <Tabs value={chosen} onChange={tab => use.change({ tab: tab ?? '' })} keepMounted={false}>
        <Tabs.List mb="md">
          {NAMES.map(name => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {NAMES.map(name => (
          <Tabs.Panel key={name} value={name}>
            {name === chosen && <Shown use={use} />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
