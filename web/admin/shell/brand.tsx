// The platform's name and logo, and the label that says this is not real money.

import { Tooltip } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export function Brand() {
  return (
    <Link href="/" className="brand">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <path d="M16 15h33v9C39 32 34 41 33 51H21c1-11 6-20 14-26H23l-2 5h-5z" />
      </svg>
      <span>Reelhouse</span>
    </Link>
  )
}

/** Always visible. */
export function TestOnly() {
  const { testOnly, testOnlyNote } = useTexts(FRAME_TEXTS)
  return (
    <Tooltip label={testOnlyNote}>
      <span className="test-only" data-test="test-only">
        {testOnly}
      </span>
    </Tooltip>
  )
}
