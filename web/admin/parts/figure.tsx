// A headline figure with its name.

import { Box, Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface FigureProps {
  name: string
  value: ReactNode
  /** Smaller, beside the value. */
  unit?: string
  note?: ReactNode
  children?: ReactNode
}

export function Figure({ name, value, unit, note, children }: FigureProps) {
  return (
    <Paper className="panel figure" radius="lg" p="md" role="group" aria-label={name}>
      <Text size="sm" c="dimmed" fw={500}>
        {name}
      </Text>
      <Group gap="0 6px" align="baseline">
        <Text className="figure-value">{value}</Text>
        {unit !== undefined && (
          <Text size="sm" c="dimmed">
            {unit}
          </Text>
        )}
      </Group>
      {note !== undefined && (
        <Text component="div" size="sm" c="dimmed">
          {note}
        </Text>
      )}
      {children !== undefined && <Box mt="auto">{children}</Box>}
    </Paper>
  )
}
