// The keys of a project: fingerprint, reveal, a new key, signed callbacks, the certificate for its
// wallet. Must never keep a key after the page is left.

import { Alert, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import type { NewKey, RevealedKey, SigningAnswer } from '../../../../src/admin/keys/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { CopyText, Fingerprint } from '../../parts/copy-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { ClientCertificate } from './client-certificate.tsx'
import { pathOf, pathsOf } from './draft.ts'
import type { TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function KeysTab(props: TabProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing="lg">
      <ApiKey {...props} />
      <Signing {...props} />
      <ClientCertificate {...props} />
    </SimpleGrid>
  )
}

function ApiKey({ read: project }: TabProps) {
  const mayChange = useMay('key.change')
  const { keys } = useTexts(PROJECT_TEXTS)
  const { notYours } = useTexts(FRAME_TEXTS)
  const [asked, setAsked] = useState<'reveal' | 'regenerate' | null>(null)
  const [shown, setShown] = useState<{ key: string; isNew: boolean } | null>(null)
  const path = pathOf(project.projectId)
  const reveal = async (body: StepUp) => {
    const { apiKey } = await callAdmin<RevealedKey>('POST', `${path}/key/reveal`, { body })
    setShown({ key: apiKey, isNew: false })
  }
  const regenerate = async ({ typed: confirm, stepUp }: Confirmed) => {
    const body = { keySha256: project.keySha256, confirm, ...stepUp }
    const { apiKey } = await callAdmin<NewKey>('POST', `${path}/key/regenerate`, { body })
    setShown({ key: apiKey, isNew: true })
  }
  const close = () => setAsked(null)
  const id = project.projectId
  return (
    <Section title={keys.key} note={keys.keyNote}>
      <div>
        <Text size="xs" c="dimmed" fw={600} mb={4}>
          {keys.fingerprint}
        </Text>
        <Fingerprint sha256={project.keySha256} />
      </div>
      {shown !== null && (
        <ShownKey
          title={shown.isNew ? keys.renewed : keys.revealed}
          text={shown.key}
          onHide={() => setShown(null)}
        />
      )}
      {mayChange ? (
        <Group gap="sm">
          <Button variant="default" onClick={() => setAsked('reveal')}>
            {keys.reveal}
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => setAsked('regenerate')}
            disabled={project.internal}
          >
            {keys.regenerate}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {notYours}
        </Text>
      )}
      <ConfirmDialog
        opened={asked === 'reveal'}
        onClose={close}
        title={fill(keys.revealTitle, { id })}
        confirmLabel={keys.reveal}
        onConfirm={({ stepUp }) => reveal(stepUp)}
      >
        {keys.revealNote}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'regenerate'}
        onClose={close}
        title={fill(keys.regenerateTitle, { id })}
        confirmLabel={keys.regenerate}
        isDangerous
        typedText={id}
        onConfirm={regenerate}
        outdated={pathsOf(id)}
      >
        {keys.regenerateNote}
      </ConfirmDialog>
    </Section>
  )
}

interface ShownKeyProps {
  title: string
  text: string
  onHide: () => void
}

function ShownKey({ title, text, onHide }: ShownKeyProps) {
  const { keys } = useTexts(PROJECT_TEXTS)
  return (
    <Alert color="violet" role="status" data-test="shown-key">
      <Text size="sm" mb="xs">
        {title}
      </Text>
      <CopyText text={text} />
      <Group mt="sm">
        <Button size="compact-sm" variant="default" onClick={onHide}>
          {keys.hide}
        </Button>
      </Group>
    </Alert>
  )
}

const STEPS = ['start', 'rotate', 'finish', 'stop'] as const
type Step = (typeof STEPS)[number]

/** The possible steps, indexed by the number of active signing keys. */
const STEPS_FROM: readonly (readonly Step[])[] = [['start'], ['rotate', 'stop'], ['finish', 'stop']]

function Signing({ read: project }: TabProps) {
  const mayChange = useMay('key.change')
  const { keys } = useTexts(PROJECT_TEXTS)
  const [asked, setAsked] = useState<Step | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { projectId, revision, signingKeys, internal } = project
  const take = async (step: Step, stepUp: StepUp) => {
    const path = `${pathOf(projectId)}/signing`
    const body = { step, revision, ...stepUp }
    const { signingKey } = await callAdmin<SigningAnswer>('POST', path, { body })
    setShown(signingKey)
  }
  return (
    <Section title={keys.signing} note={keys.signingNote}>
      <Text size="sm">{fill(keys.count, { n: signingKeys })}</Text>
      {shown !== null && (
        <ShownKey title={keys.newSigning} text={shown} onHide={() => setShown(null)} />
      )}
      {mayChange && (
        <Group gap="sm">
          {(STEPS_FROM[signingKeys] ?? []).map(step => (
            <Button
              key={step}
              variant="default"
              disabled={internal}
              onClick={() => setAsked(step)}
              data-test={`sign-${step}`}
            >
              {keys.steps[step]}
            </Button>
          ))}
        </Group>
      )}
      {STEPS.map(step => (
        <ConfirmDialog
          key={step}
          opened={asked === step}
          onClose={() => setAsked(null)}
          title={keys.steps[step]}
          confirmLabel={keys.steps[step]}
          isDangerous={step === 'stop'}
          onConfirm={({ stepUp }) => take(step, stepUp)}
          outdated={pathsOf(projectId)}
        >
          {keys.stepNotes[step]}
        </ConfirmDialog>
      ))}
    </Section>
  )
}
