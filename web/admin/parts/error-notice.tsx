// Shows that something was refused or could not be loaded: why, and what to do. Must never hide a
// code.

import { Alert, Button, Group, Text } from '@mantine/core'
import { AdminRefusal } from '../api.ts'
import { useLanguage, useTexts } from '../language.tsx'
import { explain } from '../texts/refusals.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'

interface ErrorNoticeProps {
  /** Null: nothing is shown. */
  error: Error | null
  title?: string
  onRetry?: () => void
}

export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  if (error === null) return null
  const refusal = error instanceof AdminRefusal ? error : null
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? parts.failed}>
      <Text size="sm">{refusal === null ? error.message : explain(refusal, language)}</Text>
      <Group mt="xs" gap="sm">
        {refusal !== null && <span className="code">{refusal.code}</span>}
        {onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => onRetry()}>
            {parts.retry}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
