// Makes texts of operators and players safe to read: direction marks and control characters are
// shown as escapes, so that a text can neither imitate another nor reorder what follows. The value
// itself is unchanged.

import type { ReactNode } from 'react'
import { showInvisible } from '../../../src/core/visible-text.ts'

/** Changes only strings; composed nodes handle their own texts. */
export function visible(shown: ReactNode): ReactNode {
  return typeof shown === 'string' ? showInvisible(shown) : shown
}

/** Line by line: the line breaks of a body stay. */
export const visibleLines = (text: string) => text.split('\n').map(showInvisible).join('\n')
