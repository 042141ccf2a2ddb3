// The certificate that a project's wallet is shown (mutual TLS): what is public of it, a new one,
// none. The key is sent once, with the certificate, and never shown.

import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ShownCertificate } from '../../../../src/admin/projects/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { Fingerprint } from '../../parts/copy-text.tsx'
import { Section } from '../../parts/section.tsx'
import { Time } from '../../parts/values.tsx'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { pathOf, pathsOf } from './draft.ts'
import { type TabProps, useFieldProblem } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function ClientCertificate({ read: project }: TabProps) {
  const mayChange = useMay('key.change')
  const { certificate: texts } = useTexts(PROJECT_TEXTS)
  const [asked, setAsked] = useState<'give' | 'remove' | null>(null)
  const { projectId, revision, internal, clientCertificate } = project
  const path = `${pathOf(projectId)}/client-certificate`
  const close = () => setAsked(null)
  const remove = ({ stepUp }: Confirmed) =>
    callAdmin('POST', `${path}/remove`, { body: { revision, ...stepUp } })
  return (
    <Section title={texts.title} note={texts.note}>
      {clientCertificate === null ? (
        <Text size="sm">{texts.none}</Text>
      ) : (
        <CertificateFacts shown={clientCertificate} />
      )}
      {mayChange && (
        <Group gap="sm">
          <Button variant="default" disabled={internal} onClick={() => setAsked('give')}>
            {clientCertificate === null ? texts.give : texts.replace}
          </Button>
          {clientCertificate !== null && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              onClick={() => setAsked('remove')}
            >
              {texts.remove}
            </Button>
          )}
        </Group>
      )}
      <GiveDialog project={project} path={path} opened={asked === 'give'} onClose={close} />
      <ConfirmDialog
        opened={asked === 'remove'}
        onClose={close}
        title={texts.remove}
        confirmLabel={texts.remove}
        isDangerous
        onConfirm={remove}
        outdated={pathsOf(projectId)}
      >
        {texts.removeNote}
      </ConfirmDialog>
    </Section>
  )
}

interface GiveProps {
  project: TabProps['read']
  path: string
  opened: boolean
  onClose: () => void
}

function GiveDialog({ project, path, opened, onClose }: GiveProps) {
  const { certificate: texts } = useTexts(PROJECT_TEXTS)
  const [given, setGiven] = useState({ certificate: '', key: '' })
  const { projectId, revision } = project
  const close = () => {
    setGiven({ certificate: '', key: '' })
    onClose()
  }
  const give = async ({ stepUp }: Confirmed) => {
    await callAdmin('POST', path, { body: { ...given, revision, ...stepUp } })
    setGiven({ certificate: '', key: '' })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={fill(texts.giveTitle, { id: projectId })}
      confirmLabel={texts.save}
      onConfirm={give}
      outdated={pathsOf(projectId)}
    >
      {error => <PairFields given={given} setGiven={setGiven} error={error} />}
    </ConfirmDialog>
  )
}

type Pair = Record<'certificate' | 'key', string>

interface PairProps {
  given: Pair
  setGiven: (given: Pair) => void
  error: Error | null
}

function PairFields({ given, setGiven, error }: PairProps) {
  const { certificate: texts } = useTexts(PROJECT_TEXTS)
  const problemOf = useFieldProblem(error)
  const fieldOf = (name: keyof Pair, label: string, description: string) => (
    <Textarea
      label={label}
      description={description}
      error={problemOf(name)}
      value={given[name]}
      onChange={event => setGiven({ ...given, [name]: event.currentTarget.value })}
      required
      rows={6}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
  return (
    <>
      {fieldOf('certificate', texts.certificate, texts.certificateNote)}
      {fieldOf('key', texts.key, texts.keyNote)}
    </>
  )
}

export function CertificateFacts({ shown }: { shown: ShownCertificate }) {
  const { certificate: texts } = useTexts(PROJECT_TEXTS)
  return (
    <div data-test="client-certificate">
      <Text size="sm">
        {texts.subject}: {shown.subject}
      </Text>
      <Text size="sm" component="div">
        {texts.expires}: <Time at={shown.expiresAt} />
      </Text>
      <Fingerprint sha256={shown.sha256} />
    </div>
  )
}
