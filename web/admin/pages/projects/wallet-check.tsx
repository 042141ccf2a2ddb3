// One run of the wallet kit: its progress while it goes on, how it ended, and what it found.

import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  WalletCheckReport,
  WalletCheckRow,
} from '../../../../src/admin/wallet-checks/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useLive } from '../../live.ts'
import { ErrorNotice, Loaded, Waiting } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { FactList, StateBadge, Time, type Tone } from '../../parts/values.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { Checks } from './wallet-check-lines.tsx'
import { WALLET_CHECK_TEXTS } from './wallet-check-texts.ts'

type Outcome = WalletCheckRow['outcome']

const OUTCOME_TONES: Readonly<Record<NonNullable<Outcome>, Tone>> = {
  passed: 'good',
  failed: 'bad',
  stopped: 'neutral',
  late: 'warning',
  interrupted: 'warning',
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { outcomes } = useTexts(WALLET_CHECK_TEXTS)
  if (outcome === null) return <StateBadge tone="busy" text={outcomes.running} />
  return <StateBadge tone={OUTCOME_TONES[outcome]} text={outcomes[outcome]} />
}

interface PartProps {
  /** Of the project's runs, below /admin/api. */
  path: string
  row: WalletCheckRow
}

export function WalletCheckPart(props: PartProps) {
  return props.row.outcome === null ? <LiveReport {...props} /> : <EndedReport {...props} />
}

function EndedReport({ path, row }: PartProps) {
  const report = useAnswer<WalletCheckReport>(`${path}/${row.checkId}`)
  return <Loaded query={report}>{read => <Report path={path} report={read} />}</Loaded>
}

/** When the run has ended, the list is read again, and shows it as ended. */
function LiveReport({ path, row }: PartProps) {
  const frame = useTexts(FRAME_TEXTS)
  const queries = useQueryClient()
  const { message, state } = useLive(`${path}/${row.checkId}/live`, addReport)
  const hasEnded = message !== null && message.outcome !== null
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [path] })
  }, [hasEnded, path, queries])
  return (
    <>
      {state === 'lost' && !hasEnded && <StateBadge tone="warning" text={frame.live.lost} />}
      {message === null ? <Waiting /> : <Report path={path} report={message} />}
    </>
  )
}

/** A message has the calls since the one before. */
function addReport(before: WalletCheckReport | null, next: WalletCheckReport): WalletCheckReport {
  if (before === null) return next
  return { ...next, calls: [...before.calls.slice(0, next.fromCall), ...next.calls] }
}

interface ReportProps {
  path: string
  report: WalletCheckReport
}

function Report({ path, report }: ReportProps) {
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const { checks, calls, planned, outcome, endedAt } = report
  const made = checks.filter(check => check.outcome !== 'running').length
  const progress = fill(texts.progress, { made, planned, calls: calls.length })
  const isStoppable = useMay('wallet.check') && outcome === null
  return (
    <Section
      title={texts.report}
      note={<Time at={report.startedAt} />}
      actions={isStoppable && <Stop path={`${path}/${report.checkId}/stop`} report={report} />}
    >
      <Group gap="sm" data-test="wallet-check" data-outcome={outcome ?? 'running'}>
        <OutcomeBadge outcome={outcome} />
        <Text size="sm">{progress}</Text>
      </Group>
      {outcome === null ? (
        <Progress value={(100 * made) / planned} aria-label={progress} />
      ) : (
        <Text size="sm">{texts.outcomeNotes[outcome]}</Text>
      )}
      <FactList
        className="labelled"
        facts={[
          [texts.who, report.startedBy],
          [texts.player, `${report.playerId}, ${report.currency}`],
          [texts.address, report.callbackUrl],
          [texts.node, report.node],
          [texts.ended, endedAt !== null && <Time key="ended" at={endedAt} />],
        ]}
      />
      <Checks checks={checks} calls={calls} />
    </Section>
  )
}

function Stop({ path, report }: { path: string; report: WalletCheckReport }) {
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const stop = useChange(() => callAdmin('POST', path))
  const isAsked = report.isStopAsked || stop.isSuccess
  return (
    <Stack gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending}
        disabled={isAsked}
        onClick={() => stop.mutate(undefined)}
      >
        {isAsked ? texts.stopping : texts.stop}
      </Button>
      <ErrorNotice error={stop.error} />
    </Stack>
  )
}
