// Confirms a change that is hard to undo: with a reason for the audit log, by typing the name of
// its subject, or with the password, as the page requires. It stays open, with the input, while the
// change is refused.

import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { StepUp } from '../../../src/admin/sign-in/schema.ts'
import { REASON_MAX_CHARS } from '../../../src/core/reason.ts'
import { useTexts } from '../language.tsx'
import { fill } from '../texts/bilingual.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { StepUpFields, useStepUp } from './step-up.tsx'

export interface Confirmed {
  /** Empty when no reason is asked for. */
  reason: string
  typed: string
  /** Sent in the body; empty when it is not asked for. */
  stepUp: StepUp
}

interface ConfirmDialogProps<Answer> {
  opened: boolean
  onClose: () => void
  title: string
  /** What will happen. */
  children: ReactNode
  confirmLabel?: string
  isDangerous?: boolean
  asksReason?: boolean
  /** The text to type exactly. */
  typedText?: string
  /** Asks for the password, and the code of a second step, again. */
  asksAgain?: boolean
  /** The dialog closes when it resolves and shows the error when it rejects. */
  onConfirm: (confirmed: Confirmed) => Promise<Answer>
  /** Called instead of closing. */
  onConfirmed?: (answer: Answer) => void
}

export function ConfirmDialog<Answer>({
  opened,
  onClose,
  title,
  ...rest
}: ConfirmDialogProps<Answer>) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <ConfirmForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ConfirmForm<Answer>(props: Omit<ConfirmDialogProps<Answer>, 'opened' | 'title'>) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { asksReason = false, typedText, asksAgain = false, isDangerous = false, onClose } = props
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const stepUp = useStepUp(error)
  const confirmed = { reason: reason.trim(), typed, stepUp: asksAgain ? stepUp.given : {} }
  const { submit, isPending } = useSubmit(props, confirmed, setError)
  const isReady =
    (!asksReason || reason.trim() !== '') &&
    (typedText === undefined || typed === typedText) &&
    (!asksAgain || stepUp.isReady)
  return (
    <Form
      change={{ isPending, error }}
      onSubmit={submit}
      submitLabel={props.confirmLabel ?? parts.confirm}
      isDangerous={isDangerous}
      isReady={isReady}
      onCancel={onClose}
    >
      <div>{props.children}</div>
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
          autoComplete="off"
          spellCheck={false}
          data-autofocus={!asksReason}
        />
      )}
      {asksAgain && (
        <StepUpFields state={stepUp} isFirst={!asksReason && typedText === undefined} />
      )}
    </Form>
  )
}

function useSubmit<Answer>(
  {
    onConfirm,
    onClose,
    onConfirmed = onClose,
  }: Pick<ConfirmDialogProps<Answer>, 'onConfirm' | 'onClose' | 'onConfirmed'>,
  confirmed: Confirmed,
  setError: (error: Error | null) => void,
) {
  const [isPending, setPending] = useState(false)
  const submit = async () => {
    setPending(true)
    setError(null)
    try {
      onConfirmed(await onConfirm(confirmed))
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setPending(false)
    }
  }
  return { submit: () => void submit(), isPending }
}
