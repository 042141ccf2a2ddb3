// A dialog that sends a change to the admin API: it asks for the password, unless the page needs
// none, and where the page requires it for a reason or the name of the subject. It stays open, with
// the input, while the change is refused.

import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { StepUp } from '../../../src/admin/sign-in/schema.ts'
import { REASON_MAX_CHARS } from '../../../src/core/reason.ts'
import { useTexts } from '../language.tsx'
import { useChange } from '../queries.ts'
import { fill } from '../texts/bilingual.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Dialog, type OpenedProps } from './dialog.tsx'
import { Form } from './form.tsx'
import { notify } from './notices.tsx'
import { StepUpFields, useStepUp } from './step-up.tsx'

export interface Confirmed {
  /** Empty when no reason is asked for. */
  reason: string
  typed: string
  /** Sent in the body; empty when it is not asked for. */
  stepUp: StepUp
}

interface ConfirmDialogProps<Answer> extends OpenedProps {
  title: string
  /** What will happen; or the fields of a form, which get the refusal to mark what it names. */
  children: ReactNode | ((error: Error | null) => ReactNode)
  confirmLabel?: string
  isDangerous?: boolean
  asksReason?: boolean
  /** The text to type exactly. */
  typedText?: string
  /** With the code of a second step, if the account has one. */
  asksPassword?: boolean
  passwordLabel?: string
  /** The dialog closes when it resolves and shows the error when it rejects. */
  onConfirm: (confirmed: Confirmed) => Promise<Answer>
  /** Called instead of closing, also if the dialog was closed meanwhile. */
  onConfirmed?: (answer: Answer) => void
  /** The notice after it. */
  done?: string
  /** The queries to reload afterwards: the paths at the start of their keys. */
  outdated?: readonly string[]
}

export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <ConfirmForm {...props} />
    </Dialog>
  )
}

/** Inside the dialog, so that a closed dialog keeps neither the password nor the reason. */
function ConfirmForm<Answer>(props: ConfirmDialogProps<Answer>) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { children, onConfirm, onConfirmed, onClose, done, outdated } = props
  const { isDangerous = false, asksReason = false, typedText, asksPassword = true } = props
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const change = useChange(async (confirmed: Confirmed) => {
    const answer = await onConfirm(confirmed)
    if (done !== undefined) notify(done)
    onConfirmed?.(answer)
    return answer
  }, outdated)
  const stepUp = useStepUp(change.error)
  const confirmed = { reason: reason.trim(), typed, stepUp: asksPassword ? stepUp.given : {} }
  const isReady =
    (!asksReason || reason.trim() !== '') &&
    (typedText === undefined || typed === typedText) &&
    (!asksPassword || stepUp.isReady)
  const hasFields = typeof children === 'function'
  return (
    <Form
      change={change}
      onSubmit={() => change.mutate(confirmed, onConfirmed ? {} : { onSuccess: onClose })}
      submitLabel={props.confirmLabel ?? parts.confirm}
      isDangerous={isDangerous}
      isReady={isReady}
      onCancel={onClose}
    >
      {hasFields ? children(change.error) : <div>{children}</div>}
      {asksReason && (
        <Textarea
          label={parts.reason}
          description={parts.reasonNote}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          required
          maxLength={REASON_MAX_CHARS}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
      {typedText !== undefined && (
        <TextInput
          label={fill(parts.typeToConfirm, { text: typedText })}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          data-autofocus={!asksReason}
        />
      )}
      {asksPassword && (
        <StepUpFields
          state={stepUp}
          passwordLabel={props.passwordLabel}
          isFirst={!asksReason && typedText === undefined && !hasFields}
        />
      )}
    </Form>
  )
}
