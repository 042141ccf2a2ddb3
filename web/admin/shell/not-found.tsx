// Shown when no page matches the address.

import { Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../language.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export function NotFound() {
  const texts = useTexts(FRAME_TEXTS)
  return (
    <>
      <PageTitle title={texts.notFound} />
      <Text mb="md">{texts.notFoundNote}</Text>
      <Button component={Link} href="/" variant="default">
        {texts.toOverview}
      </Button>
    </>
  )
}
