// A form that is sent to the admin API. It stays open, with its input, while the request is
// refused.

import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { ErrorNotice } from './loaded.tsx'

interface FormProps {
  /** The state of the request, from `useChange`. */
  change: { isPending: boolean; error: Error | null }
  onSubmit: () => void
  submitLabel: string
  isDangerous?: boolean
  isReady?: boolean
  /** Adds a button that closes the form without sending it. */
  onCancel?: () => void
  children: ReactNode
}

export function Form({ change, onSubmit, onCancel, children, ...rest }: FormProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { submitLabel, isDangerous = false, isReady = true } = rest
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const button = (
    <Button
      type="submit"
      {...(isDangerous ? { color: 'red' } : {})}
      loading={change.isPending}
      disabled={!isReady}
    >
      {submitLabel}
    </Button>
  )
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        <ErrorNotice error={change.error} />
        {onCancel === undefined ? (
          button
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {parts.cancel}
            </Button>
            {button}
          </Group>
        )}
      </Stack>
    </form>
  )
}
