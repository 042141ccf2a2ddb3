// What operators and players choose, as a person reads it: marks of direction and controls are shown as escapes, so
// that a text can neither look like another one nor turn what follows around. The value itself stays as it is.

import type { ReactNode } from 'react'
import { showInvisible } from '../../../src/core/visible-text.ts'

/** Texts alone are changed; what is made of several parts shows its own. */
export function visible(shown: ReactNode): ReactNode {
  return typeof shown === 'string' ? showInvisible(shown) : shown
}

/** Line by line: the lines of a body stay. */
export const visibleLines = (text: string) => text.split('\n').map(showInvisible).join('\n')
