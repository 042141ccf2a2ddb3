// Verifies that the audit log is intact, and shows the head of its chain to store elsewhere.

import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AuditVerdict } from '../../../../src/admin/audit/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { AUDIT_TEXTS } from './texts.ts'

interface VerifyDialogProps {
  opened: boolean
  onClose: () => void
}

export function VerifyDialog({ opened, onClose }: VerifyDialogProps) {
  const texts = useTexts(AUDIT_TEXTS)
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.verify} size="lg">
      <VerifyForm />
    </Dialog>
  )
}

function VerifyForm() {
  const texts = useTexts(AUDIT_TEXTS)
  const [head, setHead] = useState('')
  const verify = useChange(() => {
    const known = head.trim() === '' ? {} : { head: head.trim() }
    return callAdmin<AuditVerdict>('POST', '/audit/verify', { body: known })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate(undefined)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{texts.verifyNote}</Text>
        <TextInput
          label={texts.known}
          description={texts.knownNote}
          placeholder="4711:9f86d0…"
          spellCheck={false}
          value={head}
          onChange={event => setHead(event.currentTarget.value)}
        />
        <Button type="submit" loading={verify.isPending} data-autofocus>
          {texts.run}
        </Button>
        <ErrorNotice error={verify.error} />
        <div role="status">{verify.data !== undefined && <Verdict {...verify.data} />}</div>
      </Stack>
    </form>
  )
}

function Verdict({ whole, head, sequence, problem }: AuditVerdict) {
  const texts = useTexts(AUDIT_TEXTS)
  if (whole && head !== null) {
    const [count = ''] = head.split(':')
    return (
      <Alert color="teal" variant="light" title={texts.whole}>
        <Text size="sm" mb="xs">
          {fill(texts.wholeNote, { count })}
        </Text>
        <CopyText text={head} />
      </Alert>
    )
  }
  const problems: Readonly<Record<string, string>> = texts.problems
  const what = { sequence: sequence ?? '', problem: problems[problem ?? ''] ?? problem ?? '' }
  return (
    <Alert color="red" variant="light" title={texts.broken}>
      {fill(texts.brokenNote, what)}
    </Alert>
  )
}
