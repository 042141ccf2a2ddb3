// A dialog over the page, which gives the focus back when it closes.

import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

interface DialogProps extends Pick<ModalProps, 'size'> {
  opened: boolean
  /** Null: it can't be closed but by what is in it. */
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
