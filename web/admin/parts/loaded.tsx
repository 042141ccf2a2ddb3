// The state of a query: its answer, loading, or the error. A loaded answer stays visible while it
// is loaded again.

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { ErrorNotice } from './error-notice.tsx'
import { Waiting } from './waiting.tsx'

interface LoadedProps<Answer> {
  query: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}

export function Loaded<Answer>({ query, children }: LoadedProps<Answer>) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { data: answer, error, isPending, refetch } = query
  if (answer !== undefined) return children(answer)
  if (isPending) return <Waiting />
  return <ErrorNotice title={parts.loadFailed} error={error} onRetry={refetch} />
}
