// The body of a call for a reader: JSON on lines of its own, anything else as it came.

import { ActionIcon, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { visibleLines } from '../../parts/visible.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'

export function Body({ label, text }: { label: string; text: string }) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [isCopied, setIsCopied] = useState(false)
  const said = isCopied ? parts.copied : parts.copy
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      () => {},
    )
  }
  return (
    <div className="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled by the keyboard, too */}
      <section tabIndex={0} aria-label={label}>
        <pre>{visibleLines(layOut(text))}</pre>
      </section>
      <Tooltip label={said}>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={`${parts.copy}: ${label}`}
          onClick={() => void copy()}
          onBlur={() => setIsCopied(false)}
        >
          <Icon name={isCopied ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

const STEP = '  '

/**
 * Spaces alone are added: every number stays as it was written, however many digits it has. What is no JSON object
 * stays as it is.
 */
export function layOut(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  let laid = ''
  const line = () => `\n${STEP.repeat(depth)}`
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth++
      laid += token + line()
    } else if (token === '}' || token === ']') {
      depth--
      laid = `${laid.trimEnd()}${/[{[]$/.test(laid.trimEnd()) ? '' : line()}${token}`
    } else if (token === ',') laid += token + line()
    else laid += token === ':' ? ': ' : token
  }
  return laid
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
