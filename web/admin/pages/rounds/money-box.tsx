// The money that a round moved, from the balance before it to the balance after it.

import { Stack, Text } from '@mantine/core'
import type { RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { CallsLink } from '../../parts/links.tsx'
import { printMoney } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge, type Tone } from '../../parts/state-badge.tsx'
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
  const { money } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const { operations, currency } = round
  const ofKind = (kind: Operation['kind']): readonly Fact[] =>
    operations
      .filter(each => each.kind === kind)
      .map(each => [money[kind], <Moved key={kind} operation={each} round={round} />])
  const balance = (minor: string | null) =>
    minor === null ? money.unknown : <Amount minor={minor} currency={currency} />
  return (
    <Section title={money.title}>
      <Stack gap="sm">
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
      </Stack>
    </Section>
  )
}

function Moved({ operation, round }: { operation: Operation; round: RoundDetail }) {
  const { money, statuses } = useTexts(ROUND_TEXTS)
  const { kind, amountMinor, status, unclear } = operation
  const signed = kind === 'bet' ? `-${amountMinor}` : amountMinor
  return (
    <span data-test={`money-${kind}`}>
      <StateBadge tone={TONES[status]} text={statuses[status]} />{' '}
      <b>
        <Amount minor={signed === '-0' ? '0' : signed} currency={round.currency} />
      </b>
      {unclear > 0 && (
        <Text size="xs" c="dimmed">
          <CallsLink
            of={{
              project: round.projectId,
              roundId: round.roundId,
              method: kind,
              outcome: 'failed',
            }}
          >
            {fill(money.unclear, { count: unclear })}
          </CallsLink>
        </Text>
      )}
    </span>
  )
}
