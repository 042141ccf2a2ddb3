// A dialog with a form that is sent to the admin API: it stays open, with what was typed, while it is refused.

import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../language.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Of the key that sends the form; as the title, unless it is said. */
  submitLabel?: string
  /** What is done with it; of `useChange`. */
  change: { isPending: boolean; error: Error | null; mutate(given: undefined): void }
  children: ReactNode
}

export function FormDialog({ children, change, ...dialog }: FormDialogProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined)
  }
  return (
    <Dialog opened={dialog.opened} onClose={dialog.onClose} title={dialog.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
          <ErrorNotice error={change.error} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={dialog.onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={change.isPending}>
              {dialog.submitLabel ?? dialog.title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
