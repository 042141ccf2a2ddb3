// The error of a group of fields, shown below the group.

import { Text } from '@mantine/core'

export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  )
}
