// A dialog with a form that is sent to the admin API together with the password. It stays open,
// with the input, while the request is refused.

import type { ReactNode } from 'react'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { StepUpFields, useStepUp } from '../../parts/step-up.tsx'

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
      <SteppedUpForm {...dialog}>{children}</SteppedUpForm>
    </Dialog>
  )
}

/** A component inside the dialog, so that the password is dropped when the dialog closes. */
function SteppedUpForm({ children, change, title, submitLabel, onClose }: FormDialogProps) {
  const stepUp = useStepUp(change.error)
  return (
    <Form
      change={change}
      onSubmit={() => change.mutate(stepUp.given)}
      submitLabel={submitLabel ?? title}
      onCancel={onClose}
    >
      {children}
      <StepUpFields state={stepUp} />
    </Form>
  )
}
