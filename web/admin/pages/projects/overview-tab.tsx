// A project at a glance: on or off, its facts, and the history of its changes.

import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ProjectChange,
  ProjectChanges,
  ProjectDetail,
} from '../../../../src/admin/projects/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Fingerprint } from '../../parts/copy-text.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { AuditLink, CallsLink, PlayersLink, ReportLink, RoundsLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section, TableSection } from '../../parts/section.tsx'
import { FactList, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { pathOf, pathsOf, type ValueName } from './draft.ts'
import { printValue } from './print-value.ts'
import { OnOff, type TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function OverviewTab({ read, draft, mayChange }: TabProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const { overview } = texts
  const { values } = read
  const off = values.disabled.filter(name => name !== 'project')
  const isEdited = Object.keys(draft.edits).length > 0
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" verticalSpacing="lg">
      <Section
        title={overview.facts}
        actions={mayChange && <Switcher project={read} isDisabled={isEdited} />}
      >
        <FactList
          className="labelled"
          facts={[
            [texts.state, <State key="state" isOn={read.enabled} />],
            [texts.values.callbackUrl, read.internal ? texts.builtIn : values.callbackUrl],
            [
              texts.values.allowedNetworks,
              printValue('allowedNetworks', values.allowedNetworks, texts).join(', '),
            ],
            [texts.values.disabled, off.length === 0 ? texts.nothing : off.join(', ')],
            [texts.values.rtp, printValue('rtp', values.rtp, texts).join('; ')],
            [
              overview.signing,
              read.signingKeys === 0
                ? overview.unsigned
                : fill(overview.signedBy, { n: read.signingKeys }),
            ],
            [overview.key, <Fingerprint key="key" sha256={read.keySha256} />],
            [overview.created, <Time key="created" at={read.createdAt} />],
            [overview.changed, <Time key="changed" at={read.updatedAt} />],
          ]}
        />
      </Section>
      <Section title={overview.seeAlso}>
        <Group gap="md">
          <PlayersLink of={{ project: read.projectId }}>{overview.players}</PlayersLink>
          <RoundsLink of={{ projectId: read.projectId }}>{texts.rounds}</RoundsLink>
          <CallsLink of={{ project: read.projectId }}>{texts.walletCalls}</CallsLink>
          <ReportLink of={{ project: read.projectId }}>{overview.reports}</ReportLink>
          <AuditLink of={{ project: read.projectId }}>{overview.audit}</AuditLink>
        </Group>
      </Section>
      <Changes projectId={read.projectId} />
    </SimpleGrid>
  )
}

function State({ isOn }: { isOn: boolean }) {
  const texts = useTexts(PROJECT_TEXTS)
  return (
    <>
      <OnOff isOn={isOn} />
      <Text size="sm" c="dimmed" mt={4}>
        {isOn ? texts.overview.onNote : texts.overview.offNote}
      </Text>
    </>
  )
}

/** Takes effect immediately; not part of the shared save. */
function Switcher({ project, isDisabled }: { project: ProjectDetail; isDisabled: boolean }) {
  const texts = useTexts(PROJECT_TEXTS)
  const { overview } = texts
  const [isAsking, setAsking] = useState(false)
  const { projectId, revision, enabled, values } = project
  const others = values.disabled.filter(name => name !== 'project')
  const disabled = enabled ? ['project', ...others] : others
  const label = enabled ? texts.disable : texts.enable
  return (
    <>
      <Button
        size="compact-sm"
        variant={enabled ? 'default' : 'filled'}
        onClick={() => setAsking(true)}
        disabled={isDisabled}
        data-test="switch"
      >
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={fill(enabled ? overview.turnOffTitle : overview.turnOnTitle, { id: projectId })}
        confirmLabel={label}
        isDangerous={enabled}
        onConfirm={({ stepUp }) =>
          callAdmin('PUT', pathOf(projectId), { body: { revision, disabled, ...stepUp } })
        }
        done={texts.saveBar.saved}
        outdated={[...pathsOf(projectId), '/projects']}
      >
        {enabled ? overview.turnOffNote : overview.turnOnNote}
      </ConfirmDialog>
    </>
  )
}

function Changes({ projectId }: { projectId: string }) {
  const texts = useTexts(PROJECT_TEXTS)
  const { overview } = texts
  const changes = useAnswer<ProjectChanges>(`${pathOf(projectId)}/changes`)
  const columns: Column<ProjectChange>[] = [
    { header: texts.when, cell: ({ at }) => <Time at={at} ago /> },
    { header: texts.who, cell: ({ actor }) => actor },
    { header: texts.what, cell: change => <What change={change} /> },
  ]
  return (
    <Loaded query={changes}>
      {({ rows }) => (
        <TableSection
          title={overview.changes}
          note={overview.changesNote}
          columns={columns}
          rows={rows}
          rowId={({ revision }) => String(revision)}
          empty={overview.noChanges}
        />
      )}
    </Loaded>
  )
}

function What({ change }: { change: ProjectChange }) {
  const texts = useTexts(PROJECT_TEXTS)
  const { actions } = texts.overview
  const names: Readonly<Record<string, string>> = texts.values
  if (change.action === 'project.created') return actions.created
  if (change.action === 'key.rotated') return actions.key
  if (change.action === 'client-certificate.changed') return actions.certificate
  if (change.action === 'signing-key.changed') {
    return fill(actions.signing, { step: String(change.after.step) })
  }
  const print = (name: string, value: unknown) =>
    printValue(name as ValueName, value, texts).join('; ')
  return Object.entries(change.after).map(([name, value]) => (
    <Text key={name} size="sm" component="div">
      {names[name] ?? name}:{' '}
      <Text span size="sm" c="dimmed">
        {print(name, change.before[name])} →{' '}
      </Text>
      {print(name, value)}
    </Text>
  ))
}
