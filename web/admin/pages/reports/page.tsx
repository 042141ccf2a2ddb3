// The reports, each in its own tab: GGR, rounds, reconciliation, and theoretical against actual
// RTP.

import { useTexts } from '../../language.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { useReportFilters } from './filters.tsx'
import { GgrTab } from './ggr-tab.tsx'
import { ReconciliationTab } from './reconciliation-tab.tsx'
import { ReturnsTab } from './returns-tab.tsx'
import { RoundsTab } from './rounds-tab.tsx'
import { REPORT_TEXTS } from './texts.ts'

export default function ReportsPage() {
  const texts = useTexts(REPORT_TEXTS)
  const use = useReportFilters()
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <PageTabs
        titles={texts.tabs}
        contents={{
          ggr: () => <GgrTab use={use} />,
          rounds: () => <RoundsTab use={use} />,
          reconciliation: () => <ReconciliationTab use={use} />,
          returns: () => <ReturnsTab use={use} />,
        }}
      />
    </>
  )
}
