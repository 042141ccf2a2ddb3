// How the operators' wallets answer.

import type { OverviewWallet } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ProjectLink } from '../../parts/links.tsx'
import { printDuration, printNumber } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'

/** Shares of calls without a clear answer, from which a wallet is no longer called healthy. */
const UNSTEADY_FROM = 0.005
const FAILING_FROM = 0.05
/** What the platform puts the projects past the first ones together under. */
const OTHERS = 'other'

export function Wallets({ wallets }: { wallets: readonly OverviewWallet[] }) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const duration = (ms: number) => printDuration(ms, language)
  const columns: Column<OverviewWallet>[] = [
    {
      id: 'project',
      header: texts.project,
      sortBy: ({ projectId }) => projectId,
      cell: ({ projectId }) =>
        projectId === OTHERS ? texts.otherProjects : <ProjectLink projectId={projectId} />,
    },
    { id: 'health', header: texts.health, cell: wallet => <Health {...wallet} /> },
    {
      id: 'calls',
      header: texts.calls,
      align: 'right',
      sortBy: ({ callsPerSecond }) => callsPerSecond,
      cell: ({ callsPerSecond }) =>
        printNumber(callsPerSecond, language, { maximumFractionDigits: 1 }),
    },
    {
      id: 'failed',
      header: texts.failed,
      align: 'right',
      sortBy: ({ failedShare }) => failedShare,
      cell: ({ failedShare }) =>
        printNumber(failedShare, language, { style: 'percent', maximumFractionDigits: 2 }),
    },
    { id: 'p50', header: texts.half, align: 'right', cell: ({ p50 }) => duration(p50) },
    {
      id: 'p99',
      header: texts.nearlyAll,
      align: 'right',
      sortBy: ({ p99 }) => p99,
      cell: ({ p99 }) => duration(p99),
    },
  ]
  return (
    <Section title={texts.wallets} note={texts.walletsNote}>
      <DataTable
        label={texts.wallets}
        columns={columns}
        rows={wallets}
        rowId={({ projectId }) => projectId}
        empty={texts.noWallets}
      />
    </Section>
  )
}

function Health({ failedShare }: OverviewWallet) {
  const texts = useTexts(OVERVIEW_TEXTS)
  if (failedShare >= FAILING_FROM) return <StateBadge tone="bad" text={texts.failing} />
  if (failedShare >= UNSTEADY_FROM) return <StateBadge tone="warning" text={texts.unsteady} />
  return <StateBadge tone="good" text={texts.healthy} />
}
