// A text to copy: an id, a link, a hash. Browsers block the clipboard on pages without https; the
// text is then copied through a selection, and left selected if that fails too.

import { ActionIcon, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'
import { visible } from './visible.tsx'

interface CopyTextProps {
  text: string
  /** Shown instead of the text, such as the beginning of a long id. */
  shown?: string
}

type Outcome = 'copied' | 'failed'

export function CopyText({ text, shown = text }: CopyTextProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const said = { copied: parts.copied, failed: parts.copyFailed }
  const label = outcome === null ? parts.copy : said[outcome]
  const copy = async () => setOutcome((await copyText(text, box.current!)) ? 'copied' : 'failed')
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <span className="code" ref={box} title={showInvisible(text)}>
        {visible(shown)}
      </span>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${parts.copy}: ${showInvisible(text)}`}
          onClick={() => void copy()}
          onBlur={() => setOutcome(null)}
        >
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{outcome === null ? '' : said[outcome]}</VisuallyHidden>
    </Group>
  )
}

async function copyText(text: string, box: HTMLElement): Promise<boolean> {
  try {
    if (navigator.clipboard === undefined) return copySelection(text, box)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text, box)
  }
}

function copySelection(text: string, box: HTMLElement): boolean {
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  getSelection()?.selectAllChildren(box)
  document.addEventListener('copy', put)
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', put)
  return isCopied
}
