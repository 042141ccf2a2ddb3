// The frame of the pages before sign-in: one card in the middle.

import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../language.tsx'
import { Brand, DisplayChoices } from '../../shell/head.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'

interface GatePageProps {
  title: string
  note?: string
  children: ReactNode
  /** Below the card. */
  foot?: string
}

export function GatePage({ title, note, children, foot }: GatePageProps) {
  const { product } = useTexts(FRAME_TEXTS)
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
  return (
    <div className="ground gate">
      <Group component="header" justify="space-between" p="md" wrap="nowrap">
        <Brand />
        <DisplayChoices />
      </Group>
      <Center component="main" px="md" pb="xl">
        <Stack w="100%" maw={400} gap="md">
          <Paper className="panel" radius="lg" p="xl">
            <Title order={1}>{title}</Title>
            {note !== undefined && (
              <Text size="sm" c="dimmed" mt={4}>
                {note}
              </Text>
            )}
            <Stack mt="lg">{children}</Stack>
          </Paper>
          {foot !== undefined && (
            <Text size="xs" c="dimmed" px="xs">
              {foot}
            </Text>
          )}
        </Stack>
      </Center>
    </div>
  )
}
