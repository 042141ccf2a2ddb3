// The body of a call: JSON is pretty-printed, anything else is shown as it arrived.

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long bodies scroll by keyboard */}
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
 * Adds only whitespace: every number keeps its digits as they were written. A text that is not a
 * JSON object is unchanged.
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
