// Creates an account: its name and role. The result is a one-time link.

import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PersonLink } from '../../../../src/admin/accounts/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Form } from '../../parts/form.tsx'
import { notify } from '../../parts/notices.tsx'
import { StepUpFields, useStepUp } from '../../parts/step-up.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { PEOPLE_TEXTS } from './texts.ts'

type Role = 'owner' | 'viewer'

interface NewPersonFormProps {
  onAdded: (added: { name: string; link: string }) => void
}

export function NewPersonForm({ onAdded }: NewPersonFormProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { roles } = useTexts(FRAME_TEXTS)
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const add = useChange(
    async (stepUp: StepUp) => {
      const body = { name, role, ...stepUp }
      const { link } = await callAdmin<PersonLink>('POST', '/people', { body })
      notify(fill(texts.created, { name }))
      onAdded({ name, link })
    },
    ['/people'],
  )
  const stepUp = useStepUp(add.error)
  return (
    <Form change={add} onSubmit={() => add.mutate(stepUp.given)} submitLabel={texts.add}>
      <TextInput
        label={texts.name}
        description={texts.nameNote}
        required
        withAsterisk={false}
        pattern="[a-z0-9][a-z0-9._@\-]{0,63}"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label={texts.role}
        data={[
          { value: 'viewer', label: roles.viewer },
          { value: 'owner', label: roles.owner },
        ]}
        allowDeselect={false}
        value={role}
        onChange={value => setRole(value === 'owner' ? 'owner' : 'viewer')}
      />
      <StepUpFields state={stepUp} />
    </Form>
  )
}
