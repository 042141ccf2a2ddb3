// A text to copy: an id, a link, a hash. Browsers block the clipboard on pages without https; the
// text is then copied through a selection, and left selected if that fails too.

import { ActionIcon, type ActionIconProps, Group, Tooltip, VisuallyHidden } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'
import { visible } from './values.tsx'

interface CopyTextProps {
  text: string
  /** Shown instead of the text, such as the beginning of a long id. */
  shown?: string
}

export function CopyText({ text, shown = text }: CopyTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  return (
    <Group component="span" gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <span className="code" ref={box} title={showInvisible(text)}>
        {visible(shown)}
      </span>
      <CopyButton text={text} name={showInvisible(text)} box={box} size="sm" variant="subtle" />
    </Group>
  )
}

interface CopyButtonProps extends Pick<ActionIconProps, 'size' | 'variant'> {
  text: string
  /** What is copied, for screen readers. */
  name: string
  /** Shows the text; it is selected when the browser blocks the clipboard. */
  box: RefObject<HTMLElement | null>
}

export function CopyButton({ text, name, box, ...look }: CopyButtonProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed' | null>(null)
  const copy = async () =>
    setOutcome((await copyText(text, box.current!)) ? 'copied' : 'copyFailed')
  return (
    <>
      <Tooltip label={parts[outcome ?? 'copy']}>
        <ActionIcon
          {...look}
          color="gray"
          aria-label={`${parts.copy}: ${name}`}
          onClick={() => void copy()}
          onBlur={() => setOutcome(null)}
        >
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={15} />
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{outcome && parts[outcome]}</VisuallyHidden>
    </>
  )
}

/** The SHA-256 of a key in groups of four, for comparison by eye. */
export function Fingerprint({ sha256 }: { sha256: string }) {
  return <CopyText text={sha256} shown={sha256.match(/.{1,4}/g)?.join(' ') ?? sha256} />
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
