// A dialog with a form that is sent to the admin API with the password: it stays open, with what was typed, while it is
// refused.

import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { useTexts } from '../../language.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { StepUpFields, useStepUp } from '../../parts/step-up.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'

interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Of the key that sends the form; as the title, unless it is said. */
  submitLabel?: string
  /** What is done with it; of `useChange`. */
  change: { isPending: boolean; error: Error | null; mutate(stepUp: StepUp): void }
  children: ReactNode
}

export function FormDialog({ children, ...dialog }: FormDialogProps) {
  return (
    <Dialog opened={dialog.opened} onClose={dialog.onClose} title={dialog.title}>
      <Form {...dialog}>{children}</Form>
    </Dialog>
  )
}

/** Inside, so that the password is gone when the dialog closes. */
function Form({ children, change, title, submitLabel, onClose }: FormDialogProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const stepUp = useStepUp(change.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(stepUp.given)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <StepUpFields state={stepUp} />
        <ErrorNotice error={change.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {submitLabel ?? title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
