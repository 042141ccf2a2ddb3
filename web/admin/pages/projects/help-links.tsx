// The links to help and rules that the operator's players see in a game.

import { Button, Group, TextInput } from '@mantine/core'
import { useTexts } from '../../language.tsx'
import { Problem } from './problem.tsx'
import type { ProfileProps } from './profile-props.ts'
import { PROFILE_TEXTS } from './profile-texts.ts'
import { schemaOf } from './setting-field.tsx'

const MOST = schemaOf('playProfile', 'helpLinks').maxItems ?? 0

export function HelpLinks({ set, ruleOf, isOwner, problemOf }: ProfileProps) {
  const texts = useTexts(PROFILE_TEXTS)
  const links = ruleOf('helpLinks')
  const change = (index: number, changed: object) =>
    set(
      'helpLinks',
      links.map((link, each) => (each === index ? { ...link, ...changed } : link)),
    )
  const fieldOf = (index: number, name: string) =>
    problemOf(`playProfile.helpLinks[${index}].${name}`)
  return (
    <div data-rule="helpLinks">
      {links.map(({ label, url }, index) => (
        // Links have no id other than their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={index} gap="sm" align="end" mb="sm" wrap="wrap">
          <TextInput
            label={`${texts.help}: ${texts.label}`}
            error={fieldOf(index, 'label')}
            value={label}
            onChange={event => change(index, { label: event.currentTarget.value })}
            disabled={!isOwner}
          />
          <TextInput
            label={texts.address}
            error={fieldOf(index, 'url')}
            value={url}
            onChange={event => change(index, { url: event.currentTarget.value })}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            disabled={!isOwner}
          />
          {isOwner && (
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
      {isOwner && links.length < MOST && (
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
