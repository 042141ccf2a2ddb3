// The money that a round moved, from the balance before it to the balance after it.

import { Text } from '@mantine/core'
import type { RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { CallsLink } from '../../parts/links.tsx'
import { printMoney } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { Amount, type Fact, FactList, StateBadge, type Tone } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { ROUND_TEXTS } from './texts.ts'

type Operation = RoundDetail['operations'][number]

const TONES: Readonly<Record<Operation['status'], Tone>> = {
  planned: 'busy',
  sent: 'busy',
  unknown: 'warning',
  confirmed: 'good',
  rejected: 'neutral',
}

export function MoneyBox({ round }: { round: RoundDetail }) {
  const { money, operations: names } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const { operations, currency } = round
  const ofKind = (kind: Operation['kind']): readonly Fact[] =>
    operations
      .filter(each => each.kind === kind)
      .map(each => [names[kind], <Moved key={kind} operation={each} round={round} />])
  const balance = (minor: string | null) =>
    minor === null ? money.unknown : <Amount minor={minor} currency={currency} />
  return (
    <Section title={money.title}>
      {round.grantId !== null && (
        <Text size="sm">
          {fill(money.ofGrant, { stake: printMoney(round.stakeMinor, currency, language) })}
        </Text>
      )}
      <FactList
        facts={[
          [money.before, balance(round.balanceBeforeMinor)],
          ...ofKind('bet'),
          [money.afterBet, balance(round.balanceAfterBetMinor)],
          ...ofKind('win'),
          ...ofKind('refund'),
          [money.after, balance(round.balanceAfterMinor)],
        ]}
      />
    </Section>
  )
}

function Moved({ operation, round }: { operation: Operation; round: RoundDetail }) {
  const { money, statuses } = useTexts(ROUND_TEXTS)
  const { kind, amountMinor, status, unclear } = operation
  const { projectId: project, roundId, currency } = round
  const signed = kind === 'bet' ? `-${amountMinor}` : amountMinor
  return (
    <span data-test={`money-${kind}`}>
      <StateBadge tone={TONES[status]} text={statuses[status]} />{' '}
      <b>
        <Amount minor={signed === '-0' ? '0' : signed} currency={currency} />
      </b>
      {unclear > 0 && (
        <Text size="xs" c="dimmed">
          <CallsLink of={{ project, roundId, method: kind, outcome: 'failed' }}>
            {fill(money.unclear, { count: unclear })}
          </CallsLink>
        </Text>
      )}
    </span>
  )
}
