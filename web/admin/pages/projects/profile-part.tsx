// A project's jurisdiction profile: the preset, and each rule with a mark where it differs from the
// preset. The shortest duration of a round is the spin pace, which is shown here too.

import { Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { PlayProfile } from '../../../../src/admin/projects/schema.ts'
import type { PlayPreset } from '../../../../src/core/settings-schema.ts'
import { useTexts } from '../../language.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { fill } from '../../texts/bilingual.ts'
import { HelpLinks } from './help-links.tsx'
import type { ProfileProps, Rules } from './profile-props.ts'
import { PROFILE_TEXTS } from './profile-texts.ts'
import { SettingField, schemaOf } from './setting-field.tsx'
import type { TabProps } from './tab-props.ts'
import { WholeInput } from './whole-input.tsx'

type SwitchName = {
  [Name in keyof Rules]: Rules[Name] extends boolean ? Name : never
}[keyof Rules]

const ON_PLATFORM: readonly SwitchName[] = ['featureBuy', 'anteBet', 'gamble']
const IN_GAME = Object.entries(schemaOf('playProfile').properties!).flatMap(([name, { type }]) =>
  type === 'boolean' && !ON_PLATFORM.includes(name as SwitchName) ? [name as SwitchName] : [],
)
/** Modes that the list of disabled features can also contain. */
const MODE_OF: Partial<Record<SwitchName, string>> = {
  featureBuy: 'mode:buy',
  anteBet: 'mode:ante',
}
const FIRST_CHECK_MINUTES = 60

export function ProfilePart(props: TabProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const given = useProfile(props)
  return (
    <Section title={texts.title} note={texts.note}>
      <Stack gap="md">
        <PresetChoice {...props} />
        <Text size="sm" fw={600}>
          {texts.onPlatform}
        </Text>
        <Pace {...given} />
        <Switches {...given} names={ON_PLATFORM} />
        <Text size="sm" fw={600}>
          {texts.inGame}
        </Text>
        <Switches {...given} names={IN_GAME} />
        <RealityCheck {...given} />
        <Exit {...given} />
        <HelpLinks {...given} />
      </Stack>
    </Section>
  )
}

/** A rule that equals the preset is removed from the profile. */
function useProfile(props: TabProps): ProfileProps {
  const { draft, choices } = props
  const { playProfile } = draft.values
  const preset = choices.playPresets[playProfile.preset]!
  return {
    ...props,
    preset,
    set(name, value) {
      const { [name]: _, ...others } = playProfile
      const isOwn = JSON.stringify(value) !== JSON.stringify(preset[name])
      draft.set('playProfile', (isOwn ? { ...others, [name]: value } : others) as PlayProfile)
    },
    ruleOf: name => (playProfile[name] ?? preset[name]) as Rules[typeof name],
  }
}

/** Choosing another preset resets all rules to it; the operator's pages are kept. */
function PresetChoice({ draft, choices, isOwner, problemOf }: TabProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const { playProfile } = draft.values
  const { exitUrl, helpLinks } = playProfile
  const pages = {
    ...(exitUrl === undefined ? {} : { exitUrl }),
    ...(helpLinks === undefined ? {} : { helpLinks }),
  }
  const names = texts.presets as Readonly<Record<string, string>>
  const data = Object.keys(choices.playPresets).map(value => ({ value, label: names[value]! }))
  return (
    <Select
      label={texts.preset}
      error={problemOf('playProfile.preset')}
      data={data}
      value={playProfile.preset}
      onChange={preset => draft.set('playProfile', { preset: preset as PlayPreset, ...pages })}
      allowDeselect={false}
      disabled={!isOwner}
    />
  )
}

function Pace(props: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const ms = props.preset.minRoundMs
  const more = ms > 0 ? { more: fill(texts.leastTime, { ms }) } : {}
  return <SettingField {...props} {...more} name="spinPaceMs" />
}

function Switches({ names, ...props }: ProfileProps & { names: readonly SwitchName[] }) {
  const { draft, preset, set, ruleOf, isOwner, problemOf } = props
  const texts = useTexts(PROFILE_TEXTS)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
      {names.map(name => {
        const isListed = draft.values.disabled.includes(MODE_OF[name] ?? '')
        return (
          <Group key={name} gap="xs" wrap="nowrap" data-rule={name}>
            <Switch
              label={texts.rules[name]}
              description={isListed ? texts.switchedOff : undefined}
              error={problemOf(`playProfile.${name}`)}
              checked={ruleOf(name)}
              onChange={event => set(name, event.currentTarget.checked)}
              disabled={!isOwner}
            />
            {ruleOf(name) !== preset[name] && <Differs />}
          </Group>
        )
      })}
    </SimpleGrid>
  )
}

function Differs() {
  const { differs } = useTexts(PROFILE_TEXTS)
  return <StateBadge tone="warning" text={differs} />
}

function RealityCheck({ preset, set, ruleOf, isOwner, problemOf }: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const minutes = ruleOf('realityCheckMinutes')
  const first = preset.realityCheckMinutes ?? FIRST_CHECK_MINUTES
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} data-rule="realityCheckMinutes">
      <Group gap="xs" wrap="nowrap">
        <Switch
          label={texts.check}
          checked={minutes !== null}
          onChange={event => set('realityCheckMinutes', event.currentTarget.checked ? first : null)}
          disabled={!isOwner}
        />
        {minutes !== preset.realityCheckMinutes && <Differs />}
      </Group>
      {minutes !== null && (
        <WholeInput
          schema={schemaOf('playProfile', 'realityCheckMinutes')}
          label={texts.checkMinutes}
          error={problemOf('playProfile.realityCheckMinutes')}
          value={minutes}
          onChange={typed => set('realityCheckMinutes', typed ?? Number.NaN)}
          disabled={!isOwner}
        />
      )}
    </SimpleGrid>
  )
}

function Exit({ set, ruleOf, isOwner, problemOf }: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  return (
    <TextInput
      label={texts.exitUrl}
      description={texts.exitNote}
      error={problemOf('playProfile.exitUrl')}
      value={ruleOf('exitUrl') ?? ''}
      onChange={event => set('exitUrl', event.currentTarget.value || null)}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      disabled={!isOwner}
    />
  )
}
