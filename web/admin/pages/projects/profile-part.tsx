// A project's jurisdiction profile: the preset, and each rule with a mark where it differs from the
// preset. The shortest duration of a round is the spin pace, which is shown here too.

import { Button, Group, Select, SimpleGrid, Switch, Text, TextInput } from '@mantine/core'
import type { PlayPreset, PlayProfile } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { PROFILE_TEXTS } from './profile-texts.ts'
import { SettingField, schemaOf, WholeInput } from './setting-field.tsx'
import { Problem, type TabProps } from './tab.tsx'

type Rules = Omit<PlayPreset, 'minRoundMs'>

interface ProfileProps extends TabProps {
  /** The rules of the chosen preset. */
  preset: PlayPreset
  ruleOf<Name extends keyof Rules>(name: Name): Rules[Name]
  set<Name extends keyof Rules>(name: Name, value: Rules[Name]): void
}

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
function PresetChoice({ draft, choices, fieldOf }: TabProps) {
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
      {...fieldOf('playProfile.preset')}
      data={data}
      value={playProfile.preset}
      onChange={preset =>
        draft.set('playProfile', { preset: preset as PlayProfile['preset'], ...pages })
      }
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
  const { draft, preset, set, ruleOf, fieldOf } = props
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
              {...fieldOf(`playProfile.${name}`)}
              checked={ruleOf(name)}
              onChange={event => set(name, event.currentTarget.checked)}
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

function RealityCheck({ preset, set, ruleOf, mayChange, fieldOf }: ProfileProps) {
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
          disabled={!mayChange}
        />
        {minutes !== preset.realityCheckMinutes && <Differs />}
      </Group>
      {minutes !== null && (
        <WholeInput
          schema={schemaOf('playProfile', 'realityCheckMinutes')}
          label={texts.checkMinutes}
          {...fieldOf('playProfile.realityCheckMinutes')}
          value={minutes}
          onChange={typed => set('realityCheckMinutes', typed ?? Number.NaN)}
        />
      )}
    </SimpleGrid>
  )
}

function Exit({ set, ruleOf, fieldOf }: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  return (
    <TextInput
      label={texts.exitUrl}
      description={texts.exitNote}
      {...fieldOf('playProfile.exitUrl')}
      value={ruleOf('exitUrl') ?? ''}
      onChange={event => set('exitUrl', event.currentTarget.value || null)}
      inputMode="url"
    />
  )
}

const MOST = schemaOf('playProfile', 'helpLinks').maxItems ?? 0

/** The links to help and rules that the operator's players see in a game. */
function HelpLinks({ set, ruleOf, mayChange, problemOf, fieldOf }: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const links = ruleOf('helpLinks')
  const change = (index: number, changed: object) =>
    set(
      'helpLinks',
      links.map((link, each) => (each === index ? { ...link, ...changed } : link)),
    )
  const linkField = (index: number, name: string) =>
    fieldOf(`playProfile.helpLinks[${index}].${name}`)
  return (
    <div data-rule="helpLinks">
      {links.map(({ label, url }, index) => (
        // Links have no id other than their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={index} gap="sm" align="end" mb="sm" wrap="wrap">
          <TextInput
            label={`${texts.help}: ${texts.label}`}
            {...linkField(index, 'label')}
            value={label}
            onChange={event => change(index, { label: event.currentTarget.value })}
          />
          <TextInput
            label={texts.address}
            {...linkField(index, 'url')}
            value={url}
            onChange={event => change(index, { url: event.currentTarget.value })}
            inputMode="url"
          />
          {mayChange && (
            <Button
              variant="default"
              aria-label={`${texts.remove}: ${label}`}
              onClick={() =>
                set(
                  'helpLinks',
                  links.filter((_, each) => each !== index),
                )
              }
            >
              ×
            </Button>
          )}
        </Group>
      ))}
      {mayChange && links.length < MOST && (
        <Button
          variant="default"
          size="xs"
          onClick={() => set('helpLinks', [...links, { label: '', url: 'https://' }])}
        >
          {texts.help}: {texts.add}
        </Button>
      )}
      {links.length > 0 && <Problem text={problemOf('playProfile.helpLinks')} />}
    </div>
  )
}
