// The head of a page: its h1, the document's title, and the page's actions. After navigation the h1
// gets the focus, so that a screen reader announces the new page.

import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { visible } from './values.tsx'

interface PageTitleProps {
  title: string
  /** One sentence, or the badges of the page's subject. */
  note?: ReactNode
  /** The list that the page belongs to. */
  back?: { to: string; title: string }
  /** Buttons. */
  children?: ReactNode
}

/** On the first page of a visit the browser decides the focus. */
let isFirst = true

export function PageTitle({ title, note, back, children }: PageTitleProps) {
  const { product } = useTexts(FRAME_TEXTS)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${showInvisible(title)} · ${product}`
  }, [title, product])
  useEffect(() => {
    if (!isFirst) heading.current?.focus()
    isFirst = false
  }, [])
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <Stack gap={4} miw={0}>
        {back !== undefined && (
          <Anchor component={Link} href={back.to} size="sm">
            ← {back.title}
          </Anchor>
        )}
        <Title order={1} tabIndex={-1} ref={heading}>
          {visible(title)}
        </Title>
        {note !== undefined && (
          <Text component="div" c="dimmed" size="sm">
            {note}
          </Text>
        )}
      </Stack>
      <Group gap="sm">{children}</Group>
    </Group>
  )
}
