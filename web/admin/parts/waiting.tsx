// Shown during the first load.

import { Center, Loader } from '@mantine/core'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export function Waiting() {
  const { loading } = useTexts(FRAME_TEXTS)
  return (
    <Center mih="12rem" role="status" aria-label={loading}>
      <Loader size="sm" />
    </Center>
  )
}
