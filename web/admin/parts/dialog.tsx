// A dialog over the page that restores the focus when it closes.

import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

/** Of a dialog that its page opens. */
export interface OpenedProps {
  opened: boolean
  onClose: () => void
}

interface DialogProps extends Pick<ModalProps, 'size'> {
  opened: boolean
  /** Null: only its own content can close it. */
  onClose: (() => void) | null
  title: string
  children: ReactNode
}

export function Dialog({ onClose, ...rest }: DialogProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  if (onClose !== null) {
    return <Modal {...rest} onClose={onClose} closeButtonProps={{ 'aria-label': parts.close }} />
  }
  return (
    <Modal
      {...rest}
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    />
  )
}
