// How the operators' wallets answer.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OverviewWallet } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { CallsLink } from '../../parts/links.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { printDuration, printNumber } from '../../parts/print.ts'
import { TableSection } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'

/** From this share of calls without a clear answer a wallet no longer counts as healthy. */
const UNSTEADY_FROM = 0.005
const FAILING_FROM = 0.05
/** The label under which the platform groups all projects after the first ones. */
const OTHERS = 'other'

export function Wallets({ wallets }: { wallets: readonly OverviewWallet[] }) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const duration = (ms: number | null) => (ms === null ? '–' : printDuration(ms, language))
  const columns: Column<OverviewWallet>[] = [
    {
      header: texts.project,
      sortBy: ({ projectId }) => projectId,
      cell: ({ projectId }) =>
        projectId === OTHERS ? texts.otherProjects : <ProjectName projectId={projectId} />,
    },
    { header: texts.health, cell: wallet => <Health {...wallet} /> },
    {
      header: texts.calls,
      align: 'right',
      sortBy: ({ callsPerSecond }) => callsPerSecond,
      cell: ({ projectId, callsPerSecond }) => (
        <Calls projectId={projectId}>
          {printNumber(callsPerSecond, language, { maximumFractionDigits: 1 })}
        </Calls>
      ),
    },
    {
      header: texts.failed,
      align: 'right',
      sortBy: ({ failedShare }) => failedShare,
      cell: ({ projectId, failedShare, callsPerSecond }) => (
        <Calls projectId={projectId} outcome="failed">
          {callsPerSecond === 0
            ? '–'
            : printNumber(failedShare, language, { style: 'percent', maximumFractionDigits: 2 })}
        </Calls>
      ),
    },
    { header: texts.half, align: 'right', cell: ({ p50 }) => duration(p50) },
    {
      header: texts.nearlyAll,
      align: 'right',
      sortBy: ({ p99 }) => p99 ?? 0,
      cell: ({ p99 }) => duration(p99),
    },
  ]
  return (
    <TableSection
      title={texts.wallets}
      note={texts.walletsNote}
      columns={columns}
      rows={wallets}
      rowId={({ projectId }) => projectId}
      empty={texts.noWallets}
    />
  )
}

interface CallsProps {
  projectId: string
  outcome?: string
  children: ReactNode
}

function Calls({ projectId, outcome, children }: CallsProps) {
  if (projectId === OTHERS) return children
  return <CallsLink of={{ project: projectId, outcome }}>{children}</CallsLink>
}

function Health({ failedShare, failingAt }: OverviewWallet) {
  const texts = useTexts(OVERVIEW_TEXTS)
  if (failingAt !== null) {
    return (
      <>
        <StateBadge tone="bad" text={texts.failing} />{' '}
        <Text span size="xs" c="dimmed">
          {texts.failingAt} <Time at={failingAt} ago />
        </Text>
      </>
    )
  }
  if (failedShare >= FAILING_FROM) return <StateBadge tone="bad" text={texts.failing} />
  if (failedShare >= UNSTEADY_FROM) return <StateBadge tone="warning" text={texts.unsteady} />
  return <StateBadge tone="good" text={texts.healthy} />
}
