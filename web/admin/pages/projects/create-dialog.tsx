// Creates a project: asks for what it needs, then shows its key once.

import { Alert, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CreatedProject, NewProject } from '../../../../src/admin/projects/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog, type OpenedProps } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { StepUpFields, type StepUpState, useStepUp } from '../../parts/step-up.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { useFieldProblem } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function CreateDialog({ opened, onClose }: OpenedProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const [created, setCreated] = useState<CreatedProject | null>(null)
  const close = () => {
    setCreated(null)
    onClose()
  }
  // A click outside the dialog must not close it: the key would be lost.
  return (
    <Dialog
      opened={opened}
      onClose={created === null ? close : null}
      title={
        created === null
          ? texts.create
          : fill(texts.createForm.done, { id: created.project.projectId })
      }
    >
      {created === null ? (
        <CreateForm onCreated={setCreated} onClose={close} />
      ) : (
        <CreatedKey created={created} onClose={close} />
      )}
    </Dialog>
  )
}

interface CreateFormProps {
  onCreated: (created: CreatedProject) => void
  onClose: () => void
}

function CreateForm({ onCreated, onClose }: CreateFormProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const { createForm, settings, values } = texts
  const [wanted, setWanted] = useState<NewProject>({
    projectId: '',
    callbackUrl: '',
    allowedNetworks: [],
  })
  const create = useChange(
    async (body: NewProject & StepUp) => {
      onCreated(await callAdmin<CreatedProject>('POST', '/projects', { body }))
    },
    ['/projects'],
  )
  const stepUp: StepUpState = useStepUp(create.error)
  const problemOf = useFieldProblem(create.error)
  return (
    <Form
      change={create}
      onSubmit={() => create.mutate({ ...wanted, ...stepUp.given })}
      submitLabel={createForm.submit}
      onCancel={onClose}
    >
      <TextInput
        label={createForm.id}
        description={createForm.idNote}
        error={problemOf('projectId')}
        value={wanted.projectId}
        onChange={event => setWanted({ ...wanted, projectId: event.currentTarget.value })}
        required
        data-autofocus
      />
      <TextInput
        label={values.callbackUrl}
        description={fill(settings.callbackNote, { url: 'https://wallet.example.com' })}
        error={problemOf('callbackUrl')}
        value={wanted.callbackUrl}
        onChange={event => setWanted({ ...wanted, callbackUrl: event.currentTarget.value })}
        required
        inputMode="url"
      />
      <TagsInput
        label={values.allowedNetworks}
        description={settings.networksNote}
        error={problemOf('allowedNetworks')}
        value={wanted.allowedNetworks}
        onChange={allowedNetworks => setWanted({ ...wanted, allowedNetworks })}
      />
      <StepUpFields state={stepUp} />
    </Form>
  )
}

function CreatedKey({ created, onClose }: { created: CreatedProject; onClose: () => void }) {
  const { createForm } = useTexts(PROJECT_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const [, go] = useLocation()
  return (
    <Stack gap="md">
      <Alert color="violet">
        <Text size="sm" mb="xs">
          {createForm.keyNote}
        </Text>
        <CopyText text={created.apiKey} />
      </Alert>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {parts.close}
        </Button>
        <Button onClick={() => go(`/projects/${created.project.projectId}`)}>
          {createForm.open}
        </Button>
      </Group>
    </Stack>
  )
}
