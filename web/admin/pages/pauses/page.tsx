// Kill switches: what is paused, by whom, why and since when; whether every node has applied it;
// pausing and lifting.

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ChangedPause, Pause, Pauses } from '../../../../src/admin/pauses/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from '../../parts/data-table.tsx'
import { ProjectLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { namePause, usePauses } from '../../parts/pauses.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { NewPauseDialog } from './new-pause-dialog.tsx'
import { PAUSE_TEXTS } from './texts.ts'

export default function PausesPage() {
  const texts = useTexts(PAUSE_TEXTS)
  const isOwner = useIsOwner()
  const [isOpen, setOpen] = useState(false)
  const pauses = usePauses()
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        {isOwner && (
          <Button color="red" onClick={() => setOpen(true)} disabled={pauses.data === undefined}>
            {texts.pause}
          </Button>
        )}
      </PageTitle>
      <Loaded query={pauses}>
        {read => (
          <Stack gap="lg">
            <Section
              title={texts.paused}
              actions={
                read.pauses.length > 0 && (
                  <StateBadge
                    tone={read.isInForce ? 'good' : 'bad'}
                    text={read.isInForce ? texts.inForce : texts.notInForce}
                  />
                )
              }
            >
              <PauseTable pauses={read.pauses} nameOf={pause => namePause(texts, read, pause)} />
            </Section>
            <Section title={texts.nodes} note={texts.nodesNote}>
              <NodeTable nodes={read.nodes} />
            </Section>
            <NewPauseDialog opened={isOpen} onClose={() => setOpen(false)} choices={read.choices} />
          </Stack>
        )}
      </Loaded>
    </>
  )
}

interface PauseTableProps {
  pauses: readonly Pause[]
  nameOf: (pause: Pause) => string
}

function PauseTable({ pauses, nameOf }: PauseTableProps) {
  const texts = useTexts(PAUSE_TEXTS)
  const isOwner = useIsOwner()
  const [lifting, setLifting] = useState<Pause | null>(null)
  const lift = useChange(
    async (body: Pick<Pause, 'scope' | 'subject'> & StepUp) => {
      await callAdmin<ChangedPause>('POST', '/pauses/lift', { body })
    },
    ['/pauses'],
  )
  const columns: Column<Pause>[] = [
    {
      id: 'what',
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
    { id: 'why', header: texts.why, cell: ({ reason }) => reason },
    { id: 'by', header: texts.by, cell: ({ by }) => by },
    { id: 'since', header: texts.since, cell: ({ at }) => <Time at={at} /> },
  ]
  if (isOwner) columns.push(buttonColumn(texts.lift, setLifting))
  const what = lifting === null ? '' : nameOf(lifting)
  return (
    <>
      <DataTable
        label={texts.paused}
        columns={columns}
        rows={pauses}
        rowId={({ scope, subject }) => `${scope}:${subject}`}
        empty={texts.nothing}
      />
      <ConfirmDialog
        opened={lifting !== null}
        onClose={() => setLifting(null)}
        title={texts.liftTitle}
        confirmLabel={texts.lift}
        asksAgain
        onConfirm={async ({ stepUp }) => {
          const { scope, subject } = lifting!
          await lift.mutateAsync({ scope, subject, ...stepUp })
          notify(fill(texts.lifted, { what }))
        }}
      >
        {fill(texts.liftNote, { what })}
      </ConfirmDialog>
    </>
  )
}

type PausedNode = Pauses['nodes'][number]

function NodeTable({ nodes }: { nodes: readonly PausedNode[] }) {
  const texts = useTexts(PAUSE_TEXTS)
  const columns: Column<PausedNode>[] = [
    { id: 'node', header: texts.node, cell: ({ node }) => node },
    {
      id: 'state',
      header: texts.state,
      cell: ({ obeys }) => (
        <StateBadge tone={obeys ? 'good' : 'bad'} text={obeys ? texts.obeys : texts.late} />
      ),
    },
    {
      id: 'seen',
      header: texts.seen,
      cell: ({ seenAt }) => (seenAt === null ? texts.never : <Time at={seenAt} ago />),
    },
  ]
  return <DataTable label={texts.nodes} columns={columns} rows={nodes} rowId={({ node }) => node} />
}
