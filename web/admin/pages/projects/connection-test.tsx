// The connection test: sends one session_info to the saved address and explains the answer in plain
// language.

import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  ConnectionTest,
  ConnectionTestRequest,
  ProjectDetail,
} from '../../../../src/admin/projects/schema.ts'
import { callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ErrorNotice } from '../../parts/loaded.tsx'
import { printDuration } from '../../parts/print.ts'
import { Amount } from '../../parts/values.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { CertificateFacts } from './client-certificate.tsx'
import { pathOf, pathsOf } from './draft.ts'
import { PROJECT_TEXTS } from './texts.ts'

type Currency = ConnectionTestRequest['currency']

interface PartProps {
  read: ProjectDetail
  currencies: readonly Currency[]
  /** The address on the page differs from the saved one. */
  isUnsaved: boolean
}

export function ConnectionTestPart({ read, currencies, isUnsaved }: PartProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const { settings } = texts
  const [currency, setCurrency] = useState<Currency>('EUR')
  const [player, setPlayer] = useState('')
  const test = useChange(() => {
    const playerId = player.trim()
    const body = { currency, ...(playerId === '' ? {} : { playerId }) }
    return callAdmin<ConnectionTest>('POST', `${pathOf(read.projectId)}/connection-test`, { body })
  })
  return (
    <Stack gap="sm" data-test="connection-test">
      <div>
        <Text size="sm" fw={600}>
          {settings.test}
        </Text>
        <Text size="xs" c="dimmed">
          {isUnsaved ? settings.testUnsaved : settings.testNote}
        </Text>
      </div>
      <Group gap="sm" align="flex-end">
        <Select
          label={texts.currency}
          data={[...currencies]}
          value={currency}
          onChange={value => setCurrency((value ?? 'EUR') as Currency)}
          w={100}
        />
        <TextInput
          label={texts.optionalPlayer}
          value={player}
          onChange={event => setPlayer(event.currentTarget.value)}
          maxLength={128}
          flex={1}
          miw={160}
        />
        <Button
          variant="default"
          loading={test.isPending}
          disabled={isUnsaved || !read.isCallbackConfirmed}
          onClick={() => test.mutate(undefined)}
        >
          {settings.testRun}
        </Button>
      </Group>
      {!read.isCallbackConfirmed && <Unconfirmed read={read} />}
      <ErrorNotice error={test.error} />
      {test.data !== undefined && <Result test={test.data} />}
    </Stack>
  )
}

/**
 * The address was saved before saving required the password: the same one has to be saved once
 * more.
 */
function Unconfirmed({ read }: { read: ProjectDetail }) {
  const { settings } = useTexts(PROJECT_TEXTS)
  const [isAsking, setAsking] = useState(false)
  const { projectId, revision } = read
  const { callbackUrl } = read.values
  return (
    <Alert color="yellow" data-test="callback-unconfirmed">
      <Text size="sm" mb="xs">
        {settings.testUnconfirmed}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {settings.testConfirm}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={settings.testConfirm}
        confirmLabel={settings.testConfirm}
        onConfirm={({ stepUp }) =>
          callAdmin('PUT', pathOf(projectId), { body: { revision, callbackUrl, ...stepUp } })
        }
        outdated={pathsOf(projectId)}
      >
        {fill(settings.testConfirmNote, { url: callbackUrl })}
      </ConfirmDialog>
    </Alert>
  )
}

function Result({ test }: { test: ConnectionTest }) {
  const { settings } = useTexts(PROJECT_TEXTS)
  const { language } = useLanguage()
  const { ok, code, detail, latencyMs, httpStatus, balanceMinor, currency, url } = test
  const { clientCertificate } = test
  return (
    <Alert
      color={ok ? 'teal' : 'red'}
      role="status"
      title={ok ? settings.testOk : settings.testFailed}
    >
      {code !== null && (
        <Text size="sm" mb="xs">
          {language === 'en' ? detail : `${settings.problems[code]} (${detail})`}
        </Text>
      )}
      <Group gap="lg">
        <Text size="sm">
          {settings.latency}: {printDuration(latencyMs, language)}
        </Text>
        <Text size="sm">
          {settings.http}: {httpStatus ?? settings.noAnswer}
        </Text>
        {balanceMinor !== null && (
          <Text size="sm" component="div">
            {settings.balance}: <Amount minor={balanceMinor} currency={currency} />
          </Text>
        )}
      </Group>
      {clientCertificate !== null && <CertificateFacts shown={clientCertificate} />}
      <Group gap="xs" mt="xs">
        {code !== null && <span className="code">{code}</span>}
        <span className="code">{url}</span>
      </Group>
    </Alert>
  )
}
