// A dialog with a form that is sent to the admin API together with the password. It stays open,
// with the input, while the request is refused.

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
  /** Label of the submit button; the title by default. */
  submitLabel?: string
  /** The mutation that it submits, from `useChange`. */
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

/** A component inside the dialog, so that the password is dropped when the dialog closes. */
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
