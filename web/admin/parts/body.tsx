// The body of a wallet call, as it was sent or answered. Must never change a digit of it.

import { useRef } from 'react'
import { CopyButton } from './copy-text.tsx'
import { visibleLines } from './values.tsx'

/** JSON is pretty-printed, anything else is shown as it arrived. */
export function Body({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLElement>(null)
  return (
    <div className="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long bodies scroll by keyboard */}
      <section tabIndex={0} aria-label={label} ref={box}>
        <pre>{visibleLines(layOut(text))}</pre>
      </section>
      <CopyButton text={text} name={label} box={box} size="md" variant="default" />
    </div>
  )
}

const STEP = '  '

/**
 * Adds only whitespace: every number keeps its digits as they were written. A text that is not a
 * JSON object is unchanged.
 */
function layOut(text: string): string {
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
