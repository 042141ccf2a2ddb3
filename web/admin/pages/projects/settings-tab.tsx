// Settings of the whole project: its operator, the games and features offered, quotas, rounds,
// embedding.

import { Group, Select, SimpleGrid, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core'
import type { RateClass } from '../../../../src/core/settings-schema.ts'
import { useTexts } from '../../language.tsx'
import { Section } from '../../parts/section.tsx'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { ConnectionTestPart } from './connection-test.tsx'
import { ProfilePart } from './profile-part.tsx'
import { PLAIN_SETTINGS, SettingField, schemaOf, WholeInput } from './setting-field.tsx'
import { Problem, type TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function SettingsTab(props: TabProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing="lg">
      <Stack gap="lg">
        <Operator {...props} />
        <Rounds {...props} />
      </Stack>
      <Stack gap="lg">
        <Offered {...props} />
        <Quotas {...props} />
        <Embedding {...props} />
      </Stack>
      <ProfilePart {...props} />
    </SimpleGrid>
  )
}

function Operator(props: TabProps) {
  const { read, draft, choices, fieldOf } = props
  const mayTest = useMay('wallet.test')
  const callback = fieldOf('callbackUrl')
  const { settings, values: names } = useTexts(PROJECT_TEXTS)
  const { values } = draft
  return (
    <Section title={settings.operator}>
      <TextInput
        label={names.callbackUrl}
        description={fill(settings.callbackNote, { url: values.callbackUrl })}
        {...callback}
        value={values.callbackUrl}
        onChange={event => draft.set('callbackUrl', event.currentTarget.value)}
        disabled={callback.disabled || read.internal}
        inputMode="url"
      />
      <TagsInput
        label={names.allowedNetworks}
        description={settings.networksNote}
        {...fieldOf('allowedNetworks')}
        value={values.allowedNetworks}
        onChange={networks => draft.set('allowedNetworks', networks)}
      />
      <Select
        label={names.defaultLanguage}
        description={settings.languageNote}
        {...fieldOf('defaultLanguage')}
        data={choices.languages}
        value={values.defaultLanguage}
        onChange={language => draft.set('defaultLanguage', language ?? '')}
      />
      {mayTest && (
        <ConnectionTestPart
          read={read}
          currencies={choices.currencies}
          isUnsaved={draft.edits.callbackUrl !== undefined}
        />
      )}
    </Section>
  )
}

/** Only disabled features are listed; enabled ones are not. */
function useSwitch({ draft, mayChange }: TabProps) {
  const { disabled } = draft.values
  return (name: string) => ({
    checked: !disabled.includes(name),
    disabled: !mayChange,
    onChange: () =>
      draft.set(
        'disabled',
        disabled.includes(name) ? disabled.filter(each => each !== name) : [...disabled, name],
      ),
  })
}

function Offered(props: TabProps) {
  const { choices, mayChange, problemOf } = props
  const { settings } = useTexts(PROJECT_TEXTS)
  const switchOf = useSwitch(props)
  return (
    <Section title={settings.games} note={settings.gamesNote}>
      {choices.providers.map(provider => (
        <div key={provider}>
          <Switch label={provider} fw={600} {...switchOf(`provider:${provider}`)} />
          <Group gap="md" mt="xs" ml="xl">
            {choices.games
              .filter(game => game.provider === provider)
              .map(({ gameId, name }) => (
                <Switch
                  key={gameId}
                  size="xs"
                  label={name}
                  {...switchOf(`game:${gameId}`)}
                  disabled={!mayChange || !switchOf(`provider:${provider}`).checked}
                />
              ))}
          </Group>
        </div>
      ))}
      <div>
        <Text size="sm" fw={600} mb="xs">
          {settings.modes}
        </Text>
        <Group gap="md">
          <Switch label={settings.buy} {...switchOf('mode:buy')} />
          <Switch label={settings.ante} {...switchOf('mode:ante')} />
        </Group>
      </div>
      <Problem text={problemOf('disabled')} />
    </Section>
  )
}

const CLASSES = Object.keys(schemaOf('callsPerMinute').properties!) as RateClass[]

function Quotas({ draft, choices, fieldOf }: TabProps) {
  const { settings, values: names } = useTexts(PROJECT_TEXTS)
  const { callsPerMinute } = draft.values
  const change = (name: RateClass, calls: number | undefined) => {
    const { [name]: _, ...others } = callsPerMinute
    draft.set('callsPerMinute', calls === undefined ? others : { ...others, [name]: calls })
  }
  return (
    <Section title={names.callsPerMinute} note={settings.quotasNote}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {CLASSES.map(name => (
          <WholeInput
            key={name}
            schema={schemaOf('callsPerMinute', name)}
            label={settings[name]}
            placeholder={String(choices.callsPerMinute[name])}
            {...fieldOf(`callsPerMinute.${name}`)}
            value={callsPerMinute[name]}
            onChange={calls => change(name, calls)}
          />
        ))}
      </SimpleGrid>
    </Section>
  )
}

/** Plain settings with another place; all others are shown with the rounds. */
const PLACED: readonly string[] = ['spinPaceMs', 'frameAncestors', 'lobbyUrl']

function Rounds(props: TabProps) {
  const { draft, choices, mayChange, fieldOf } = props
  const { settings } = useTexts(PROJECT_TEXTS)
  const { betCancel } = draft.values
  return (
    <Section title={settings.rounds}>
      <Switch
        label={settings.cancelOwn}
        description={
          betCancel === null ? fill(settings.cancelNodes, choices.betCancel) : settings.cancelNote
        }
        checked={betCancel !== null}
        onChange={event =>
          draft.set('betCancel', event.currentTarget.checked ? { ...choices.betCancel } : null)
        }
        disabled={!mayChange}
      />
      {betCancel !== null && (
        <SimpleGrid cols={2}>
          {(['afterS', 'attempts'] as const).map(name => (
            <WholeInput
              key={name}
              schema={schemaOf('betCancel', name)}
              label={settings[name]}
              {...fieldOf(`betCancel.${name}`)}
              value={betCancel[name]}
              onChange={typed =>
                draft.set('betCancel', { ...betCancel, [name]: typed ?? Number.NaN })
              }
            />
          ))}
        </SimpleGrid>
      )}
      {PLAIN_SETTINGS.filter(name => !PLACED.includes(name)).map(name => (
        <SettingField key={name} {...props} name={name} />
      ))}
    </Section>
  )
}

function Embedding(props: TabProps) {
  const { settings } = useTexts(PROJECT_TEXTS)
  return (
    <Section title={settings.embedding}>
      <SettingField {...props} name="frameAncestors" />
      <SettingField {...props} name="lobbyUrl" />
    </Section>
  )
}
