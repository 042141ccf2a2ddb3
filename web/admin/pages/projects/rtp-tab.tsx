// The RTP of a project: each provider's level, personal levels, and the adaptive rule, which is
// labelled as not certifiable.

import { Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { AdaptiveRule, ProviderRtp } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import { MinorInput } from '../../parts/minor-input.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { defaultsOf, schemaOf, WholeInput } from './setting-field.tsx'
import { Problem, type TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

const NONE = defaultsOf(schemaOf('rtp', 'any')) as ProviderRtp
const [LEAST_BPS, MOST_BPS] = schemaOf('rtp', 'any', 'level')['x-range-bps']!
const RULE_SCHEMA = schemaOf('rtp', 'any', 'adaptive')
const RULE = defaultsOf(RULE_SCHEMA) as AdaptiveRule
const PERCENTS = ['lowerAbove', 'restoreBelow', 'step', 'floorBelowStart'] as const

export function RtpTab(props: TabProps) {
  const { rtp } = useTexts(PROJECT_TEXTS)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {rtp.note}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="lg" verticalSpacing="lg">
        {props.choices.providers.map(provider => (
          <Provider key={provider} {...props} provider={provider} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

type ProviderProps = TabProps & { provider: string }

function Provider(props: ProviderProps) {
  const { provider, draft, choices, mayChange, problemOf, fieldOf } = props
  const { rtp: texts } = useTexts(PROJECT_TEXTS)
  const rtp = draft.values.rtp[provider] ?? NONE
  const change = (changed: Partial<ProviderRtp>) =>
    draft.set('rtp', sorted({ ...draft.values.rtp, [provider]: { ...rtp, ...changed } }))
  const games = choices.games.filter(game => game.provider === provider).map(({ name }) => name)
  return (
    <Section title={provider} note={fill(texts.games, { names: games.join(', ') })}>
      <TextInput
        label={texts.level}
        description={fill(texts.levelNote, { from: LEAST_BPS / 100, to: MOST_BPS / 100 })}
        {...fieldOf(`rtp.${provider}.level`)}
        value={rtp.level ?? ''}
        onChange={event => change({ level: percentOf(event.currentTarget.value) || null })}
        inputMode="decimal"
      />
      <Switch
        label={texts.personal}
        description={texts.personalNote}
        checked={rtp.personal}
        onChange={event => change({ personal: event.currentTarget.checked })}
        disabled={!mayChange}
      />
      <Switch
        label={texts.adaptive}
        description={texts.adaptiveNote}
        checked={rtp.adaptive !== null}
        onChange={event => change({ adaptive: event.currentTarget.checked ? RULE : null })}
        disabled={!mayChange}
      />
      <div data-test="not-certifiable">
        <Group gap="xs" mb={4}>
          <StateBadge tone="warning" text={texts.notCertifiable} />
        </Group>
        <Text size="xs" c="dimmed">
          {texts.notCertifiableNote}
        </Text>
      </div>
      {rtp.adaptive !== null && (
        <Rule {...props} rule={rtp.adaptive} onChange={adaptive => change({ adaptive })} />
      )}
      <Problem text={problemOf(`rtp.${provider}.adaptive`)} />
    </Section>
  )
}

interface RuleProps extends ProviderProps {
  rule: AdaptiveRule
  onChange: (rule: AdaptiveRule) => void
}

function Rule({ rule, onChange, provider, choices, mayChange, problemOf }: RuleProps) {
  const { rtp: texts } = useTexts(PROJECT_TEXTS)
  /** The sentence of the problem is below the rule. */
  const marked = (name: string) => ({
    error: problemOf(`rtp.${provider}.adaptive.${name}`) !== undefined,
    disabled: !mayChange,
  })
  const setTurnover = (currency: keyof AdaptiveRule['minTurnover'], minor: string) => {
    const { [currency]: _, ...others } = rule.minTurnover
    onChange({ ...rule, minTurnover: minor === '' ? others : { ...others, [currency]: minor } })
  }
  return (
    <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
      <WholeInput
        schema={RULE_SCHEMA.properties!.windowRounds!}
        label={texts.windowRounds}
        value={rule.windowRounds}
        onChange={typed => onChange({ ...rule, windowRounds: typed ?? Number.NaN })}
        {...marked('windowRounds')}
      />
      {PERCENTS.map(name => (
        <TextInput
          key={name}
          label={texts[name]}
          value={rule[name]}
          onChange={event => onChange({ ...rule, [name]: percentOf(event.currentTarget.value) })}
          {...marked(name)}
          inputMode="decimal"
        />
      ))}
      {choices.currencies.map(currency => (
        <MinorInput
          key={currency}
          label={fill(texts.minTurnover, { currency })}
          minor={rule.minTurnover[currency] ?? ''}
          onChange={minor => setTurnover(currency, minor)}
          {...marked(`minTurnover.${currency}`)}
        />
      ))}
    </SimpleGrid>
  )
}

const percentOf = (typed: string) => typed.trim().replace(',', '.')

/** In the platform's order, without providers that have no setting. */
function sorted(rtp: Record<string, ProviderRtp>): Record<string, ProviderRtp> {
  const set = Object.entries(rtp).filter(
    ([, { level, personal, adaptive }]) => level !== null || personal || adaptive !== null,
  )
  return Object.fromEntries(set.sort(([a], [b]) => (a < b ? -1 : 1)))
}
