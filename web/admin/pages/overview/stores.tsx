// The stores, as reached from the answering node.

import { Group, Stack, Text } from '@mantine/core'
import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useTexts } from '../../language.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'

export function Stores({ stores }: Pick<Overview, 'stores'>) {
  const texts = useTexts(OVERVIEW_TEXTS)
  return (
    <Section title={texts.stores} note={texts.storesNote}>
      <Stack gap="sm">
        {stores.map(({ name, isUp }) => (
          <Group key={name} justify="space-between" data-store={name}>
            <Text size="sm">{name}</Text>
            <StateBadge tone={isUp ? 'good' : 'bad'} text={isUp ? texts.up : texts.down} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
