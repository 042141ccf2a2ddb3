// Verifies that the audit log is intact, and shows the head of its chain to store elsewhere.

import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AuditVerdict } from '../../../../src/admin/audit/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog, type OpenedProps } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { AUDIT_TEXTS } from './texts.ts'

export function VerifyDialog(props: OpenedProps) {
  const texts = useTexts(AUDIT_TEXTS)
  return (
    <Dialog {...props} title={texts.verify} size="lg">
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
  return (
    <Stack gap="md">
      <Form change={verify} onSubmit={() => verify.mutate(undefined)} submitLabel={texts.run}>
        <Text size="sm">{texts.verifyNote}</Text>
        <TextInput
          label={texts.known}
          description={texts.knownNote}
          placeholder="4711:9f86d0…"
          value={head}
          onChange={event => setHead(event.currentTarget.value)}
        />
      </Form>
      <div role="status">{verify.data !== undefined && <Verdict {...verify.data} />}</div>
    </Stack>
  )
}

function Verdict({ whole, head, sequence, problem }: AuditVerdict) {
  const texts = useTexts(AUDIT_TEXTS)
  if (whole && head !== null) {
    const [count = ''] = head.split(':')
    return (
      <Alert color="teal" title={texts.whole}>
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
    <Alert color="red" title={texts.broken}>
      {fill(texts.brokenNote, what)}
    </Alert>
  )
}
