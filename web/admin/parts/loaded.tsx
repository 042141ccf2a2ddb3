// The state of a query: its answer, loading, or the error.

import { Alert, Button, Center, Group, Loader, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminRefusal } from '../api.ts'
import { useLanguage, useTexts } from '../language.tsx'
import { explain } from '../texts/refusals.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'

interface LoadedProps<Answer> {
  query: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}

/** A loaded answer stays visible while it is loaded again. */
export function Loaded<Answer>({ query, children }: LoadedProps<Answer>) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { data: answer, error, isPending, refetch } = query
  if (answer !== undefined) return children(answer)
  if (isPending) return <Waiting />
  return <ErrorNotice title={parts.loadFailed} error={error} onRetry={refetch} />
}

/** Shown during the first load. */
export function Waiting() {
  const { loading } = useTexts(FRAME_TEXTS)
  return (
    <Center mih="12rem" role="status" aria-label={loading}>
      <Loader size="sm" />
    </Center>
  )
}

interface ErrorNoticeProps {
  /** Null: nothing is shown. */
  error: Error | null
  title?: string
  onRetry?: () => void
}

/** Why something was refused or could not be loaded, always with the code of a refusal. */
export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  if (error === null) return null
  const refusal = error instanceof AdminRefusal ? error : null
  return (
    <Alert color="red" role="alert" title={title ?? parts.failed}>
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
