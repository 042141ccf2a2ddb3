// Why a group of fields was refused, below it.

import { Text } from '@mantine/core'

export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  )
}
