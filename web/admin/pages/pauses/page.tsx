// Kill switches: what is paused, by whom, why and since when; whether every node has applied it;
// pausing and lifting.

import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChangedPause, NewPause, Pause, Pauses } from '../../../../src/admin/pauses/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column } from '../../parts/data-table.tsx'
import type { OpenedProps } from '../../parts/dialog.tsx'
import { ProjectLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { namePause, usePauses } from '../../parts/pauses.tsx'
import { TableSection } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useMay, useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { PAUSE_TEXTS } from './texts.ts'

export default function PausesPage() {
  const texts = useTexts(PAUSE_TEXTS)
  const mayPause = useMay('pause.set')
  const [isOpen, setOpen] = useState(false)
  const pauses = usePauses()
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        {mayPause && (
          <Button color="red" onClick={() => setOpen(true)} disabled={pauses.data === undefined}>
            {texts.pause}
          </Button>
        )}
      </PageTitle>
      <Loaded query={pauses}>
        {read => (
          <Stack gap="lg">
            <Paused {...read} />
            {read.nodes.length > 0 && <Nodes nodes={read.nodes} />}
            <NewPauseDialog opened={isOpen} onClose={() => setOpen(false)} choices={read.choices} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

function Paused({ pauses, choices, isInForce }: Pauses) {
  const texts = useTexts(PAUSE_TEXTS)
  const mayLift = useMay('pause.lift')
  const { projectId } = useSession().account
  const isOurs = ({ by }: Pause) => projectId === null || by.endsWith(`@${projectId}`)
  const [lifting, setLifting] = useState<Pause | null>(null)
  const nameOf = (pause: Pause) => namePause(texts, choices, pause)
  const columns: Column<Pause>[] = [
    {
      header: texts.what,
      cell: pause => (
        <>
          {nameOf(pause)}
          {pause.scope === 'project' && (
            <>
              {' '}
              <ProjectLink projectId={pause.subject} />
            </>
          )}
        </>
      ),
    },
    { header: texts.why, cell: ({ reason }) => reason },
    { header: texts.by, cell: ({ by }) => by },
    { header: texts.pausedSince, cell: ({ at }) => <Time at={at} /> },
  ]
  if (mayLift) columns.push(buttonColumn(texts.lift, setLifting, isOurs))
  const what = lifting === null ? '' : nameOf(lifting)
  const force = (
    <StateBadge
      tone={isInForce ? 'good' : 'bad'}
      text={isInForce ? texts.inForce : texts.notInForce}
    />
  )
  return (
    <TableSection
      title={texts.paused}
      actions={pauses.length > 0 && force}
      columns={columns}
      rows={pauses}
      rowId={({ scope, subject }) => `${scope}:${subject}`}
      empty={texts.nothing}
    >
      <ConfirmDialog
        opened={lifting !== null}
        onClose={() => setLifting(null)}
        title={texts.liftTitle}
        confirmLabel={texts.lift}
        onConfirm={({ stepUp }) => {
          const { scope, subject } = lifting!
          return callAdmin('POST', '/pauses/lift', { body: { scope, subject, ...stepUp } })
        }}
        done={fill(texts.lifted, { what })}
        outdated={['/pauses']}
      >
        {fill(texts.liftNote, { what })}
      </ConfirmDialog>
    </TableSection>
  )
}

function Nodes({ nodes }: Pick<Pauses, 'nodes'>) {
  const texts = useTexts(PAUSE_TEXTS)
  const columns: Column<Pauses['nodes'][number]>[] = [
    { header: texts.node, cell: ({ node }) => node },
    {
      header: texts.state,
      cell: ({ obeys }) => (
        <StateBadge tone={obeys ? 'good' : 'bad'} text={obeys ? texts.obeys : texts.late} />
      ),
    },
    {
      header: texts.seen,
      cell: ({ seenAt }) => (seenAt === null ? texts.never : <Time at={seenAt} ago />),
    },
  ]
  return (
    <TableSection
      title={texts.nodes}
      note={texts.nodesNote}
      columns={columns}
      rows={nodes}
      rowId={({ node }) => node}
    />
  )
}

type Scope = NewPause['scope']
const SCOPES: readonly Scope[] = ['game', 'provider', 'project', 'all']
/** People of an operator pause their project. */
const OF_OPERATORS: readonly Scope[] = ['project']
const CONFIRMATION = 'all'

function NewPauseDialog({ choices, ...dialog }: OpenedProps & Pick<Pauses, 'choices'>) {
  const texts = useTexts(PAUSE_TEXTS)
  const scopes = useSession().account.projectId === null ? SCOPES : OF_OPERATORS
  const [scope, setScope] = useState<Scope>(scopes[0]!)
  const [chosen, setChosen] = useState('')
  const options = optionsOf(choices, scope)
  const subject = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value ?? ''
  const pause = async ({ reason, typed }: Confirmed) => {
    const body: NewPause =
      scope === 'all'
        ? { scope, subject: '*', reason, confirmation: typed }
        : { scope, subject, reason }
    const { isInForce } = await callAdmin<ChangedPause>('POST', '/pauses', { body })
    const what = scope === 'all' ? texts.scopes.all : subject
    notify(isInForce ? fill(texts.set, { what }) : texts.notInForce)
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.pauseTitle}
      confirmLabel={texts.pause}
      isDangerous
      asksReason
      {...(scope === 'all' ? { typedText: CONFIRMATION } : {})}
      asksPassword={false}
      onConfirm={pause}
      outdated={['/pauses']}
    >
      <Stack gap="sm">
        <NativeSelect
          label={texts.scope}
          data={scopes.map(value => ({ value, label: texts.scopes[value] }))}
          value={scope}
          onChange={event => setScope(event.currentTarget.value as Scope)}
        />
        {scope !== 'all' && (
          <NativeSelect
            label={texts.which}
            data={options}
            value={subject}
            onChange={event => setChosen(event.currentTarget.value)}
          />
        )}
        <Text size="sm" c="dimmed">
          {scope === 'all' ? texts.allEffect : texts.effect}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

function optionsOf({ projects, providers, games }: Pauses['choices'], scope: Scope) {
  const asOption = (id: string) => ({ value: id, label: id })
  if (scope === 'project') return projects.map(asOption)
  if (scope === 'provider') return providers.map(asOption)
  return games.map(({ gameId, name }) => ({ value: gameId, label: name }))
}
