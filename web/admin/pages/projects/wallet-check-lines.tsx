// What each check of a run found, with its calls, which unfold. The kit's own explanations are in
// English.

import { Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type {
  WalletCheckCall,
  WalletCheckResult,
} from '../../../../src/admin/wallet-checks/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Body } from '../../parts/body.tsx'
import { printDuration } from '../../parts/print.ts'
import { FactList, StateBadge, type Tone, visible } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { WALLET_CHECK_TEXTS } from './wallet-check-texts.ts'
import { UKRAINIAN_CHECKS, UKRAINIAN_GROUPS } from './wallet-check-texts-uk.ts'

interface ChecksProps {
  checks: readonly WalletCheckResult[]
  calls: readonly WalletCheckCall[]
}

export function Checks({ checks, calls }: ChecksProps) {
  const { language } = useLanguage()
  const groups = [...new Set(checks.map(({ group }) => group))]
  const titleOf = (group: string) =>
    language === 'uk' ? (UKRAINIAN_GROUPS[group] ?? group) : group
  return groups.map(group => (
    <section key={group} aria-label={titleOf(group)}>
      <Title order={3} mb={6}>
        {titleOf(group)}
      </Title>
      <ul className="checks">
        {checks
          .filter(check => check.group === group)
          .map(check => (
            <li key={check.name} data-check={check.name} data-outcome={check.outcome}>
              <CheckLine
                // A check that has ended is folded, unless it failed.
                key={check.outcome}
                check={check}
                calls={calls.filter(call => call.check === check.name)}
              />
            </li>
          ))}
      </ul>
    </section>
  ))
}

const CHECK_TONES: Readonly<Record<WalletCheckResult['outcome'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  advice: 'warning',
  'not-made': 'neutral',
  running: 'busy',
}

function CheckLine({ check, calls }: { check: WalletCheckResult; calls: ChecksProps['calls'] }) {
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const { language } = useLanguage()
  const { name, title, outcome, reason, durationMs } = check
  const shown = language === 'uk' ? (UKRAINIAN_CHECKS[name] ?? title) : title
  const took = outcome === 'running' ? '' : `, ${printDuration(durationMs, language)}`
  const head = (
    <>
      <StateBadge tone={CHECK_TONES[outcome]} text={texts.checkOutcomes[outcome]} />
      <span>{shown}</span>
      <span className="faint">{fill(texts.callCount, { count: calls.length }) + took}</span>
    </>
  )
  return (
    <Fold head={head} isOpen={outcome === 'failed' || outcome === 'running'}>
      {reason !== null && (
        <Text size="sm" lang="en">
          {reason}
        </Text>
      )}
      <Failure check={check} />
      {calls.map((call, number) => (
        // Calls are only added at the end.
        // biome-ignore lint/suspicious/noArrayIndexKey: the number of a call is its identity
        <CallLine key={number} call={call} />
      ))}
    </Fold>
  )
}

function Failure({ check: { failure } }: { check: WalletCheckResult }) {
  const { failed } = useTexts(WALLET_CHECK_TEXTS)
  if (failure === null) return null
  const { sent, expected, got, contract, fix } = failure
  const text = (value: string) => value !== '' && <span lang="en">{visible(value)}</span>
  return (
    <FactList
      className="labelled"
      facts={[
        [failed.sent, text(sent)],
        [failed.expected, text(expected)],
        [failed.got, text(got)],
        [failed.contract, text(contract)],
        [failed.fix, text(fix)],
      ]}
    />
  )
}

function CallLine({ call }: { call: WalletCheckCall }) {
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const { language } = useLanguage()
  const { method, code, detail, httpStatus, latencyMs, requestBody, answerBody } = call
  const head = (
    <>
      <span className="code">{method}</span>
      <StateBadge tone={code === 'OK' ? 'good' : 'neutral'} text={code} />
      <span className="faint">
        {httpStatus === null ? texts.noAnswer : `HTTP ${httpStatus}`},{' '}
        {printDuration(latencyMs, language)}
      </span>
    </>
  )
  return (
    <Fold head={head}>
      {detail !== null && <Text size="sm">{visible(detail)}</Text>}
      <BodyPart title={texts.sent} text={requestBody} />
      <BodyPart title={texts.answered} text={answerBody} />
    </Fold>
  )
}

function BodyPart({ title, text }: { title: string; text: string | null }) {
  const { noBody } = useTexts(WALLET_CHECK_TEXTS)
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600} mb={4}>
        {title}
      </Text>
      {text === null ? <Text size="sm">{noBody}</Text> : <Body label={title} text={text} />}
    </div>
  )
}

interface FoldProps {
  head: ReactNode
  /** From the start. */
  isOpen?: boolean
  children: ReactNode
}

/** What is folded is not in the page: a run has hundreds of bodies. */
function Fold({ head, isOpen = false, children }: FoldProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  return (
    <details
      className="check-line"
      open={isUnfolded}
      onToggle={event => setUnfolded(event.currentTarget.open)}
    >
      <summary>
        <span className="check-head">{head}</span>
      </summary>
      {isUnfolded && <div className="check-inside">{children}</div>}
    </details>
  )
}
